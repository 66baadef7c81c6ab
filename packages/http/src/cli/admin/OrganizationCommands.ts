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

/** `platform-control org`. */
export const organizationCommand = Command.make("org").pipe(
  Command.withDescription("Organizations, on the server's database"),
  Command.withSubcommands([create, list, rename])
)
