/** The command's tree of words. */
import { Command } from "effect/cli"
import { auditCommand } from "./admin/AuditCommands.ts"
import { issuerCommand } from "./admin/IssuerCommands.ts"
import { memberCommand } from "./admin/MemberCommands.ts"
import { organizationCommand } from "./admin/OrganizationCommands.ts"
import { teamCommand } from "./admin/TeamCommands.ts"
import { tokenCommand } from "./admin/TokenCommands.ts"
import { userCommand } from "./admin/UserCommands.ts"
import { applyCommand } from "./apply/ApplyCommand.ts"
import { invokeCommand } from "./invoke/InvokeCommand.ts"
import { packageCommand } from "./package/PackageCommands.ts"
import { policyCommand } from "./policy/PolicyCommands.ts"
import { serviceCommand } from "./service/ServiceCommands.ts"
import { migrateCommand, openapiCommand, serveCommand, startCommand } from "./server/ServerCommands.ts"

/** The tree around `invoke`, with its functions or without. */
export const platformControlWith = <Name extends string, Input, ContextInput, E, R>(
  invoke: Command.Command<Name, Input, ContextInput, E, R>
) =>
  Command.make("platform-control").pipe(
    Command.withDescription(
      [
        "Run, set up and use Platform Control.",
        "",
        "  start, serve, migrate, apply, org, user, member, team, issuer, token and audit act on the server's own machine and database;",
        "  package, policy and service talk to a server over the network; invoke talks to the services of providers.",
        "  Exit codes: 0 done, 1 refused or failed, 2 not understood."
      ].join("\n")
    ),
    Command.withExamples([
      {
        command: "platform-control start",
        description: "Try it out; then, in another terminal, with the token it prints:"
      },
      { command: "export PLATFORM_CONTROL_TOKEN=<token>" },
      { command: "platform-control package ls" },
      { command: "source <(platform-control --completions bash)", description: "Complete words in this shell" }
    ]),
    Command.withSubcommands([
      { group: "SERVER", commands: [startCommand, serveCommand, migrateCommand, openapiCommand] },
      {
        group: "ADMINISTRATION",
        commands: [
          applyCommand,
          organizationCommand,
          userCommand,
          memberCommand,
          teamCommand,
          issuerCommand,
          tokenCommand,
          auditCommand
        ]
      },
      { group: "PACKAGES", commands: [packageCommand, policyCommand, invoke] },
      { group: "SERVICES", commands: [serviceCommand] }
    ])
  )

/** `platform-control`. */
export const platformControl = platformControlWith(invokeCommand)
