/** The words of `platform-control policy group …`. What they do is loaded when it is done. */
import { Argument, Command, Flag } from "effect/cli"
import { actsOnDatabase } from "../admin/actsOnDatabase.ts"
import * as Flags from "../Flags.ts"
import { lazily } from "../lazily.ts"

const organization = Argument.String("organization").pipe(Argument.withDescription("The organization of the group"))
const group = Argument.String("group").pipe(Argument.withDescription("The name of the policy group"))
const pack = Argument.String("pack").pipe(
  Argument.withMetavar("<organization/name[@version]>"),
  Argument.withDescription("The policy pack")
)

const wholePack = Argument.String("pack").pipe(
  Argument.withMetavar("<organization/name>"),
  Argument.withDescription("The policy pack, whichever version is applied")
)

const create = Command.make(
  "create",
  { organization, group, data: Flags.data },
  lazily(() => import("./groups.ts").then((body) => body.create))
).pipe(
  Command.withDescription(actsOnDatabase("Create an empty policy group.")),
  Command.withShortDescription("Create a policy group"),
  Command.withExamples([{ command: "platform-control policy group create acme production" }])
)

const list = Command.make(
  "ls",
  { organization, data: Flags.data, json: Flags.json },
  lazily(() => import("./groups.ts").then((body) => body.list))
).pipe(
  Command.withDescription(actsOnDatabase("List an organization's policy groups with what they apply.")),
  Command.withShortDescription("List policy groups"),
  Command.withExamples([{ command: "platform-control policy group ls acme" }])
)

const apply = Command.make(
  "apply",
  {
    organization,
    group,
    pack,
    level: Flag.String("level").pipe(
      Flag.withMetavar("<policy>=<level>"),
      Flag.withDescription(
        "How a policy is enforced: advisory, mandatory, remediate or disabled; else as the pack says. May be repeated"
      ),
      Flag.between(0, 1000)
    ),
    config: Flag.Path("config", { pathType: "file", mustExist: true }).pipe(
      Flag.withMetavar("<file>"),
      Flag.withDescription("YAML or JSON with the configuration of each policy, by its name"),
      Flag.optional
    ),
    data: Flags.data
  },
  lazily(() => import("./groups.ts").then((body) => body.apply))
).pipe(
  Command.withDescription(
    actsOnDatabase(
      "Apply a version of a policy pack, in place of the group's other version of it; without @version the newest one.\nLevels and configuration are checked against what the version's policies allow."
    )
  ),
  Command.withShortDescription("Apply a version of a policy pack"),
  Command.withExamples([
    { command: "platform-control policy group apply acme production acme/storage@1.2.0" },
    {
      command: "platform-control policy group apply acme production acme/storage --level no-public-bucket=mandatory"
    }
  ])
)

const withdraw = Command.make(
  "withdraw",
  { organization, group, pack: wholePack, data: Flags.data },
  lazily(() => import("./groups.ts").then((body) => body.withdraw))
).pipe(
  Command.withDescription(actsOnDatabase("Take a policy pack out of a group.")),
  Command.withShortDescription("Take a policy pack out of a group"),
  Command.withExamples([{ command: "platform-control policy group withdraw acme production acme/storage" }])
)

const remove = Command.make(
  "rm",
  { organization, group, data: Flags.data },
  lazily(() => import("./groups.ts").then((body) => body.remove))
).pipe(
  Command.withDescription(actsOnDatabase("Remove a policy group. The packs stay.")),
  Command.withShortDescription("Remove a policy group"),
  Command.withExamples([{ command: "platform-control policy group rm acme production" }])
)

/** `platform-control policy group`. */
export const policyGroupCommand = Command.make("group").pipe(
  Command.withDescription("Which policy packs apply, and how they are enforced; on the server's database"),
  Command.withSubcommands([create, list, apply, withdraw, remove])
)
