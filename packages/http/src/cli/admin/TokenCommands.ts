/** The words of `platform-control token …`. What they do is loaded when it is done. */
import { Argument, Command, Flag } from "effect/cli"
import * as Flags from "../Flags.ts"
import { lazily } from "../lazily.ts"
import { actsOnDatabase } from "./actsOnDatabase.ts"

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
    actsOnDatabase("List the tokens of a user or of an organization, oldest first; --json prints one array.")
  ),
  Command.withShortDescription("List access tokens"),
  Command.withExamples([
    { command: "platform-control token ls --user alice" },
    { command: "platform-control token ls --organization acme --json" }
  ])
)

const revoke = Command.make(
  "revoke",
  {
    id: Argument.String("id").pipe(Argument.withDescription("The token's id, as `token ls` shows it; not its value")),
    data: Flags.data
  },
  lazily(() => import("./tokens.ts").then((body) => body.revoke))
).pipe(
  Command.withDescription(actsOnDatabase("Revoke an access token, for ever.")),
  Command.withShortDescription("Revoke an access token"),
  Command.withExamples([{ command: "platform-control token revoke 0b5f5f5e-4a3c-4b1e-9a52-2f3f3f0f9d11" }])
)

/** `platform-control token`. */
export const tokenCommand = Command.make("token").pipe(
  Command.withDescription("Access tokens, on the server's database"),
  Command.withSubcommands([create, list, revoke])
)
