/** The words that run the server and set up its database. What they do is loaded when it is done. */
import { Command, Flag } from "effect/cli"
import * as Flags from "../Flags.ts"
import { lazily } from "../lazily.ts"

const place = {
  host: Flag.String("host").pipe(
    Flag.withMetavar("<address>"),
    Flag.withDescription("Address to listen on (PLATFORM_CONTROL_HOST, else 127.0.0.1)"),
    Flag.optional
  ),
  port: Flag.Int("port").pipe(
    Flag.withMetavar("<port>"),
    Flag.withDescription("Port to listen on, 0 for a free one (PLATFORM_CONTROL_PORT, else 8080)"),
    Flag.optional
  ),
  data: Flags.data
}

const settingsNote = "Everything else is set by environment variables: docs/settings.md lists them."

/** `platform-control start`. */
export const startCommand = Command.make(
  "start",
  {
    ...place,
    demo: Flag.Boolean("demo").pipe(
      Flag.withDescription("Publish demonstration packages; --no-demo leaves them out"),
      Flag.withDefault(true)
    )
  },
  lazily(() => import("./start.ts").then((body) => body.start))
).pipe(
  Command.withDescription(
    [
      "Run a server to try things out.",
      "",
      "  The first start makes an organization, an administrator and their access token, and prints the token",
      "  once. It publishes packages, which describe the server's own API and the functions of three providers, so",
      "  that there is something to read.",
      `  ${settingsNote}`
    ].join("\n")
  ),
  Command.withShortDescription("Run a server to try things out, with demonstration content"),
  Command.withExamples([
    {
      command: "platform-control start",
      description: "On http://127.0.0.1:8080, with data in ./platform-control-data"
    },
    { command: "platform-control start --port 9000 --data /var/lib/platform-control --no-demo" }
  ])
)

/** `platform-control serve`. */
export const serveCommand = Command.make(
  "serve",
  {
    ...place,
    bootstrap: Flag.Boolean("bootstrap").pipe(
      Flag.withDescription("On an empty database make an organization, an administrator and their token, and print it"),
      Flag.withDefault(false),
      Flag.withoutNegation
    ),
    organization: Flag.String("organization").pipe(
      Flag.withMetavar("<organization>"),
      Flag.withDescription("With --bootstrap: the organization's canonical name, which never changes (default main)"),
      Flag.withDefault("main")
    ),
    administrator: Flag.String("administrator").pipe(
      Flag.withMetavar("<login>"),
      Flag.withDescription("With --bootstrap: the administrator's login (default admin)"),
      Flag.withDefault("admin")
    ),
    conformance: Flag.Boolean("conformance").pipe(
      Flag.withDescription(
        "On an empty database make what the conformance suite needs, and print its conformance.yaml"
      ),
      Flag.withDefault(false),
      Flag.withoutNegation
    ),
    migrate: Flag.Boolean("migrate").pipe(
      Flag.withDescription("Bring the tables up to date first; --no-migrate leaves that to `platform-control migrate`"),
      Flag.withDefault(true)
    )
  },
  lazily(() => import("./serve.ts").then((body) => body.serve))
).pipe(
  Command.withDescription(
    ["Run a server for real work: without demonstration content.", "", `  ${settingsNote}`].join("\n")
  ),
  Command.withShortDescription("Run a server for real work"),
  Command.withExamples([
    { command: "platform-control serve --host 0.0.0.0" },
    {
      command:
        "PLATFORM_CONTROL_DATABASE_URL=postgres://… PLATFORM_CONTROL_SECRET_KEY=… platform-control serve --bootstrap --organization acme",
      description: "The first of several processes on one PostgreSQL database"
    }
  ])
)

/** `platform-control migrate`. */
export const migrateCommand = Command.make(
  "migrate",
  { data: Flags.data, json: Flags.json },
  lazily(() => import("./migrate.ts").then((body) => body.migrate))
).pipe(
  Command.withDescription(
    [
      "Bring the database's tables up to date, and print what was done.",
      "",
      "  Acts on the database that the settings name (PLATFORM_CONTROL_DATABASE_URL, or the SQLite file in the data",
      "  folder). Safe to repeat, and to run beside others. --json prints one array of {area, id, name}."
    ].join("\n")
  ),
  Command.withShortDescription("Bring the database's tables up to date"),
  Command.withExamples([{ command: "platform-control migrate" }])
)

/** `platform-control openapi`. */
export const openapiCommand = Command.make(
  "openapi",
  {
    output: Flag.String("output").pipe(
      Flag.withAlias("o"),
      Flag.withMetavar("<file>"),
      Flag.withDescription("Write it to this file instead of standard output"),
      Flag.optional
    )
  },
  lazily(() => import("./openapi.ts").then((body) => body.openapi))
).pipe(
  Command.withDescription("Print the API's description as an OpenAPI 3.1 document (JSON). Needs no server."),
  Command.withShortDescription("Print the API's description (OpenAPI 3.1)"),
  Command.withExamples([
    { command: "platform-control openapi --output openapi.json" },
    { command: "platform-control openapi | jq -r '.paths | keys[]'", description: "The paths of all operations" }
  ])
)
