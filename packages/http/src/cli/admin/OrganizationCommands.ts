/** The words of `platform-control org …`. What they do is loaded when it is done. */
import { Argument, Command, Flag } from "effect/cli"
import * as Flags from "../Flags.ts"
import { lazily } from "../lazily.ts"
import { actsOnDatabase } from "./actsOnDatabase.ts"

const name = Argument.String("name").pipe(
  Argument.withDescription("The organization's canonical name, which stands in paths and never changes")
)

const create = Command.make(
  "create",
  {
    name,
    displayName: Flag.String("display-name").pipe(
      Flag.withMetavar("<text>"),
      Flag.withDescription("The name that people read; else the canonical name"),
      Flag.optional
    ),
    data: Flags.data,
    json: Flags.json
  },
  lazily(() => import("./organizations.ts").then((body) => body.create))
).pipe(
  Command.withDescription(actsOnDatabase("Create an organization.")),
  Command.withShortDescription("Create an organization"),
  Command.withExamples([{ command: 'platform-control org create acme --display-name "Acme Ltd"' }])
)

const list = Command.make(
  "ls",
  { data: Flags.data, json: Flags.json },
  lazily(() => import("./organizations.ts").then((body) => body.list))
).pipe(
  Command.withDescription(actsOnDatabase("List all organizations by name; --json prints one array.")),
  Command.withShortDescription("List organizations"),
  Command.withExamples([{ command: "platform-control org ls" }])
)

const rename = Command.make(
  "rename",
  {
    name,
    displayName: Argument.String("display-name").pipe(
      Argument.withDescription("The name that people read from now on")
    ),
    data: Flags.data
  },
  lazily(() => import("./organizations.ts").then((body) => body.rename))
).pipe(
  Command.withDescription(
    actsOnDatabase("Change an organization's display name. The canonical name owns packages and stays.")
  ),
  Command.withShortDescription("Change an organization's display name"),
  Command.withExamples([{ command: 'platform-control org rename acme "Acme International"' }])
)

const remove = Command.make(
  "rm",
  { name, data: Flags.data },
  lazily(() => import("./organizations.ts").then((body) => body.remove))
).pipe(
  Command.withDescription(
    actsOnDatabase(
      "Remove an organization with its members, teams, issuers, services and tokens. Its users stay. Refused while packages or anything else are kept under its name: whoever takes the name next would get them."
    )
  ),
  Command.withShortDescription("Remove an organization that holds nothing any more"),
  Command.withExamples([{ command: "platform-control org rm acme" }])
)

const onOff = (feature: string, description: string) =>
  Flag.Literals(feature, ["on", "off"]).pipe(
    Flag.withMetavar("<on|off>"),
    Flag.withDescription(description),
    Flag.optional
  )

const features = Command.make(
  "features",
  {
    name,
    agents: onOff("agents", "Agent tasks; off: they can't be started or changed"),
    policyAsCode: onOff("policy-as-code", "Configurable policies; off: their schemas can't be read"),
    data: Flags.data,
    json: Flags.json
  },
  lazily(() => import("./organizations.ts").then((body) => body.setFeatures))
).pipe(
  Command.withDescription(
    actsOnDatabase("Show which parts of the control plane an organization uses, after switching those that are named.")
  ),
  Command.withShortDescription("Show or switch what an organization uses"),
  Command.withExamples([
    { command: "platform-control org features acme" },
    { command: "platform-control org features acme --agents off" }
  ])
)

/** `platform-control org`. */
export const organizationCommand = Command.make("org").pipe(
  Command.withDescription("Organizations, on the server's database"),
  Command.withSubcommands([create, list, rename, features, remove])
)
