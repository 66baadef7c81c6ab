/** The words of `platform-control service …`. What they do is loaded when it is done. */
import { Argument, Command, Flag } from "effect/cli"
import { actsOnDatabase } from "../admin/actsOnDatabase.ts"
import * as Flags from "../Flags.ts"
import { lazily } from "../lazily.ts"

const connection = { url: Flags.url, token: Flags.token }

const service = Argument.String("service").pipe(
  Argument.withMetavar("<organization/user|team/owner/name>"),
  Argument.withDescription("The service: its organization, its owner and its name")
)

const property = Flag.String("property").pipe(
  Flag.withMetavar("<[type:]key=value>"),
  Flag.withDescription("A property; give it again for more, in their order"),
  Flag.atLeast(0)
)

const items = Argument.String("item").pipe(
  Argument.withMetavar("<stack|environment:project/name>"),
  Argument.withDescription("An item, for example stack:web/production; or several"),
  Argument.atLeast(1)
)

const list = Command.make(
  "ls",
  {
    organization: Flags.organization("Whose services"),
    ...connection,
    json: Flags.json
  },
  lazily(() => import("./services.ts").then((body) => body.list))
).pipe(
  Command.withDescription("List an organization's services; --json prints one array"),
  Command.withShortDescription("List services"),
  Command.withExamples([{ command: "platform-control service ls --organization acme" }])
)

const info = Command.make(
  "info",
  { service, ...connection, json: Flags.json },
  lazily(() => import("./services.ts").then((body) => body.info))
).pipe(
  Command.withDescription("Show a service with all its items that you may see"),
  Command.withExamples([{ command: "platform-control service info acme/team/ops/shop --json" }])
)

const create = Command.make(
  "create",
  {
    service,
    description: Flag.String("description").pipe(
      Flag.withMetavar("<text>"),
      Flag.withDescription("What it is for"),
      Flag.withDefault("")
    ),
    item: Flag.String("item").pipe(
      Flag.withMetavar("<stack|environment:project/name>"),
      Flag.withDescription("An item to attach; give it again for more"),
      Flag.atLeast(0)
    ),
    property,
    ...connection,
    json: Flags.json
  },
  lazily(() => import("./services.ts").then((body) => body.create))
).pipe(
  Command.withDescription(
    "Create a service, owned by yourself, by a team of yours, or, as an administrator, by any member"
  ),
  Command.withShortDescription("Create a service"),
  Command.withExamples([
    { command: "platform-control service create acme/user/alice/shop --description 'The web shop'" },
    { command: "platform-control service create acme/team/ops/shop --item stack:web/production --property tier=1" }
  ])
)

const set = Command.make(
  "set",
  {
    service,
    name: Flag.String("name").pipe(Flag.withMetavar("<name>"), Flag.withDescription("Its new name"), Flag.optional),
    description: Flag.String("description").pipe(
      Flag.withMetavar("<text>"),
      Flag.withDescription("What it is for"),
      Flag.optional
    ),
    member: Flag.String("member").pipe(
      Flag.withMetavar("<user:login|team:name>"),
      Flag.withDescription("Who belongs to it besides its owner; give it again for more. Replaces everybody else"),
      Flag.atLeast(0)
    ),
    alone: Flag.Boolean("alone").pipe(
      Flag.withDescription("Nobody belongs to it besides its owner"),
      Flag.withDefault(false),
      Flag.withoutNegation
    ),
    property,
    bare: Flag.Boolean("bare").pipe(
      Flag.withDescription("It has no properties"),
      Flag.withDefault(false),
      Flag.withoutNegation
    ),
    ...connection,
    json: Flags.json
  },
  lazily(() => import("./services.ts").then((body) => body.change))
).pipe(
  Command.withDescription("Change a service: what is named changes as a whole, the rest stays"),
  Command.withShortDescription("Change a service"),
  Command.withExamples([
    { command: "platform-control service set acme/user/alice/shop --name store" },
    { command: "platform-control service set acme/user/alice/store --member user:bob --member team:ops" }
  ])
)

const remove = Command.make(
  "rm",
  {
    service,
    force: Flag.Boolean("force").pipe(
      Flag.withDescription("Also when others than its owner belong to it"),
      Flag.withDefault(false),
      Flag.withoutNegation
    ),
    yes: Flag.Boolean("yes").pipe(
      Flag.withAlias("y"),
      Flag.withDescription("Do not ask; required where there is no terminal to ask on"),
      Flag.withDefault(false),
      Flag.withoutNegation
    ),
    ...connection
  },
  lazily(() => import("./services.ts").then((body) => body.remove))
).pipe(
  Command.withDescription("Delete a service. Its access tokens stop working at once. Asks first."),
  Command.withShortDescription("Delete a service"),
  Command.withExamples([{ command: "platform-control service rm acme/team/ops/shop --yes" }])
)

const attach = Command.make(
  "attach",
  { service, items, ...connection },
  lazily(() => import("./services.ts").then((body) => body.attach))
).pipe(
  Command.withDescription("Attach stacks and environments to a service"),
  Command.withExamples([{ command: "platform-control service attach acme/team/ops/shop stack:web/production" }])
)

const detach = Command.make(
  "detach",
  { service, items, ...connection },
  lazily(() => import("./services.ts").then((body) => body.detach))
).pipe(
  Command.withDescription("Detach stacks and environments from a service"),
  Command.withExamples([{ command: "platform-control service detach acme/team/ops/shop environment:web/production" }])
)

const createToken = Command.make(
  "create",
  {
    service,
    name: Flag.String("name").pipe(
      Flag.withMetavar("<text>"),
      Flag.withDescription("Its name: at most 40 characters, never used in the organization before")
    ),
    role: Flag.String("role").pipe(
      Flag.withMetavar("<role>"),
      Flag.withDescription("What it may do, for example stack-write; member when absent"),
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
  lazily(() => import("./serviceTokens.ts").then((body) => body.createToken))
).pipe(
  Command.withDescription(
    actsOnDatabase("Create an access token of a service, which ends with it. Its value is printed now and never again.")
  ),
  Command.withShortDescription("Create an access token of a service"),
  Command.withExamples([
    { command: "platform-control service token create acme/team/ops/shop --name shop-ci --role stack-write" }
  ])
)

const listTokens = Command.make(
  "ls",
  { service, data: Flags.data, json: Flags.json },
  lazily(() => import("./serviceTokens.ts").then((body) => body.listTokens))
).pipe(
  Command.withDescription(actsOnDatabase("List the access tokens of a service; --json prints one array.")),
  Command.withShortDescription("List the access tokens of a service"),
  Command.withExamples([{ command: "platform-control service token ls acme/team/ops/shop" }])
)

const token = Command.make("token").pipe(
  Command.withDescription("Access tokens of services, on the server's database; `token revoke` revokes one"),
  Command.withSubcommands([createToken, listTokens])
)

/** `platform-control service`. */
export const serviceCommand = Command.make("service").pipe(
  Command.withDescription("Create, read, change and delete services over the network"),
  Command.withSubcommands([list, info, create, set, remove, attach, detach, token])
)
