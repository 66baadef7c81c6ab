/**
 * Keeps a package's one row what its latest version makes it. Publishing and deleting both call this as the last step of
 * their transaction, so no other code knows which version is the latest.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { PackageId } from "./PackageId.ts"
import { makeSearchIndex } from "./SearchIndex.ts"
import { scopeOf } from "./visibility.ts"

interface LatestRow {
  readonly version: string
  readonly operation_id: string
  readonly published_at: number
  readonly package_type: string
  readonly wire: string
  readonly search_words: string
}

/**
 * Waits until no other transaction changes this package. Two versions completed at the same time on PostgreSQL would
 * otherwise each miss the other; SQLite has one writer at a time.
 */
export const lockPackage = (sql: SqlClient.SqlClient, id: PackageId) =>
  sql.onDialectOrElse({
    pg: () =>
      Effect.asVoid(
        sql`SELECT pg_advisory_xact_lock(hashtextextended(${`registry/${id.source}/${id.publisher}/${id.name}`}, 0))`
      ),
    orElse: () => Effect.void
  })

export const makeRefreshLatest = (sql: SqlClient.SqlClient) => {
  const search = makeSearchIndex(sql)

  const forget = Effect.fnUntraced(function* (id: PackageId) {
    const rows = yield* sql<{ id: number }>`
      DELETE FROM registry_packages
      WHERE source = ${id.source} AND publisher = ${id.publisher} AND name = ${id.name} RETURNING id`
    for (const row of rows) yield* search.remove(row.id)
  })

  const show = Effect.fnUntraced(function* (id: PackageId, { search_words, ...latest }: LatestRow) {
    const rows = yield* sql<{ id: number }>`
      INSERT INTO registry_packages ${sql.insert({
        source: id.source,
        publisher: id.publisher,
        name: id.name,
        scope: scopeOf(id),
        ...latest
      })}
      ON CONFLICT (source, publisher, name) DO UPDATE SET version = excluded.version,
        operation_id = excluded.operation_id, published_at = excluded.published_at,
        package_type = excluded.package_type, wire = excluded.wire
      RETURNING id`
    for (const row of rows) yield* search.put(row.id, search_words)
  })

  /** The highest `published_at` is the latest, of equal ones the one completed last; without versions the row goes. */
  return Effect.fnUntraced(function* (id: PackageId) {
    const [found] = yield* sql<LatestRow & { readonly shown: string | null }>`
      SELECT v.version, v.operation_id, v.published_at, v.package_type, v.wire, v.search_words, p.operation_id AS shown
      FROM registry_versions v LEFT JOIN registry_packages p
        ON p.source = v.source AND p.publisher = v.publisher AND p.name = v.name
      WHERE v.source = ${id.source} AND v.publisher = ${id.publisher} AND v.name = ${id.name}
      ORDER BY v.published_at DESC, v.sequence DESC LIMIT 1`
    if (found === undefined) return yield* forget(id)
    const { shown, ...latest } = found
    return shown === latest.operation_id ? undefined : yield* show(id, latest)
  })
}
