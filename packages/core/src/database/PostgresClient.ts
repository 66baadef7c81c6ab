/** `effect/sql`'s client on PostgreSQL as the repositories expect it: 64-bit integers are numbers, as on SQLite. */
import { PgClient, PgConnection, PgTypes } from "@effect/sql-pg"
import { Effect, Layer, type Redacted, Result, Stream } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { Wakeups } from "./Wakeups.ts"

/** Settings of the connection pool. */
export interface PostgresOptions {
  readonly url: Redacted.Redacted
  readonly maxConnections: number
}

const numbersFromInt8 = (): PgTypes.Registry => {
  const registry = PgTypes.makeRegistry()
  registry.register<number | bigint>(PgTypes.OID.int8, {
    encode: (value) => {
      const bytes = new Uint8Array(8)
      new DataView(bytes.buffer).setBigInt64(0, BigInt(value))
      return Result.succeed(bytes)
    },
    decode: (bytes) => Result.succeed(Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigInt64(0))),
    read: (bytes, offset) =>
      Result.succeed(Number(new DataView(bytes.buffer, bytes.byteOffset + offset, 8).getBigInt64(0)))
  })
  return registry
}

const sessionOf = (options: PostgresOptions) => ({
  url: options.url,
  applicationName: "platform-control",
  startupParameters: { timezone: "UTC" }
})

/** Each listener has a connection of its own: one of the pool would be missing there for good. */
const wakeupsOf = (options: PostgresOptions) =>
  Effect.map(PgClient.PgClient, (client): Wakeups => ({
    send: (channel) => client.notify(channel, ""),
    listen: (channel) =>
      PgConnection.make({ ...sessionOf(options), keepAlive: "30 seconds" }).pipe(
        Effect.flatMap((connection) => connection.listen(channel)),
        Effect.map((queue) =>
          Stream.concat(
            Stream.succeed(undefined),
            Stream.map(Stream.fromQueue(queue), () => undefined)
          )
        ),
        Stream.unwrap
      )
  }))

/** A pooled client, and one more connection per listener. The database has to exist; migrations make its tables. */
export const layer = (
  options: PostgresOptions
): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, SqlError.SqlError> =>
  Layer.effect(Wakeups, wakeupsOf(options)).pipe(
    Layer.provideMerge(
      PgClient.layerFrom(
        Effect.suspend(() =>
          PgClient.make({ ...sessionOf(options), maxConnections: options.maxConnections, types: numbersFromInt8() })
        )
      )
    )
  )
