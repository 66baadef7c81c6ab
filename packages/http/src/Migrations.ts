/** The tables of every area, brought up to date at start or by the command. */
import { adminMigrations } from "@platform-control/admin/server"
import { type AppliedMigration, migrate } from "@platform-control/core/database/Migrations"
import { coreMigrations } from "@platform-control/core/events/coreMigrations"
import { policyMigrations } from "@platform-control/policy/server"
import { registryMigrations } from "@platform-control/registry/server"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { CannotStart } from "./CannotStart.ts"

/** Every list of migrations, in the order in which they run. */
export const migrations = [coreMigrations, adminMigrations, registryMigrations, policyMigrations] as const

/** Runs what has not run yet, and says what that was. Safe to call from several processes at once. */
export const runMigrations: Effect.Effect<
  ReadonlyArray<AppliedMigration>,
  CannotStart,
  SqlClient.SqlClient
> = Effect.mapError(
  migrate(migrations),
  (cause) => new CannotStart({ message: "The database's tables could not be brought up to date.", cause })
)
