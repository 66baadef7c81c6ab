/** `effect/sql`'s client on PostgreSQL as the repositories expect it: 64-bit integers are numbers, as on SQLite. */
import { PgClient, PgTypes } from "@effect/sql-pg"
import { Effect, type Layer, type Redacted, Result } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

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

/** A pooled client. The database has to exist; its tables are made by the migrations. */
export const layer = (
  options: PostgresOptions
): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, SqlError.SqlError> =>
  PgClient.layerFrom(
    Effect.suspend(() =>
      PgClient.make({
        url: options.url,
        maxConnections: options.maxConnections,
        applicationName: "platform-control",
        types: numbersFromInt8(),
        startupParameters: { timezone: "UTC" }
      })
    )
  )
