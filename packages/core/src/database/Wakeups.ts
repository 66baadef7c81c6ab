/** How processes on one database tell each other to look at its tables again. Carries no data: what to see stands in the tables. */
import { Context, type Effect, type Stream } from "effect"
import type { SqlError } from "effect/sql"

/** Given by the client of a database that several processes use. */
export interface Wakeups {
  /** Wakes every listener of the channel, this process's too. Costs all writers if it is part of their transactions. */
  readonly send: (channel: string) => Effect.Effect<void, SqlError.SqlError>
  /** One element once listening has begun, then one or more for all that was sent; fails when the connection breaks. */
  readonly listen: (channel: string) => Stream.Stream<void, SqlError.SqlError>
}

/** Undefined where the database belongs to one process, as a SQLite file does. */
export const Wakeups = Context.Reference<Wakeups | undefined>("platform-control/core/database/Wakeups", {
  defaultValue: () => undefined
})
