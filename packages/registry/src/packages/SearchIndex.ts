/** The full-text index over packages: FTS5 on SQLite, a tsvector with GIN on PostgreSQL. Words come ready-made. */
import { rowLimit } from "@platform-control/core/database/rowLimit"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { facets, type SearchQuery, type SearchTerm } from "./searchWords.ts"

const ftsTerm = ({ prefix, word }: SearchTerm): string => `"${word}"${prefix ? "*" : ""}`

const tsTerm = ({ prefix, word }: SearchTerm): string => `'${word}'${prefix ? ":*" : ""}`

const ftsQuery = ({ scopes, terms }: SearchQuery): string => {
  const within = scopes === "every" ? [] : [`(${scopes.map((scope) => ftsTerm(facets.scope(scope))).join(" OR ")})`]
  return [...terms.map(ftsTerm), ...within].join(" AND ")
}

const tsVector = (words: string): string =>
  words
    .split(" ")
    .map((word) => `'${word}'`)
    .join(" ")

/** Rows of `registry_packages`, by `id`. */
export const makeSearchIndex = (sql: SqlClient.SqlClient) => ({
  /** Inside the transaction that writes the row. */
  put: (id: number, words: string) =>
    Effect.asVoid(
      sql.onDialectOrElse({
        pg: () => sql`UPDATE registry_packages SET search = CAST(${tsVector(words)} AS tsvector) WHERE id = ${id}`,
        orElse: () => sql`INSERT OR REPLACE INTO registry_search (rowid, words) VALUES (${id}, ${words})`
      })
    ),

  /** Inside the transaction that removes the row. */
  remove: (id: number) =>
    sql.onDialectOrElse({
      pg: () => Effect.void,
      orElse: () => Effect.asVoid(sql`DELETE FROM registry_search WHERE rowid = ${id}`)
    }),

  /**
   * The packages that match, those published first in front: an order that stays as it is while others are published, and
   * that both engines can read off until `limit` are found. At least one term.
   */
  find: <Row extends object>(columns: string, query: SearchQuery, limit: number) =>
    sql.onDialectOrElse({
      pg: () => sql<Row>`
        SELECT ${sql.literal(columns)} FROM registry_packages AS p
        WHERE p.search @@ CAST(${query.terms.map(tsTerm).join(" & ")} AS tsquery)
          AND ${query.scopes === "every" ? sql`TRUE` : sql.in("scope", query.scopes)}
        ORDER BY p.id LIMIT ${rowLimit(sql, limit)}`,
      orElse: () => sql<Row>`
        SELECT ${sql.literal(columns)} FROM registry_search AS s JOIN registry_packages AS p ON p.id = s.rowid
        WHERE s.words MATCH ${ftsQuery(query)} ORDER BY s.rowid LIMIT ${rowLimit(sql, limit)}`
    })
})
