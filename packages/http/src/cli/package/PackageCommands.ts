/** The words of `platform-control package …`. What they do is loaded when it is done. */
import { Argument, Command, Flag } from "effect/cli"
import * as Flags from "../Flags.ts"
import { lazily } from "../lazily.ts"

const connection = { url: Flags.url, token: Flags.token, json: Flags.json }

const publish = Command.make(
  "publish",
  {
    path: Argument.Path("path", { pathType: "either", mustExist: true }).pipe(
      Argument.withDescription("A package's schema (JSON), or the folder that holds schema.json")
    ),
    source: Flag.Literals("source", ["private", "platform", "bridged"]).pipe(
      Flag.withDescription("Where it is listed: private (default), platform or bridged"),
      Flag.withDefault("private")
    ),
    publisher: Flag.String("publisher").pipe(
      Flag.withMetavar("<organization>"),
      Flag.withDescription("The organization that owns it; else `publisher` of the schema"),
      Flag.optional
    ),
    name: Flag.String("name").pipe(Flag.withDescription("Its name; else `name` of the schema"), Flag.optional),
    packageVersion: Flag.String("package-version").pipe(
      Flag.withMetavar("<semver>"),
      Flag.withDescription("Its version, for example 1.2.0; else `version` of the schema"),
      Flag.optional
    ),
    ...connection
  },
  lazily(() => import("./publish.ts").then((body) => body.publish))
).pipe(
  Command.withDescription(
    [
      "Publish a version of a package.",
      "",
      "  Beside the schema stand the README (_index.md, index.md or README.md) and, if there is any, the",
      "  installation instructions (installation-configuration.md). What the schema does not say may stand in",
      "  registry-metadata.yaml. A publish that fails leaves nothing behind and can be repeated as it was."
    ].join("\n")
  ),
  Command.withShortDescription("Publish a version of a package"),
  Command.withExamples([
    {
      command: "platform-control package publish ./my-package --publisher acme --package-version 1.0.0",
      description: "Publish private/acme/<name of the schema>@1.0.0"
    },
    {
      command: "platform-control package publish schema.json --source platform --publisher acme --json",
      description: "Publish to the public registry, and print the package's record"
    }
  ])
)

const list = Command.make(
  "ls",
  {
    search: Flag.String("search").pipe(
      Flag.withMetavar("<words>"),
      Flag.withDescription("Only packages whose name, title, publisher, description or keywords match"),
      Flag.optional
    ),
    organization: Flag.String("organization").pipe(
      Flag.withMetavar("<organization>"),
      Flag.withDescription("Only packages of this organization"),
      Flag.optional
    ),
    limit: Flag.Int("limit").pipe(
      Flag.filter(
        (limit) => limit >= 1,
        (limit) => `Expected at least 1, got ${limit}`
      ),
      Flag.withDescription("Print this many at most (default 100)"),
      Flag.withDefault(100)
    ),
    ...connection
  },
  lazily(() => import("./list.ts").then((body) => body.list))
).pipe(
  Command.withDescription("List packages, one line each with its latest version; --json prints one array"),
  Command.withShortDescription("List packages"),
  Command.withExamples([
    {
      command: "platform-control package ls --search random",
      description: "The packages that match, best match first"
    },
    {
      command: "platform-control package ls --limit 10000 --json | jq -r '.[].name'",
      description: "The names of all of them; pages are fetched as they are printed"
    }
  ])
)

const info = Command.make(
  "info",
  {
    package: Argument.String("package").pipe(
      Argument.withMetavar("<source/publisher/name[@version]>"),
      Argument.withDescription("The package; without @version its latest version")
    ),
    ...connection
  },
  lazily(() => import("./info.ts").then((body) => body.info))
).pipe(
  Command.withDescription("Show what the registry knows of a package version"),
  Command.withExamples([
    { command: "platform-control package info private/acme/random", description: "The latest version" },
    { command: "platform-control package info private/acme/random@1.0.0 --json", description: "One version, as JSON" }
  ])
)

const remove = Command.make(
  "rm",
  {
    package: Argument.String("package").pipe(
      Argument.withMetavar("<source/publisher/name@version>"),
      Argument.withDescription("The package version to remove")
    ),
    yes: Flag.Boolean("yes").pipe(
      Flag.withAlias("y"),
      Flag.withDescription("Do not ask; required where there is no terminal to ask on"),
      Flag.withDefault(false),
      Flag.withoutNegation
    ),
    url: Flags.url,
    token: Flags.token
  },
  lazily(() => import("./remove.ts").then((body) => body.remove))
).pipe(
  Command.withDescription("Remove a version of a package, for good. Asks first."),
  Command.withShortDescription("Remove a version of a package"),
  Command.withExamples([
    { command: "platform-control package rm private/acme/random@1.0.0", description: "Asks, then removes" },
    { command: "platform-control package rm private/acme/random@1.0.0 --yes", description: "Removes without asking" }
  ])
)

/** `platform-control package`. */
export const packageCommand = Command.make("package").pipe(
  Command.withDescription("Publish, list, read and remove packages over the network"),
  Command.withSubcommands([publish, list, info, remove])
)
