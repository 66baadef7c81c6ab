/** Our own server as a process of its own, on an empty database, with everything the suite needs. */
import { temporaryFolder, type TestEngine } from "@platform-control/core/testing/databases"
import { Effect, type Scope } from "effect"
import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { fileURLToPath } from "node:url"
import { parse } from "yaml"
import { type Configuration, parseConfiguration } from "../src/config/Configuration.ts"

const bin = fileURLToPath(new URL("../../packages/http/src/bin.ts", import.meta.url))

/** No setting of whoever runs this reaches the server: it could name a database that is in use. */
const foreign = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith("PLATFORM_CONTROL_"))
)

/** The last line of what `serve --conformance` prints. */
const LAST_KEY = /^ {2}issuer: .+$/m

const settle = (child: ReturnType<typeof launch>): Promise<Configuration> =>
  new Promise((resolve, reject) => {
    let printed = ""
    let complaints = ""
    child.stderr.on("data", (part: Buffer) => (complaints += part.toString()))
    child.stdout.on("data", (part: Buffer) => {
      printed += part.toString()
      if (LAST_KEY.test(printed)) resolve(parseConfiguration(parse(printed)))
    })
    child.once("close", (code) => reject(new Error(`The server ended with ${code}:\n${complaints}${printed}`)))
  })

const launch = (environment: Readonly<Record<string, string>>) =>
  spawn(
    process.execPath,
    ["--conditions=@platform-control/source", bin, "serve", "--conformance", "--host", "127.0.0.1", "--port", "0"],
    { env: { ...foreign, PLATFORM_CONTROL_LOG_LEVEL: "None", ...environment }, stdio: ["ignore", "pipe", "pipe"] }
  )

const stop = (child: ReturnType<typeof launch>): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.once("close", () => resolve())
    child.kill("SIGINT")
  })

/** Stopped, and its database removed, with the scope. */
export const ownServer = (engine: TestEngine): Effect.Effect<Configuration, never, Scope.Scope> =>
  Effect.gen(function* () {
    const environment = {
      PLATFORM_CONTROL_DATA: yield* temporaryFolder,
      PLATFORM_CONTROL_DATABASE_URL: yield* engine.emptyDatabase,
      PLATFORM_CONTROL_SECRET_KEY: randomBytes(32).toString("base64")
    }
    const child = yield* Effect.acquireRelease(
      Effect.sync(() => launch(environment)),
      (child) => Effect.promise(() => stop(child))
    )
    return yield* Effect.promise(() => settle(child))
  })
