/** The words of `platform-control user …`. What they do is loaded when it is done. */
import { Argument, Command, Flag } from "effect/cli"
import * as Flags from "../Flags.ts"
import { lazily } from "../lazily.ts"
import { actsOnDatabase } from "./actsOnDatabase.ts"

const login = Argument.String("login").pipe(Argument.withDescription("The user's login name"))

const right = Argument.Literals("right", ["site-admin", "registry-admin"]).pipe(
  Argument.withDescription(
    "site-admin: administrator of everything; registry-admin: may publish to the public sources where they may publish"
  )
)

const text = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar("<text>"), Flag.withDescription(description), Flag.optional)

const yesNo = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false), Flag.withoutNegation)

const create = Command.make(
  "create",
  {
    login,
    name: text("name", "The name that people read; else the login"),
    email: text("email", "Address for mail"),
    siteAdmin: yesNo("site-admin", "Make them administrator of everything"),
    registryAdmin: yesNo("registry-admin", "Let them publish to the public sources where they may publish"),
    data: Flags.data,
    json: Flags.json
  },
  lazily(() => import("./users.ts").then((body) => body.create))
).pipe(
  Command.withDescription(actsOnDatabase("Create a user. They may do nothing until they are a member somewhere.")),
  Command.withShortDescription("Create a user"),
  Command.withExamples([
    { command: 'platform-control user create alice --name "Alice Example" --email alice@example.org' },
    { command: "platform-control user create root --site-admin" }
  ])
)

const list = Command.make(
  "ls",
  { data: Flags.data, json: Flags.json },
  lazily(() => import("./users.ts").then((body) => body.list))
).pipe(
  Command.withDescription(actsOnDatabase("List all users by login; --json prints one array.")),
  Command.withShortDescription("List users"),
  Command.withExamples([{ command: "platform-control user ls" }])
)

const set = Command.make(
  "set",
  {
    login,
    name: text("name", "The name that people read"),
    email: text("email", "Address for mail"),
    avatarUrl: text("avatar-url", "Address of their picture"),
    data: Flags.data
  },
  lazily(() => import("./users.ts").then((body) => body.set))
).pipe(
  Command.withDescription(actsOnDatabase("Change what people read of a user. The login stays.")),
  Command.withShortDescription("Change a user's name, mail or picture"),
  Command.withExamples([{ command: 'platform-control user set alice --name "Alice B. Example"' }])
)

const remove = Command.make(
  "rm",
  { login, data: Flags.data },
  lazily(() => import("./users.ts").then((body) => body.remove))
).pipe(
  Command.withDescription(
    actsOnDatabase("Remove a user with their tokens. Their memberships have to be removed before.")
  ),
  Command.withShortDescription("Remove a user and their tokens"),
  Command.withExamples([{ command: "platform-control user rm alice" }])
)

const grant = Command.make(
  "grant",
  { login, right, data: Flags.data },
  lazily(() => import("./users.ts").then((body) => body.grant))
).pipe(
  Command.withDescription(actsOnDatabase("Give a user a right over the whole control plane.")),
  Command.withShortDescription("Give a user a right over everything"),
  Command.withExamples([{ command: "platform-control user grant alice registry-admin" }])
)

const revoke = Command.make(
  "revoke",
  { login, right, data: Flags.data },
  lazily(() => import("./users.ts").then((body) => body.revoke))
).pipe(
  Command.withDescription(actsOnDatabase("Take a right over the whole control plane away from a user.")),
  Command.withShortDescription("Take such a right away"),
  Command.withExamples([{ command: "platform-control user revoke alice site-admin" }])
)

/** `platform-control user`. */
export const userCommand = Command.make("user").pipe(
  Command.withDescription("Users and their rights over everything, on the server's database"),
  Command.withSubcommands([create, list, set, remove, grant, revoke])
)
