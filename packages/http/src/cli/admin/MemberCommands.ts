/** The words of `platform-control member …`. What they do is loaded when it is done. */
import { Argument, Command, Flag } from "effect/cli"
import * as Flags from "../Flags.ts"
import { lazily } from "../lazily.ts"
import { actsOnDatabase } from "./actsOnDatabase.ts"

const organization = Argument.String("organization").pipe(Argument.withDescription("The organization's canonical name"))

const login = Argument.String("login").pipe(Argument.withDescription("The user's login name"))

const role = Flag.Literals("role", ["member", "admin", "billing-manager"]).pipe(
  Flag.withMetavar("<role>"),
  Flag.withDescription("What they may do; an admin may do everything in the organization")
)

const publish = Flag.Boolean("publish").pipe(
  Flag.withDescription("Give RegistryPublish: they may publish and remove the organization's packages")
)

const add = Command.make(
  "add",
  {
    organization,
    login,
    role: Flag.withDefault(role, "member"),
    publish: publish.pipe(Flag.withDefault(false), Flag.withoutNegation),
    data: Flags.data
  },
  lazily(() => import("./members.ts").then((body) => body.add))
).pipe(
  Command.withDescription(actsOnDatabase("Make a user a member of an organization.")),
  Command.withShortDescription("Make a user a member"),
  Command.withExamples([
    { command: "platform-control member add acme alice", description: "Alice sees the private packages of acme" },
    { command: "platform-control member add acme ci-bot --publish", description: "… and this one may publish" }
  ])
)

const set = Command.make(
  "set",
  {
    organization,
    login,
    role: Flag.optional(role),
    publish: publish.pipe(
      Flag.withDescription("Give RegistryPublish, or with --no-publish take it away"),
      Flag.optional
    ),
    data: Flags.data
  },
  lazily(() => import("./members.ts").then((body) => body.set))
).pipe(
  Command.withDescription(actsOnDatabase("Change a member's role, their permission to publish, or both.")),
  Command.withShortDescription("Change what a member may do"),
  Command.withExamples([
    { command: "platform-control member set acme alice --role admin" },
    { command: "platform-control member set acme alice --no-publish" }
  ])
)

const remove = Command.make(
  "rm",
  { organization, login, data: Flags.data },
  lazily(() => import("./members.ts").then((body) => body.remove))
).pipe(
  Command.withDescription(actsOnDatabase("End a membership. The user and their tokens stay.")),
  Command.withShortDescription("End a membership"),
  Command.withExamples([{ command: "platform-control member rm acme alice" }])
)

const list = Command.make(
  "ls",
  { organization, data: Flags.data, json: Flags.json },
  lazily(() => import("./members.ts").then((body) => body.list))
).pipe(
  Command.withDescription(actsOnDatabase("List an organization's members by login; --json prints one array.")),
  Command.withShortDescription("List an organization's members"),
  Command.withExamples([{ command: "platform-control member ls acme" }])
)

/** `platform-control member`. */
export const memberCommand = Command.make("member").pipe(
  Command.withDescription("Members of organizations, on the server's database"),
  Command.withSubcommands([add, set, remove, list])
)
