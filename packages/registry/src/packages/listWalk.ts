/**
 * The statement behind one page of a walk. Equalities and order of each part are the columns of one index, so a page
 * costs what it shows, wherever it begins.
 */
import { rowLimit } from "@platform-control/core/database/rowLimit"
import type { PagePosition } from "@platform-control/core/PageTokens"
import type { SqlClient, Statement } from "effect/sql"
import type { PackageType } from "../contract/PackageMetadata.ts"
import type { PageOrder } from "./pageOrder.ts"
import { PUBLIC_SCOPE, type Region } from "./visibility.ts"

/** The filters that an index narrows a walk down by. */
export interface WalkFilter {
  readonly regions: ReadonlyArray<Region>
  readonly publisher: string | undefined
  readonly name: string | undefined
  readonly packageType: PackageType | undefined
}

/** An order that stands in an index. */
export type WalkOrder = PageOrder & { readonly sort: "name" | "publishedAt" }

/** One part of a walk; all parts together hold every package that passes the filter, without overlap. */
export interface WalkPart {
  readonly region: Region
  readonly publisher: string | undefined
  readonly name: string | undefined
  readonly packageType: PackageType | undefined
}

const ORDER_COLUMNS = {
  name: ["name", "publisher", "source"],
  publishedAt: ["published_at", "name", "publisher", "source"]
} as const

const PACKAGE_TYPES = ["native", "component", "bridged"] as const

/**
 * Some indexes narrow down by type as well: without that filter such a walk takes a part for each type. The publisher of
 * a private package is its scope, so there it narrows nothing down.
 */
export const walkParts = (filter: WalkFilter): ReadonlyArray<WalkPart> =>
  filter.regions.flatMap((region) => {
    const isPublic = region !== "everyPrivate" && region.scope === PUBLIC_SCOPE
    const publisher = isPublic ? filter.publisher : undefined
    const indexedByType = filter.name === undefined && (publisher !== undefined || region === "everyPrivate")
    const types = indexedByType && filter.packageType === undefined ? PACKAGE_TYPES : [filter.packageType]
    return types.map((packageType) => ({ region, publisher, name: filter.name, packageType }))
  })

/**
 * The first `limit` rows of these parts after a position. The parts read index entries only; whole rows are fetched for
 * the page alone.
 */
export const walkStatement = <Row extends object>(
  sql: SqlClient.SqlClient,
  columns: string,
  parts: ReadonlyArray<WalkPart>,
  order: WalkOrder,
  after: PagePosition | undefined,
  limit: number
): Statement.Statement<Row> => {
  const keys = ORDER_COLUMNS[order.sort]
  const orderBy = (prefix = "") =>
    sql.literal(keys.map((column) => `${prefix}${column} ${order.ascending ? "ASC" : "DESC"}`).join(", "))

  const beyond = (position: PagePosition) => sql`
    (${sql.literal(keys.join(", "))}) ${sql.literal(order.ascending ? ">" : "<")}
      (${sql.csv(position.map((value) => sql`${value}`))})`

  const condition = (part: WalkPart): Statement.Fragment =>
    sql.and([
      part.region === "everyPrivate" ? sql`scope <> '*'` : sql`scope = ${part.region.scope}`,
      ...(part.publisher === undefined ? [] : [sql`publisher = ${part.publisher}`]),
      ...(part.packageType === undefined ? [] : [sql`package_type = ${part.packageType}`]),
      ...(part.name === undefined ? [] : [sql`name = ${part.name}`]),
      ...(after === undefined ? [] : [beyond(after)])
    ])

  const onePart = (part: WalkPart) => sql`
    SELECT * FROM (
      SELECT id, ${sql.literal(keys.join(", "))} FROM registry_packages
      WHERE ${condition(part)} ORDER BY ${orderBy()} LIMIT ${rowLimit(sql, limit)}
    ) AS part`

  return sql<Row>`
    SELECT ${sql.literal(columns)} FROM (
      ${sql.join(" UNION ALL ", false)(parts.map(onePart))} ORDER BY ${orderBy()} LIMIT ${rowLimit(sql, limit)}
    ) AS page JOIN registry_packages AS p ON p.id = page.id ORDER BY ${orderBy("page.")}`
}
