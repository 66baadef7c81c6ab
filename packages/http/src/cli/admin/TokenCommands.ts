/** The words of `platform-control token …`. What they do is loaded when it is done. */
import { Argument, Command, Flag } from "effect/cli"
import * as Flags from "../Flags.ts"
import { lazily } from "../lazily.ts"
import { actsOnDatabase } from "./actsOnDatabase.ts"

/** Every kind of token, those of users first. */
const tokenKinds = ["personal", "refresh", "agent", "organization", "team", "runner"] as const

const owner = {
  user: Flag.String("user").pipe(
    Flag.withMetavar("<login>"),
    Flag.withDescription("The user for whom the token speaks"),
    Flag.optional
  ),
  organization: Flag.String("organization").pipe(
    Flag.withMetavar("<organization>"),
    Flag.withDescription("The organization for which it speaks; with --user the only one that it reaches"),
    Flag.optional
  )
}

const create = Command.make(
  "create",
  {
    ...owner,
    kind: Flag.Literals("kind", tokenKinds).pipe(
      Flag.withDescription(
        "Of a user: personal, refresh (only to be exchanged) or agent; of an organization: organization, team or runner. " +
          "The first of them when absent, team with --team"
      ),
      Flag.optional
    ),
    team: Flag.String("team").pipe(
      Flag.withMetavar("<team>"),
      Flag.withDescription("The team of the organization for which it speaks"),
      Flag.optional
    ),
    name: Flag.String("name").pipe(
      Flag.withMetavar("<text>"),
      Flag.withDescription("Name of an organization's token: at most 40 characters, never used there before"),
      Flag.optional
    ),
    admin: Flag.Boolean("admin").pipe(
      Flag.withDescription("An organization's token that may do everything there, publishing too"),
      Flag.withDefault(false),
      Flag.withoutNegation
    ),
    role: Flag.String("role").pipe(
      Flag.withMetavar("<id>"),
      Flag.withDescription("Role of an organization's token, instead of member: docs/permissions.md lists them"),
      Flag.optional
    ),
    reason: Flag.String("reason").pipe(
      Flag.withMetavar("<text>"),
      Flag.withDescription("Why, for the audit log"),
      Flag.optional
    ),
    description: Flag.String("description").pipe(
      Flag.withMetavar("<text>"),
      Flag.withDescription("What it is for"),
      Flag.withDefault("")
    ),
    expires: Flag.String("expires").pipe(
      Flag.withMetavar("<time>"),
      Flag.withDescription('When it stops working, for example "30 days", of at most two years; never when absent'),
      Flag.optional
    ),
    data: Flags.data,
    json: Flags.json
  },
  lazily(() => import("./tokens.ts").then((body) => body.create))
).pipe(
  Command.withDescription(actsOnDatabase("Create an access token. Its value is printed now and never again.")),
  Command.withShortDescription("Create an access token"),
  Command.withExamples([
    { command: 'platform-control token create --user alice --expires "90 days"', description: "A personal token" },
    { command: "platform-control token create --organization acme --name ci", description: "An organization's token" },
    {
      command: "platform-control token create --user alice --kind refresh",
      description: "A token to be exchanged for short-lived ones"
    },
    {
      command: "export PLATFORM_CONTROL_TOKEN=$(platform-control token create --user alice --json | jq -r .value)",
      description: "Keep it for the commands that follow"
    }
  ])
)

const list = Command.make(
  "ls",
  { ...owner, data: Flags.data, json: Flags.json },
  lazily(() => import("./tokens.ts").then((body) => body.list))
).pipe(
  Command.withDescription(
    actsOnDatabase(
      "List the tokens of a user or of an organization, oldest first; with both flags the user's that reach only that organization. --json prints one array."
    )
  ),
  Command.withShortDescription("List access tokens"),
  Command.withExamples([
    { command: "platform-control token ls --user alice" },
    { command: "platform-control token ls --organization acme --json" }
  ])
)

const remove = Command.make(
  "rm",
  {
    id: Argument.String("id").pipe(Argument.withDescription("The token's id, as `token ls` shows it; not its value")),
    data: Flags.data
  },
  lazily(() => import("./tokens.ts").then((body) => body.remove))
).pipe(
  Command.withAlias("revoke"),
  Command.withDescription(
    actsOnDatabase("Revoke an access token, for ever; with a refresh token all that it was exchanged for.")
  ),
  Command.withShortDescription("Revoke an access token"),
  Command.withExamples([{ command: "platform-control token rm 0b5f5f5e-4a3c-4b1e-9a52-2f3f3f0f9d11" }])
)

/** `platform-control token`. */
export const tokenCommand = Command.make("token").pipe(
  Command.withDescription("Access tokens, on the server's database"),
  Command.withSubcommands([create, list, remove])
)
