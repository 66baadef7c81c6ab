/** Signals for servers on a database, among all processes that use it. Knows only which way goes with which engine. */
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { SqliteReader } from "../database/SqliteClient.ts"
import { Wakeups } from "../database/Wakeups.ts"
import { Events, makeDelivery } from "../Events.ts"
import { makePostgresEvents } from "./postgresEvents.ts"
import { makeSqliteEvents } from "./sqliteEvents.ts"

const needsDatabase = (what: string) =>
  Effect.die(new Error(`Events need the client of core/database/Database, with its ${what}`))

/** Needs the tables of `coreMigrations`. Signals of the last hour reach a process whose connection was away. */
export const layer: Layer.Layer<Events, never, SqlClient.SqlClient> = Layer.effect(
  Events,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const delivery = yield* makeDelivery
    const wakeups = yield* Wakeups
    const reader = yield* Effect.serviceOption(SqliteReader)
    return yield* sql.onDialectOrElse({
      pg: () =>
        wakeups === undefined ? needsDatabase("Wakeups") : Effect.orDie(makePostgresEvents(wakeups, delivery)),
      orElse: () => (Option.isNone(reader) ? needsDatabase("SqliteReader") : makeSqliteEvents(reader.value, delivery))
    })
  })
)
