/** Refuses a database whose tables are missing or older than this command, where nobody asked to change tables. */
import type { AreaMigrations } from "@platform-control/core/database/Migrations"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type Refusal, refused } from "../Refusal.ts"

const notReady = (what: string): Refusal =>
  refused(
    `The database that the settings name ${what}.`,
    "Is it the right one? --data and PLATFORM_CONTROL_DATABASE_URL name another.",
    "`platform-control migrate` brings its tables up to date; `platform-control start` does so as well."
  )

const unreachable = refused(
  "The database that the settings name can't be reached.",
  "Check PLATFORM_CONTROL_DATABASE_URL, and that the database is running."
)

/** Succeeds when every migration of these areas has been applied. */
export const requireTables = Effect.fnUntraced(function* (areas: ReadonlyArray<AreaMigrations>) {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.mapError(sql`SELECT 1`, () => unreachable)
  for (const { area, migrations } of areas) {
    const applied = yield* Effect.mapError(sql`SELECT migration_id FROM ${sql(`${area}_migrations`)}`, () =>
      notReady("has no tables yet")
    )
    if (applied.length < Object.keys(migrations).length) return yield* notReady("has older tables")
  }
})
