/** The words of `platform-control audit …`. What they do is loaded when it is done. */
import { Command, Flag } from "effect/cli"
import * as Flags from "../Flags.ts"
import { lazily } from "../lazily.ts"
import { readsDatabase } from "./actsOnDatabase.ts"

const text = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.withDescription(description), Flag.optional)

const filter = {
  organization: text("organization", "<organization>", "What belongs to this organization"),
  actor: text("actor", "<name>", "What this login, organization or name on the server's machine did"),
  action: text("action", "<action>", "One kind of write, for example organization-token.create"),
  target: text("target", "<target>", "What was done to this one: an id or name, as the log shows it"),
  since: text("since", "<time>", 'From this time on: 2026-01-31, 2026-01-31T12:00:00Z, or so long ago ("7 days")'),
  until: text("until", "<time>", "Before this time"),
  data: Flags.data
}

const list = Command.make(
  "ls",
  {
    ...filter,
    limit: Flag.Int("limit").pipe(
      Flag.withMetavar("<number>"),
      Flag.withDescription("At most so many entries, of up to 1000"),
      Flag.withDefault(50)
    ),
    json: Flags.json
  },
  lazily(() => import("./audit.ts").then((body) => body.list))
).pipe(
  Command.withDescription(readsDatabase("List the newest entries of the audit log; --json prints one array.")),
  Command.withShortDescription("List the newest entries"),
  Command.withExamples([
    { command: "platform-control audit ls --organization acme" },
    { command: "platform-control audit ls --actor alice --since 2026-01-31" }
  ])
)

const exportAll = Command.make(
  "export",
  filter,
  lazily(() => import("./audit.ts").then((body) => body.exportAll))
).pipe(
  Command.withDescription(
    readsDatabase("Print every entry of the audit log, oldest first, as one JSON object a line (NDJSON).")
  ),
  Command.withShortDescription("Print every entry as NDJSON"),
  Command.withExamples([{ command: 'platform-control audit export --since "30 days" > audit.ndjson' }])
)

/** `platform-control audit`. */
export const auditCommand = Command.make("audit").pipe(
  Command.withDescription("Who changed what, on the server's database"),
  Command.withSubcommands([list, exportAll])
)
