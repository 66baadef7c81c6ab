/** Runs what an administration command does on the database that the settings name. Knows no command. */
import { adminMigrations, Members, Organizations, Tokens, Users } from "@platform-control/admin/server"
import * as SqlEvents from "@platform-control/core/events/SqlEvents"
import { Effect, Layer, type Option } from "effect"
import { SqlClient } from "effect/sql"
import { CannotStart } from "../../CannotStart.ts"
import * as Database from "../../Database.ts"
import { isAnswer } from "../explain.ts"
import { Refusal, refused } from "../Refusal.ts"
import { settingsWith } from "../server/settings.ts"

/** The flags that every administration command has. */
export interface OnDatabase {
  readonly data: Option.Option<string>
}

const notReady = (what: string): Refusal =>
  refused(
    `The database that the settings name ${what}.`,
    "Is it the server's? --data and PLATFORM_CONTROL_DATABASE_URL name another.",
    "`platform-control migrate` brings its tables up to date; `platform-control start` does so as well."
  )

/** An administration command changes rows, never tables: a mistyped folder must not become a second database. */
const requireTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const applied = yield* sql<{ migration_id: number }>`SELECT migration_id FROM admin_migrations`.pipe(
    Effect.mapError(() => notReady("has no tables yet"))
  )
  if (applied.length < Object.keys(adminMigrations.migrations).length) return yield* notReady("has older tables")
})

const services = Layer.mergeAll(Organizations.layer, Users.layer, Members.layer, Tokens.layer).pipe(
  Layer.provide(SqlEvents.layer)
)

const toRefusal = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error
  if (error instanceof CannotStart || isAnswer(error)) return refused(error.message)
  return refused(String(error))
}

/** A handler with the admin services at hand, whose refusals are said in their own words. */
export const onDatabase =
  <Input extends OnDatabase, A, E>(
    body: (input: Input) => Effect.Effect<A, E, Organizations | Users | Members | Tokens>
  ) =>
  (input: Input): Effect.Effect<A, Refusal> =>
    Effect.flatMap(settingsWith(input), (settings) =>
      Effect.andThen(requireTables, Effect.provide(body(input), services)).pipe(
        Effect.provide(Database.layer(settings))
      )
    ).pipe(Effect.mapError(toRefusal))
