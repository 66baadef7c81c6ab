/** The words of `platform-control issuer …`. What they do is loaded when it is done. */
import { Argument, Command, Flag } from "effect/cli"
import * as Flags from "../Flags.ts"
import { lazily } from "../lazily.ts"
import { actsOnDatabase } from "./actsOnDatabase.ts"

const organization = Argument.String("organization").pipe(Argument.withDescription("The organization's canonical name"))

const issuer = Argument.String("issuer").pipe(
  Argument.withDescription("The name under which the organization knows the issuer")
)

const url = Flag.String("url").pipe(
  Flag.withMetavar("<url>"),
  Flag.withDescription("Its address, exactly as the claim `iss` of its identity tokens has it")
)

const jwks = Flag.String("jwks").pipe(
  Flag.withMetavar("<file>"),
  Flag.withDescription("Its public keys (a JWK set); without it they are looked up at its address"),
  Flag.optional
)

const maxExpiration = Flag.Int("max-expiration").pipe(
  Flag.withMetavar("<seconds>"),
  Flag.withDescription("Longest lifetime of a token that is issued for one of its own (90000: 25 hours)"),
  Flag.optional
)

const create = Command.make(
  "create",
  { organization, issuer, url, jwks, maxExpiration, data: Flags.data, json: Flags.json },
  lazily(() => import("./issuers.ts").then((body) => body.create))
).pipe(
  Command.withDescription(
    actsOnDatabase(
      "Trust an issuer of identity tokens. Until it has rules that allow something, it is denied everything."
    )
  ),
  Command.withShortDescription("Trust an issuer of identity tokens"),
  Command.withExamples([
    { command: "platform-control issuer create acme ci --url https://ci.example.com" },
    { command: "platform-control issuer rule add acme ci allow team --name ops --claim 'sub=repo:acme/*'" }
  ])
)

const set = Command.make(
  "set",
  { organization, issuer, url: Flag.optional(url), jwks, maxExpiration, data: Flags.data },
  lazily(() => import("./issuers.ts").then((body) => body.set))
).pipe(
  Command.withDescription(actsOnDatabase("Change an issuer's address, keys or longest lifetime. Its rules stay.")),
  Command.withShortDescription("Change what is known of an issuer"),
  Command.withExamples([{ command: "platform-control issuer set acme ci --max-expiration 3600" }])
)

const list = Command.make(
  "ls",
  { organization, data: Flags.data, json: Flags.json },
  lazily(() => import("./issuers.ts").then((body) => body.list))
).pipe(
  Command.withDescription(
    actsOnDatabase("List an organization's issuers by name; --json prints one array, with all rules.")
  ),
  Command.withShortDescription("List an organization's issuers"),
  Command.withExamples([{ command: "platform-control issuer ls acme" }])
)

const remove = Command.make(
  "rm",
  { organization, issuer, data: Flags.data },
  lazily(() => import("./issuers.ts").then((body) => body.remove))
).pipe(
  Command.withDescription(
    actsOnDatabase("Stop trusting an issuer. Tokens that were issued before keep working until they expire.")
  ),
  Command.withShortDescription("Stop trusting an issuer"),
  Command.withExamples([{ command: "platform-control issuer rm acme ci" }])
)

const ruleAdd = Command.make(
  "add",
  {
    organization,
    issuer,
    decision: Argument.Literals("decision", ["allow", "deny"]).pipe(
      Argument.withDescription("allow or deny: what is decided where this is the first rule that matches")
    ),
    tokenType: Argument.Literals("type", ["organization", "team", "personal", "runner"]).pipe(
      Argument.withDescription("organization, team, personal or runner: the kind of token that is asked for")
    ),
    name: Flag.String("name").pipe(
      Flag.withMetavar("<name>"),
      Flag.withDescription("Only this team, user or runner; else every one"),
      Flag.optional
    ),
    admin: Flag.Boolean("admin").pipe(
      Flag.withDescription(
        "Organization tokens: only requests with the scope admin; --no-admin: only those without; else both"
      ),
      Flag.optional
    ),
    claim: Flag.String("claim").pipe(
      Flag.withMetavar("<path=pattern>"),
      Flag.withDescription(
        "What the identity token has to say; once for each claim. * is any run of characters, ? is one or none"
      ),
      Flag.atLeast(0)
    ),
    at: Flag.Int("at").pipe(
      Flag.withMetavar("<position>"),
      Flag.withDescription("Position from 1 on, before the rule that is there now; else behind all others"),
      Flag.optional
    ),
    data: Flags.data,
    json: Flags.json
  },
  lazily(() => import("./issuers.ts").then((body) => body.addRule))
).pipe(
  Command.withDescription(
    actsOnDatabase(
      "Add a rule to an issuer. The first rule that matches decides; where none does, the exchange is denied."
    )
  ),
  Command.withShortDescription("Add a rule to an issuer"),
  Command.withExamples([
    {
      command: "platform-control issuer rule add acme ci allow team --name ops --claim 'sub=repo:acme/web:*'",
      description: "Jobs of one repository act as the team ops"
    },
    {
      command: "platform-control issuer rule add acme ci deny organization --admin --at 1",
      description: "Nobody gets an administrator's token"
    }
  ])
)

const ruleRemove = Command.make(
  "rm",
  {
    organization,
    issuer,
    position: Argument.Int("position").pipe(
      Argument.withDescription("The rule's position, as `issuer rule ls` shows it")
    ),
    data: Flags.data
  },
  lazily(() => import("./issuers.ts").then((body) => body.removeRule))
).pipe(
  Command.withDescription(actsOnDatabase("Remove a rule of an issuer; those behind it move up.")),
  Command.withShortDescription("Remove a rule of an issuer"),
  Command.withExamples([{ command: "platform-control issuer rule rm acme ci 2" }])
)

const ruleList = Command.make(
  "ls",
  { organization, issuer, data: Flags.data, json: Flags.json },
  lazily(() => import("./issuers.ts").then((body) => body.listRules))
).pipe(
  Command.withDescription(
    actsOnDatabase("List the rules of an issuer in the order in which they are tried; --json prints one array.")
  ),
  Command.withShortDescription("List the rules of an issuer"),
  Command.withExamples([{ command: "platform-control issuer rule ls acme ci" }])
)

const rule = Command.make("rule").pipe(
  Command.withDescription("Rules of issuers, on the server's database"),
  Command.withSubcommands([ruleAdd, ruleRemove, ruleList])
)

/** `platform-control issuer`. */
export const issuerCommand = Command.make("issuer").pipe(
  Command.withDescription("Whose identity tokens organizations take, on the server's database"),
  Command.withSubcommands([create, set, list, remove, rule])
)
