/**
 * The tables of prepared documentation. Rows belong to the folder of a version's artifacts and share its fate: written
 * while nobody owns the folder, read through the version that owns it, removed with it.
 */
import { Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

const columnTypes = (sql: SqlClient.SqlClient) => ({
  // Tokens compare by their bytes on both engines, as examples are in their order.
  token: sql.onDialectOrElse({ pg: () => sql.literal('TEXT COLLATE "C"'), orElse: () => sql.literal("TEXT") }),
  bytes: sql.onDialectOrElse({ pg: () => sql.literal("BYTEA"), orElse: () => sql.literal("BLOB") })
})

export const createDocs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { token } = columnTypes(sql)
  yield* sql`
    CREATE TABLE registry_doc_pages (
      folder TEXT NOT NULL,
      type_token ${token} NOT NULL,
      page TEXT NOT NULL,
      PRIMARY KEY (folder, type_token)
    )`
  yield* sql`
    CREATE TABLE registry_doc_examples (
      folder TEXT NOT NULL,
      type_token ${token} NOT NULL,
      position BIGINT NOT NULL,
      kind TEXT NOT NULL,
      example TEXT NOT NULL,
      search_title TEXT NOT NULL,
      search_token TEXT NOT NULL,
      PRIMARY KEY (folder, type_token, position)
    )`
  yield* sql`
    CREATE TABLE registry_doc_texts (
      folder TEXT NOT NULL,
      kind TEXT NOT NULL,
      content TEXT NOT NULL,
      PRIMARY KEY (folder, kind)
    )`
})

/**
 * Pages as they are answered instead of what answers are made from, and the navigation by language. What was prepared
 * before is not read any more: those versions have no documentation until they are published again.
 */
export const renderDocs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { bytes, token } = columnTypes(sql)
  yield* sql`DROP TABLE registry_doc_pages`
  yield* sql`
    CREATE TABLE registry_doc_pages (
      folder TEXT NOT NULL,
      type_token ${token} NOT NULL,
      description TEXT NOT NULL,
      PRIMARY KEY (folder, type_token)
    )`
  yield* sql`
    CREATE TABLE registry_doc_bodies (
      folder TEXT NOT NULL,
      type_token ${token} NOT NULL,
      form TEXT NOT NULL,
      heading TEXT NOT NULL,
      body ${bytes} NOT NULL,
      digest TEXT NOT NULL,
      PRIMARY KEY (folder, type_token, form)
    )`
  yield* sql`DELETE FROM registry_doc_texts WHERE kind = 'navigation'`
  yield* sql`
    CREATE INDEX registry_doc_examples_search
      ON registry_doc_examples (folder, type_token, position, search_title, search_token)`
})

/** Small pages as JSON beside their descriptions; the others have bodies, as all of earlier versions have. */
export const keepSmallPages = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE registry_doc_pages ADD COLUMN json TEXT`
  yield* sql`ALTER TABLE registry_doc_pages ADD COLUMN extras TEXT`
})

/** Rows of one statement; few enough to keep nobody waiting, whatever they hold. */
const ROWS_A_STATEMENT = 100

const tables = {
  registry_doc_bodies: ["type_token", "form"],
  registry_doc_pages: ["type_token"],
  registry_doc_examples: ["type_token", "position"],
  registry_doc_texts: ["kind"]
} as const

/** Removes the documentation in a folder, if there is any, a few rows at a time. */
export const removeDocs = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  folder: string
): Effect.fn.Return<void, SqlError.SqlError> {
  for (const [table, key] of Object.entries(tables)) {
    const columns = sql.literal(key.join(", "))
    const removeSome = sql`
      DELETE FROM ${sql(table)} WHERE folder = ${folder} AND (${columns}) IN (
        SELECT ${columns} FROM ${sql(table)} WHERE folder = ${folder} LIMIT ${sql.literal(String(ROWS_A_STATEMENT))}
      ) RETURNING folder`
    while ((yield* removeSome).length === ROWS_A_STATEMENT);
  }
})
