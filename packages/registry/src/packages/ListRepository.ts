/**
 * Reads packages for lists: walks an order from a position on, or finds the few that a search or a set names. What a
 * page costs depends on its size and on how many regions the caller sees, not on how many packages there are.
 */
import type { PagePosition } from "@platform-control/core/PageTokens"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { PackageType } from "../contract/PackageMetadata.ts"
import { makeListRows, type RowRef, rowsOfOneMoment } from "./ListRows.ts"
import { type WalkFilter, type WalkOrder, walkParts, walkStatement } from "./listWalk.ts"
import type { PackageId } from "./PackageId.ts"
import { comparePositions, positionOf } from "./pageOrder.ts"
import { makeSearchIndex } from "./SearchIndex.ts"
import type { SearchQuery } from "./searchWords.ts"

/** What identifies and places a package, without its record. */
export interface ListKey extends RowRef {
  readonly source: PackageId["source"]
  readonly publisher: string
  readonly name: string
  readonly package_type: PackageType
  readonly published_at: number
}

/** A package's latest version as lists show it. */
export interface ListRow extends ListKey {
  readonly version: string
  readonly wire: string
}

const REFS = "p.id, p.operation_id"
const KEYS = `${REFS}, p.source, p.publisher, p.name, p.package_type, p.published_at`
const ROWS = `${KEYS}, p.version, p.wire`

/** One statement unites no more parts than this; callers of more organizations cost further statements. */
const MAX_PARTS = 100
/** One statement names no more rows than this. */
const MAX_NAMED = 200
/** Rows in memory: what is listed again and again, not every package of a large registry. */
const KEPT_BYTES = 32 * 1024 * 1024
/** About what a row takes beside its record: names and times, and what holds them. */
const ROW_BYTES = 1_000

/** Two for each character, the most that one takes. */
const bytesOf = ({ wire }: ListRow): number => ROW_BYTES + 2 * wire.length

const chunksOf = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

const inChunks = <A, B>(
  items: ReadonlyArray<A>,
  size: number,
  ask: (chunk: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<B>, unknown>
): Effect.Effect<ReadonlyArray<B>> =>
  Effect.map(Effect.orDie(Effect.forEach(chunksOf(items, size), ask)), (chunks) => chunks.flat())

/** Lists read what was committed before they began; each page reads anew. */
export class ListRepository extends Context.Service<
  ListRepository,
  {
    /** The first `limit` packages of an order after a position. */
    readonly walk: (
      filter: WalkFilter,
      order: WalkOrder,
      after: PagePosition | undefined,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ListRow>>
    /** The first `limit` packages ever published that match. */
    readonly search: (query: SearchQuery, limit: number) => Effect.Effect<ReadonlyArray<ListKey>>
    /** Those of these packages that exist, in no stated order. */
    readonly named: (ids: ReadonlyArray<PackageId>) => Effect.Effect<ReadonlyArray<ListKey>>
    /** The rows of these packages in the order of `keys`, without those deleted meanwhile. */
    readonly rows: (keys: ReadonlyArray<ListKey>) => Effect.Effect<ReadonlyArray<ListRow>>
  }
>()("platform-control/registry/packages/ListRepository") {
  static readonly layer: Layer.Layer<ListRepository, never, SqlClient.SqlClient> = Layer.effect(
    ListRepository,
    Effect.map(SqlClient.SqlClient, (sql) => {
      const index = makeSearchIndex(sql)
      const rowsOf = makeListRows<ListRow>(KEPT_BYTES, bytesOf, (ids) =>
        inChunks(
          ids,
          MAX_NAMED,
          (chunk) => sql<ListRow>`SELECT ${sql.literal(ROWS)} FROM registry_packages AS p WHERE ${sql.in("id", chunk)}`
        )
      )
      return ListRepository.of({
        walk: Effect.fnUntraced(function* (filter, order, after, limit) {
          const parts = walkParts(filter)
          const refs = inChunks(parts, MAX_PARTS, (chunk) =>
            walkStatement<RowRef>(sql, REFS, chunk, order, after, limit)
          )
          const rows = yield* rowsOfOneMoment(refs, rowsOf)
          if (parts.length <= MAX_PARTS) return rows
          const position = (row: ListRow) => positionOf(order, { ...row, tier: 0, totalStacks: 0 })
          return rows.toSorted((a, b) => comparePositions(order, position(a), position(b))).slice(0, limit)
        }),
        search: (query, limit) => Effect.orDie(index.find<ListKey>(KEYS, query, limit)),
        named: (ids) =>
          inChunks(
            ids,
            MAX_NAMED,
            (chunk) => sql<ListKey>`
              SELECT ${sql.literal(KEYS)} FROM registry_packages AS p WHERE (p.source, p.publisher, p.name) IN
                (VALUES ${sql.csv(chunk.map((id) => sql`(${id.source}, ${id.publisher}, ${id.name})`))})`
          ),
        rows: rowsOf
      })
    })
  )
}
