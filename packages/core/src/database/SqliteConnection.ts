/** One `node:sqlite` connection behind the `effect/sql` connection interface. Knows nothing of transactions. */
import { Effect, Stream } from "effect"
import type { SqlConnection } from "effect/sql"
import { SqlError as SqlErrors } from "effect/sql"
import { DatabaseSync, type StatementSync, type SQLInputValue } from "node:sqlite"

const MAX_CACHED_STATEMENTS = 500
const BUSY_TIMEOUT_MILLISECONDS = 5_000

interface Prepared {
  readonly statement: StatementSync
  readonly returnsRows: boolean
}

/** A connection and the database handle beneath it. */
export interface SqliteConnection extends SqlConnection.Connection {
  readonly database: DatabaseSync
}

/** Why an SQLite call failed, in the words of `effect/sql`. */
export const toSqlError = (cause: unknown, operation: string): SqlErrors.SqlError =>
  new SqlErrors.SqlError({
    reason: SqlErrors.classifySqliteError(cause, { message: "SQLite refused a statement", operation })
  })

const toParameter = (value: unknown): SQLInputValue => {
  if (value === undefined) return null
  if (typeof value === "boolean") return value ? 1 : 0
  if (value instanceof Date) return value.toISOString()
  return value as SQLInputValue
}

/** Opens a file. Every commit is on disk before it is acknowledged (`synchronous` FULL in WAL mode). */
export const openDatabase = (filename: string, options: { readonly readOnly: boolean }): DatabaseSync => {
  const database = new DatabaseSync(filename, { readOnly: options.readOnly, timeout: BUSY_TIMEOUT_MILLISECONDS })
  if (!options.readOnly) database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")
  database.exec("PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536;")
  return database
}

/** Prepared statements are kept by their text, the least recently prepared dropped first. */
export const makeConnection = (database: DatabaseSync): SqliteConnection => {
  const statements = new Map<string, Prepared>()

  const prepare = (sql: string): Prepared => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = database.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    if (!prepared.returnsRows) statement.setReadBigInts(true)
    if (statements.size >= MAX_CACHED_STATEMENTS) statements.delete(statements.keys().next().value!)
    statements.set(sql, prepared)
    return prepared
  }

  const run = (sql: string, parameters: ReadonlyArray<unknown>): ReadonlyArray<object> => {
    const { statement, returnsRows } = prepare(sql)
    const values = parameters.map(toParameter)
    if (returnsRows) return statement.all(...values)
    statement.run(...values)
    return []
  }

  const attempt = <A>(operation: string, body: () => A): Effect.Effect<A, SqlErrors.SqlError> =>
    Effect.suspend(() => {
      try {
        return Effect.succeed(body())
      } catch (cause) {
        return Effect.fail(toSqlError(cause, operation))
      }
    })

  const execute: SqliteConnection["execute"] = (sql, parameters, transformRows) =>
    attempt("execute", () => {
      const rows = run(sql, parameters)
      return transformRows === undefined ? rows : transformRows(rows)
    })

  const executeValues: SqliteConnection["executeValues"] = (sql, parameters) =>
    attempt("executeValues", () => run(sql, parameters).map((row) => Object.values(row)))

  return {
    database,
    execute,
    executeRaw: (sql, parameters) => attempt("executeRaw", () => run(sql, parameters)),
    executeStream: (sql, parameters, transformRows) =>
      Stream.unwrap(Effect.map(execute(sql, parameters, transformRows), Stream.fromIterable)),
    executeValues,
    executeValuesUnprepared: executeValues,
    executeUnprepared: (sql, parameters, transformRows) =>
      parameters.length > 0
        ? execute(sql, parameters, transformRows)
        : attempt("executeUnprepared", () => {
            database.exec(sql)
            return []
          })
  }
}
