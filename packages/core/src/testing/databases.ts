/**
 * The databases that promise-suites run on: a new SQLite file each, and, where `PLATFORM_CONTROL_TEST_POSTGRES_URL`
 * names a server on which databases may be created, a new PostgreSQL database each.
 */
import { Effect, Layer, Redacted, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Database from "../database/Database.ts"
import { type AreaMigrations, migrate } from "../database/Migrations.ts"

/** One engine to run a suite on; `skip` says that it is not set up on this machine. */
export interface TestEngine {
  readonly name: "SQLite" | "PostgreSQL"
  readonly skip: boolean
  /** A URL of an empty database that is removed with the scope. */
  readonly emptyDatabase: Effect.Effect<string, never, Scope.Scope>
  /** A client on an empty database with these areas' tables. */
  readonly layer: (...areas: ReadonlyArray<AreaMigrations>) => Layer.Layer<SqlClient.SqlClient>
}

/** A folder that is removed with the scope. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "platform-control-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
)

const sqliteDatabase = Effect.map(temporaryFolder, (folder) => `sqlite:${join(folder, "database.sqlite")}`)

const client = (url: string) => Database.layer({ url: Redacted.make(url), maxConnections: 4 })

const postgresDatabase = (server: string) =>
  Effect.acquireRelease(
    Effect.gen(function* () {
      const name = `platform_control_test_${randomBytes(6).toString("hex")}`
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE DATABASE ${sql(name)}`
      const url = new URL(server)
      url.pathname = `/${name}`
      return { name, url: url.href }
    }).pipe(Effect.provide(client(server)), Effect.orDie),
    ({ name }) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`DROP DATABASE IF EXISTS ${sql(name)} WITH (FORCE)`
      }).pipe(Effect.provide(client(server)), Effect.orDie)
  ).pipe(Effect.map(({ url }) => url))

const engine = (name: TestEngine["name"], emptyDatabase: TestEngine["emptyDatabase"], skip: boolean): TestEngine => ({
  name,
  skip,
  emptyDatabase,
  layer: (...areas) =>
    Layer.unwrap(
      Effect.map(emptyDatabase, (url) =>
        Layer.effectDiscard(migrate(areas)).pipe(Layer.provideMerge(client(url)), Layer.orDie)
      )
    )
})

const { PLATFORM_CONTROL_TEST_POSTGRES_URL: postgresServer = "" } = process.env

/** Every engine; loop over it around `describe` and pass `skip` on, so that what was not run is seen. */
export const testEngines: ReadonlyArray<TestEngine> = [
  engine("SQLite", sqliteDatabase, false),
  engine("PostgreSQL", postgresDatabase(postgresServer), postgresServer === "")
]
