/**
 * The tables of prepared documentation. Rows belong to the folder of a version's artifacts and share its fate: written
 * while nobody owns the folder, read through the version that owns it, removed with it.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Tokens compare by their bytes on both engines, as examples are in their order. */
export const createDocs = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const token = sql.onDialectOrElse({ pg: () => sql.literal('TEXT COLLATE "C"'), orElse: () => sql.literal("TEXT") })
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

/** Removes the documentation in a folder, if there is any. */
export const removeDocs = (sql: SqlClient.SqlClient, folder: string) =>
  Effect.all(
    [
      sql`DELETE FROM registry_doc_pages WHERE folder = ${folder}`,
      sql`DELETE FROM registry_doc_examples WHERE folder = ${folder}`,
      sql`DELETE FROM registry_doc_texts WHERE folder = ${folder}`
    ],
    { discard: true }
  ).pipe(sql.withTransaction)
