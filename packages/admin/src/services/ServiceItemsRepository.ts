/** The rows of what is attached to services. Decides nothing. */
import { Array, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { rowLimit } from "@platform-control/core/database/rowLimit"
import type { AddServiceItem, ServiceItemType } from "../contract/index.ts"

/** An item as it is kept, with the face of whoever attached it. */
export interface ItemRecord extends AddServiceItem {
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** Null for one whom no user attached, or whose user is gone. */
  readonly addedBy: string | null
  readonly addedByAvatarUrl: string | null
}

/** Where a page of items begins: behind this one. */
export type ItemPosition = readonly [type: string, name: string]

/** How many items of one type a service has. */
export interface ItemCount {
  readonly serviceId: string
  readonly type: ServiceItemType
  readonly count: number
}

/** One statement inserts no more rows than this. */
const MAX_ROWS = 250

/** A fault of the database is a defect in all of these. */
export const serviceItemsRepository = Effect.map(SqlClient.SqlClient, (sql) => ({
  /** Gives those of them that were not attached before. */
  add: (
    serviceId: string,
    items: ReadonlyArray<AddServiceItem>,
    by: { readonly userId: string | null; readonly at: number }
  ): Effect.Effect<ReadonlyArray<AddServiceItem>> => {
    const rows = items.map(({ name, type }) => ({
      service_id: serviceId,
      type,
      name,
      added_by: by.userId,
      created_at: by.at
    }))
    return Effect.forEach(
      Array.chunksOf(rows, MAX_ROWS),
      (chunk) => sql<AddServiceItem>`INSERT INTO admin_service_items ${sql.insert(chunk)}
        ON CONFLICT (service_id, type, name) DO NOTHING RETURNING type, name`
    ).pipe(
      Effect.map((added) => added.flat()),
      Effect.orDie
    )
  },

  /** False when it was not attached. */
  remove: (serviceId: string, { name, type }: AddServiceItem): Effect.Effect<boolean> =>
    sql`DELETE FROM admin_service_items
      WHERE service_id = ${serviceId} AND type = ${type} AND name = ${name} RETURNING name`.pipe(
      Effect.map((rows) => rows.length > 0),
      Effect.orDie
    ),

  /** Items of these types in the order of type and name, from the one after `after` on. */
  list: (
    serviceId: string,
    types: ReadonlyArray<ServiceItemType>,
    after: ItemPosition,
    limit: number
  ): Effect.Effect<ReadonlyArray<ItemRecord>> =>
    types.length === 0
      ? Effect.succeed([])
      : sql<ItemRecord>`SELECT i.type, i.name, i.created_at AS "createdAt", u.login AS "addedBy",
            u.avatar_url AS "addedByAvatarUrl"
          FROM admin_service_items i LEFT JOIN admin_users u ON u.id = i.added_by
          WHERE i.service_id = ${serviceId} AND (i.type, i.name) > (${after[0]}, ${after[1]})
            AND ${sql.in("i.type", types)}
          ORDER BY i.type, i.name LIMIT ${rowLimit(sql, limit)}`.pipe(Effect.orDie),

  /** Of all these services, counted by type. */
  counts: (
    ids: ReadonlyArray<string>,
    types: ReadonlyArray<ServiceItemType>
  ): Effect.Effect<ReadonlyArray<ItemCount>> =>
    ids.length === 0 || types.length === 0
      ? Effect.succeed([])
      : sql<ItemCount>`SELECT service_id AS "serviceId", type, CAST(COUNT(*) AS INTEGER) AS "count"
          FROM admin_service_items WHERE ${sql.in("service_id", ids)} AND ${sql.in("type", types)}
          GROUP BY service_id, type`.pipe(Effect.orDie)
}))
