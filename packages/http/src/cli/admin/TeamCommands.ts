/** The words of `platform-control team …`. What they do is loaded when it is done. */
import { Argument, Command, Flag } from "effect/cli"
import * as Flags from "../Flags.ts"
import { lazily } from "../lazily.ts"
import { actsOnDatabase } from "./actsOnDatabase.ts"

const organization = Argument.String("organization").pipe(Argument.withDescription("The organization's canonical name"))

const team = Argument.String("team").pipe(
  Argument.withDescription("The team's name, unique in its organization; it never changes")
)

const login = Argument.String("login").pipe(Argument.withDescription("The login name of a member of the organization"))

const role = Flag.Literals("role", ["member", "admin"]).pipe(
  Flag.withMetavar("<role>"),
  Flag.withDescription("What they may do with what the team owns")
)

const create = Command.make(
  "create",
  {
    organization,
    team,
    displayName: Flag.String("display-name").pipe(
      Flag.withMetavar("<text>"),
      Flag.withDescription("The name that people read; else the team's name"),
      Flag.optional
    ),
    data: Flags.data,
    json: Flags.json
  },
  lazily(() => import("./teams.ts").then((body) => body.create))
).pipe(
  Command.withDescription(actsOnDatabase("Create a team of an organization.")),
  Command.withShortDescription("Create a team"),
  Command.withExamples([{ command: 'platform-control team create acme ops --display-name "Operations"' }])
)

const list = Command.make(
  "ls",
  { organization, data: Flags.data, json: Flags.json },
  lazily(() => import("./teams.ts").then((body) => body.list))
).pipe(
  Command.withDescription(actsOnDatabase("List an organization's teams by name; --json prints one array.")),
  Command.withShortDescription("List an organization's teams"),
  Command.withExamples([{ command: "platform-control team ls acme" }])
)

const rename = Command.make(
  "rename",
  {
    organization,
    team,
    displayName: Argument.String("display-name").pipe(
      Argument.withDescription("The name that people read from now on")
    ),
    data: Flags.data
  },
  lazily(() => import("./teams.ts").then((body) => body.rename))
).pipe(
  Command.withDescription(actsOnDatabase("Change a team's display name.")),
  Command.withShortDescription("Change a team's display name"),
  Command.withExamples([{ command: 'platform-control team rename acme ops "Platform operations"' }])
)

const remove = Command.make(
  "rm",
  { organization, team, data: Flags.data },
  lazily(() => import("./teams.ts").then((body) => body.remove))
).pipe(
  Command.withDescription(actsOnDatabase("Remove a team with its tokens. Its people stay in the organization.")),
  Command.withShortDescription("Remove a team and its tokens"),
  Command.withExamples([{ command: "platform-control team rm acme ops" }])
)

const memberAdd = Command.make(
  "add",
  { organization, team, login, role: Flag.withDefault(role, "member"), data: Flags.data },
  lazily(() => import("./teams.ts").then((body) => body.addMember))
).pipe(
  Command.withDescription(actsOnDatabase("Put a member of the organization into a team.")),
  Command.withShortDescription("Put a member into a team"),
  Command.withExamples([{ command: "platform-control team member add acme ops alice --role admin" }])
)

const memberSet = Command.make(
  "set",
  { organization, team, login, role, data: Flags.data },
  lazily(() => import("./teams.ts").then((body) => body.setMember))
).pipe(
  Command.withDescription(actsOnDatabase("Change the role of somebody in a team.")),
  Command.withShortDescription("Change somebody's role in a team"),
  Command.withExamples([{ command: "platform-control team member set acme ops alice --role member" }])
)

const memberRemove = Command.make(
  "rm",
  { organization, team, login, data: Flags.data },
  lazily(() => import("./teams.ts").then((body) => body.removeMember))
).pipe(
  Command.withDescription(actsOnDatabase("Take somebody out of a team. They stay in the organization.")),
  Command.withShortDescription("Take somebody out of a team"),
  Command.withExamples([{ command: "platform-control team member rm acme ops alice" }])
)

const memberList = Command.make(
  "ls",
  { organization, team, data: Flags.data, json: Flags.json },
  lazily(() => import("./teams.ts").then((body) => body.listMembers))
).pipe(
  Command.withDescription(actsOnDatabase("List who belongs to a team by login; --json prints one array.")),
  Command.withShortDescription("List who belongs to a team"),
  Command.withExamples([{ command: "platform-control team member ls acme ops" }])
)

const member = Command.make("member").pipe(
  Command.withDescription("Who belongs to a team, on the server's database"),
  Command.withSubcommands([memberAdd, memberSet, memberRemove, memberList])
)

/** `platform-control team`. */
export const teamCommand = Command.make("team").pipe(
  Command.withDescription("Teams of organizations, on the server's database"),
  Command.withSubcommands([create, list, rename, remove, member])
)
