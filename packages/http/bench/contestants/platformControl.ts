/** The built server, set up by its own commands: an organization, a user who may publish, and their token. */
import { Effect, type Scope } from "effect"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type BenchFault, benchFault } from "../BenchFault.ts"
import { jsonOf } from "../load/request.ts"
import { startContestant } from "../process/Contestant.ts"
import { runToEnd } from "../process/runToEnd.ts"
import { ORGANIZATION } from "../samples/samplePackage.ts"
import type { Peer } from "./Peer.ts"

const PROGRAM = fileURLToPath(new URL("../../dist/bin.js", import.meta.url))

/** Stands in answers, so that servers on several ports answer the same bytes. */
export const PUBLIC_ORIGIN = "https://registry.example"

const LOGIN = "bencher"

const COMMAND_TIMEOUT_SECONDS = 60

/** Where a server keeps its data. */
export interface Place {
  /** As it stands in the report. */
  readonly name: string
  readonly folder: string
  readonly databaseUrl: string
}

/** Our server on one place. */
export interface PlatformControl extends Peer {
  readonly place: Place
}

/** The limits are high enough never to refuse, and stay on: what they cost is part of the figures. */
const settings = ({ databaseUrl, folder }: Place): Readonly<Record<string, string>> => ({
  PLATFORM_CONTROL_DATA: folder,
  PLATFORM_CONTROL_DATABASE_URL: databaseUrl,
  PLATFORM_CONTROL_SECRET_KEY: Buffer.alloc(32, "bench").toString("base64"),
  PLATFORM_CONTROL_PUBLIC_URL: PUBLIC_ORIGIN,
  PLATFORM_CONTROL_RATE_LIMIT_PER_TOKEN: "1000000",
  PLATFORM_CONTROL_RATE_LIMIT_PER_ADDRESS: "1000000",
  PLATFORM_CONTROL_LOG_LEVEL: "Warn"
})

/** The built server on a place that may have data already. */
export const startServer = Effect.fnUntraced(function* (place: Place, readyPath = "/readyz") {
  if (!existsSync(PROGRAM)) return yield* benchFault(`${PROGRAM} is missing: run \`pnpm build\` first`)
  mkdirSync(place.folder, { recursive: true })
  return yield* startContestant({
    name: place.name,
    command: () => [process.execPath, PROGRAM, "serve"],
    environment: (port) => ({
      ...settings(place),
      PLATFORM_CONTROL_HOST: "127.0.0.1",
      PLATFORM_CONTROL_PORT: `${port}`
    }),
    readyPath
  })
})

const command = (place: Place, ...words: ReadonlyArray<string>) =>
  runToEnd({
    command: [process.execPath, PROGRAM, ...words],
    environment: settings(place),
    timeoutSeconds: COMMAND_TIMEOUT_SECONDS
  })

/** Makes a running server's organizations so as a platform file has it. */
export const applyPlatformFile = ({ place }: PlatformControl, content: object): Effect.Effect<void, BenchFault> =>
  Effect.suspend(() => {
    const file = join(place.folder, "platform.json")
    writeFileSync(file, JSON.stringify(content))
    return Effect.asVoid(command(place, "apply", file))
  })

/** The built server on an empty place, with a token that may publish to `platform`. */
export const startPlatformControl = Effect.fnUntraced(function* (
  place: Place
): Effect.fn.Return<PlatformControl, BenchFault, Scope.Scope> {
  const contestant = yield* startServer(place)
  yield* command(place, "org", "create", ORGANIZATION)
  yield* command(place, "user", "create", LOGIN, "--registry-admin")
  yield* command(place, "member", "add", ORGANIZATION, LOGIN, "--publish")
  const { value } = yield* jsonOf<{ readonly value: string }>(
    command(place, "token", "create", "--user", LOGIN, "--json")
  )
  return { ...contestant, token: value, place }
})

/** The file behind a SQLite place. */
export const sqlitePlace = (name: string, folder: string): Place & { readonly file: string } => {
  const file = join(folder, "control-plane.sqlite")
  return { name, folder, databaseUrl: `sqlite:${file}`, file }
}
