/** Each area's tables: one list and one ledger a area, run in order at start or by `platform-control migrate`. */
import { Effect } from "effect"
import { Migrator, type SqlClient, type SqlError } from "effect/sql"

/** The migrations of one area, keyed `0001_what`; numbers are small and only ever added. */
export interface AreaMigrations {
  readonly area: string
  readonly migrations: Readonly<Record<string, Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>>>
}

/** One migration that was run. */
export interface AppliedMigration {
  readonly area: string
  readonly id: number
  readonly name: string
}

const run = Migrator.make({})

/** Runs what has not run yet. Safe to call from several processes at once: the ledger is locked. */
export const migrate = Effect.fn("Migrations.migrate")(function* (areas: ReadonlyArray<AreaMigrations>) {
  const applied: Array<AppliedMigration> = []
  for (const { area, migrations } of areas) {
    const done = yield* run({ loader: Migrator.fromRecord(migrations), table: `${area}_migrations` })
    for (const [id, name] of done) applied.push({ area, id, name })
  }
  return applied
})
