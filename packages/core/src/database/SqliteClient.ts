/**
 * `effect/sql`'s client on `node:sqlite`, until an official driver for this version of Effect is published.
 * Writes go through one connection with group commit; reads outside a transaction go through another and never wait.
 */
import { Context, Effect, Layer } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, type SqlError, Statement } from "effect/sql"
import type { DatabaseSync } from "node:sqlite"
import { keepLogShort } from "./Checkpoints.ts"
import {
  BUSY_TIMEOUT_MILLISECONDS,
  makeConnection,
  openDatabase,
  type SqliteConnection,
  toSqlError
} from "./SqliteConnection.ts"
import { BEGIN_MEMBER, makeWriteGroups, ROLLBACK_MEMBER, type WriteGroups } from "./WriteGroups.ts"

/** Older versions can corrupt a database when the write-ahead log is reset while another process reads it. */
const OLDEST_SAFE_VERSION = [3, 51, 3] as const

/** The connection for reads outside transactions, for callers that can't afford a fiber. Read only. */
export class SqliteReader extends Context.Service<SqliteReader, DatabaseSync>()(
  "platform-control/core/database/SqliteReader"
) {}

const isRead = (sql: string): boolean => /^\s*(?:select|explain)\b/i.test(sql)

/** Sends each statement where it belongs: reads to the reader, everything else through a group. */
const makeRouter = (reader: SqliteConnection, groups: WriteGroups): SqliteConnection => ({
  database: reader.database,
  execute: (sql, parameters, transformRows) =>
    isRead(sql)
      ? reader.execute(sql, parameters, transformRows)
      : groups.single((writer) => writer.execute(sql, parameters, transformRows)),
  executeRaw: (sql, parameters) =>
    isRead(sql) ? reader.executeRaw(sql, parameters) : groups.single((writer) => writer.executeRaw(sql, parameters)),
  executeStream: reader.executeStream,
  executeValues: (sql, parameters) =>
    isRead(sql)
      ? reader.executeValues(sql, parameters)
      : groups.single((writer) => writer.executeValues(sql, parameters)),
  executeValuesUnprepared: (sql, parameters) =>
    groups.single((writer) => writer.executeValuesUnprepared(sql, parameters)),
  executeUnprepared: (sql, parameters, transformRows) =>
    groups.single((writer) => writer.executeUnprepared(sql, parameters, transformRows))
})

const refuseUnsafeVersion = (database: DatabaseSync): void => {
  const { version } = database.prepare("SELECT sqlite_version() AS version").get() as { version: string }
  const parts = version.split(".").map(Number)
  for (const [index, least] of OLDEST_SAFE_VERSION.entries()) {
    const part = parts[index] ?? 0
    if (part > least) return
    if (part < least) {
      throw new Error(`SQLite ${version} can corrupt databases; use a Node.js with SQLite 3.51.3 or newer (24.21, 26)`)
    }
  }
}

const open = (filename: string) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        const writer = openDatabase(filename, { readOnly: false })
        refuseUnsafeVersion(writer)
        return { writer, reader: openDatabase(filename, { readOnly: true }) }
      },
      catch: (cause) => toSqlError(cause, `open ${filename}`)
    }),
    ({ writer, reader }) =>
      Effect.sync(() => {
        reader.close()
        writer.close()
      })
  )

/** A client on one database file, made if absent. `:memory:` is not one: its two connections would see two databases. */
export const layer = (filename: string): Layer.Layer<SqlClient.SqlClient | SqliteReader, SqlError.SqlError> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { writer, reader } = yield* open(filename)
      const groups = makeWriteGroups(makeConnection(writer), BUSY_TIMEOUT_MILLISECONDS)
      yield* keepLogShort(filename, writer, groups)
      const router = makeRouter(makeConnection(reader), groups)
      const client = yield* SqlClient.make({
        driver: "node-sqlite",
        acquirer: Effect.succeed(router),
        borrower: (f) => f(router),
        transactionAcquirer: groups.enter,
        compiler: Statement.makeCompilerSqlite(),
        beginTransaction: BEGIN_MEMBER,
        rollback: ROLLBACK_MEMBER,
        commit: () => groups.commit,
        isTransaction: () => writer.isTransaction,
        releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
        spanAttributes: [["db.system.name", "sqlite"]]
      })
      return Context.make(SqlClient.SqlClient, client).pipe(Context.add(SqliteReader, reader))
    })
  ).pipe(Layer.provide(Reactivity.layer))
