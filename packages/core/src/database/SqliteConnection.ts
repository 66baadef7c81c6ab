/** One `node:sqlite` connection behind the `effect/sql` connection interface. Knows nothing of transactions. */
import { Effect, Predicate, Stream } from "effect"
import type { SqlConnection } from "effect/sql"
import { SqlError as SqlErrors } from "effect/sql"
import { DatabaseSync, type StatementSync, type SQLInputValue, type SQLOutputValue } from "node:sqlite"

const MAX_CACHED_STATEMENTS = 500
/** Whoever finds another process writing waits this long at most. */
export const BUSY_TIMEOUT_MILLISECONDS = 5_000

interface Prepared {
  readonly statement: StatementSync
  /** Of its result; empty where it returns no rows. */
  readonly columns: ReadonlyArray<string>
}

type Values = ReadonlyArray<SQLOutputValue>

/** A connection and the database handle beneath it. */
export interface SqliteConnection extends SqlConnection.Connection {
  readonly database: DatabaseSync
}

/** Of a unique index, and of a primary key, whose code `effect/sql` does not know. */
const NOT_UNIQUE = 2067
const KEY_NOT_UNIQUE = 1555

/** `node:sqlite` gives SQLite's code as `errcode`; `effect/sql` looks for it in `errno`. */
const withErrno = (cause: unknown): unknown => {
  if (!Predicate.hasProperty(cause, "errcode")) return cause
  return Object.assign(cause, { errno: cause.errcode === KEY_NOT_UNIQUE ? NOT_UNIQUE : cause.errcode })
}

/** Why an SQLite call failed, in the words of `effect/sql`. */
export const toSqlError = (cause: unknown, operation: string): SqlErrors.SqlError =>
  new SqlErrors.SqlError({
    reason: SqlErrors.classifySqliteError(withErrno(cause), { message: "SQLite refused a statement", operation })
  })

const toParameter = (value: unknown): SQLInputValue => {
  if (value === undefined) return null
  if (typeof value === "boolean") return value ? 1 : 0
  if (value instanceof Date) return value.toISOString()
  return value as SQLInputValue
}

/** The objects that `node:sqlite` makes itself are dictionaries: slow to make, and slower to read and to copy. */
const toRow = (columns: ReadonlyArray<string>, values: Values): Record<string, SQLOutputValue> => {
  const row: Record<string, SQLOutputValue> = {}
  columns.forEach((column, index) => (row[column] = values[index] ?? null))
  return row
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
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) }
    if (prepared.columns.length > 0) statement.setReturnArrays(true)
    else statement.setReadBigInts(true)
    if (statements.size >= MAX_CACHED_STATEMENTS) statements.delete(statements.keys().next().value!)
    statements.set(sql, prepared)
    return prepared
  }

  const valuesOf = ({ columns, statement }: Prepared, parameters: ReadonlyArray<unknown>): ReadonlyArray<Values> => {
    const values = parameters.map(toParameter)
    // The types of `node:sqlite` do not know that `setReturnArrays` changes what is returned.
    if (columns.length > 0) return statement.all(...values) as ReadonlyArray<object> as ReadonlyArray<Values>
    statement.run(...values)
    return []
  }

  const run = (sql: string, parameters: ReadonlyArray<unknown>): ReadonlyArray<object> => {
    const prepared = prepare(sql)
    return valuesOf(prepared, parameters).map((values) => toRow(prepared.columns, values))
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
    attempt("executeValues", () => valuesOf(prepare(sql), parameters))

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
