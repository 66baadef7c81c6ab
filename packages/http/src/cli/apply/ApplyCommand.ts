/** The words of `platform-control apply`. What it does is loaded when it is done. */
import { Argument, Command, Flag } from "effect/cli"
import { actsOnDatabase } from "../admin/actsOnDatabase.ts"
import * as Flags from "../Flags.ts"
import { lazily } from "../lazily.ts"

/** `platform-control apply`. */
export const applyCommand = Command.make(
  "apply",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription("The file: YAML or JSON, with users and organizations"),
      Argument.optional
    ),
    dryRun: Flag.Boolean("dry-run").pipe(
      Flag.withDescription("Print what would change, and change nothing"),
      Flag.withDefault(false),
      Flag.withoutNegation
    ),
    schema: Flag.Boolean("schema").pipe(
      Flag.withDescription("Print the JSON Schema of the file, for editors, and do nothing else"),
      Flag.withDefault(false),
      Flag.withoutNegation
    ),
    data: Flags.data,
    json: Flags.json
  },
  lazily(() => import("./apply.ts").then((body) => body.apply))
).pipe(
  Command.withDescription(
    actsOnDatabase(
      [
        "Make organizations, users, teams, members, issuers and feature switches as a file says.",
        "",
        "  All of it or nothing; what is so already is left alone, so it can be repeated. Users and organizations that the",
        "  file does not name stay as they are; its lists of members, teams and issuers are complete where they are there:",
        "  what is not listed is removed. docs/platform-file.md has an example. PLATFORM_CONTROL_APPLY names a file that",
        "  every start of a server applies."
      ].join("\n")
    )
  ),
  Command.withShortDescription("Make organizations, users and trust as a file says"),
  Command.withExamples([
    { command: "platform-control apply platform.yaml --dry-run", description: "What would change?" },
    { command: "platform-control apply platform.yaml" },
    { command: "platform-control apply --schema > platform.schema.json" }
  ])
)
