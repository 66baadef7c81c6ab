/**
 * The statements behind one page of packs as organizations see them. A page is gathered from parts that each follow one
 * index from the position on, so it costs what it shows, however many packs there are. Decides nothing.
 */
import { rowLimit } from "@platform-control/core/database/rowLimit"
import type { PagePosition } from "@platform-control/core/PageTokens"
import { Array as Arr } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { PackAccess } from "../contract/RegistryPolicyPacksGroup.ts"
import { PACK_COLUMNS, type PackRow } from "../store/PackRows.ts"
import type { AccessState } from "./access.ts"

/** What a list asks for. */
export interface PackListFilter {
  readonly access: PackAccess
  readonly viewers: ReadonlyArray<string>
  readonly ids: ReadonlyArray<string> | undefined
}

/** Where a page begins and how many packs it has at most. */
export interface PackPage {
  readonly after: PagePosition | undefined
  readonly limit: number
}

type Viewers = ReadonlyArray<string>

/** One statement names no more organizations or ids than this; further ones cost further statements. */
export const MAX_NAMED = 200
/** One statement gathers a page from no more organizations than this. SQLite joins at most 500 parts. */
const MAX_WALKED = 50

/** Conditions on `policy_packs AS p`. */
const makeConditions = (sql: SqlClient.SqlClient) => {
  const own = (viewers: Viewers) => sql.in("p.organization", viewers)

  /** The offset keeps PostgreSQL from making a join of it, for which it might read both tables as a whole. */
  const saidOf = (state: AccessState, whose: Statement.Fragment) => sql`EXISTS (
    SELECT 1 FROM policy_access AS a WHERE a.pack_id = p.id AND ${whose} AND a.state = ${state} LIMIT 1 OFFSET 0)`

  const added = (viewers: Viewers) => saidOf("added", sql.in("a.organization", viewers))

  return {
    own: (viewers: Viewers) => sql`${own(viewers)}`,
    notDenied: (viewers: Viewers) =>
      sql`${own(viewers)} AND NOT ${saidOf("denied", sql`a.organization = p.organization`)}`,
    added: (viewers: Viewers) => sql`p.visibility = 'public' AND ${added(viewers)}`,
    /** Passes over what was made or added, which is as much as the operator has made public or added. */
    available: (viewers: Viewers) =>
      sql.and([
        sql`p.visibility = 'public'`,
        ...Arr.chunksOf(viewers, MAX_NAMED).map((some) => sql`NOT (${own(some)}) AND NOT ${added(some)}`)
      ])
  }
}

/** The pages' statements: all packs of a page are among the rows that they give together, and some of them twice. */
export const makePackPages = (sql: SqlClient.SqlClient) => {
  const conditions = makeConditions(sql)

  const beyond = (columns: string, after: PagePosition | undefined) =>
    after === undefined ? sql`` : sql`AND (${sql.literal(columns)}) > (${after[0]}, ${after[1]})`

  const page = (condition: Statement.Fragment, { after, limit }: PackPage) => sql<PackRow>`
    SELECT ${sql.literal(PACK_COLUMNS)} FROM policy_packs AS p
    WHERE ${condition} AND p.latest_number IS NOT NULL ${beyond("p.name, p.organization", after)}
    ORDER BY p.name, p.organization LIMIT ${rowLimit(sql, limit)}`

  /** Follows what one organization has added, which stands in the order of the list. */
  const addedPage = (viewer: string, { after, limit }: PackPage) => sql`
    SELECT ${sql.literal(PACK_COLUMNS)} FROM policy_access AS a JOIN policy_packs AS p ON p.id = a.pack_id
    WHERE a.organization = ${viewer} AND a.state = 'added' ${beyond("a.name, a.publisher", after)}
      AND p.visibility = 'public' AND p.latest_number IS NOT NULL
    ORDER BY a.name, a.publisher LIMIT ${rowLimit(sql, limit)}`

  const walk = (viewers: Viewers, { limit }: PackPage, parts: (viewer: string) => ReadonlyArray<Statement.Fragment>) =>
    Arr.chunksOf(viewers, MAX_WALKED).map(
      (some) => sql<PackRow>`
        ${sql.join(" UNION ", false)(some.flatMap(parts).map((part) => sql`SELECT * FROM (${part}) AS part`))}
        ORDER BY name, organization LIMIT ${rowLimit(sql, limit)}`
    )

  const walks = ({ access, viewers }: PackListFilter, at: PackPage): ReadonlyArray<Statement.Statement<PackRow>> => {
    switch (access) {
      case "private":
        return walk(viewers, at, (viewer) => [page(conditions.own([viewer]), at)])
      case "added":
        return walk(viewers, at, (viewer) => [addedPage(viewer, at)])
      case "enabled":
        return walk(viewers, at, (viewer) => [page(conditions.notDenied([viewer]), at), addedPage(viewer, at)])
      case "available":
        return [page(conditions.available(viewers), at)]
    }
  }

  /** Looks at the named packs and no others; the first word says to SQLite's client that it only reads. */
  const among = (ids: ReadonlyArray<string>, condition: Statement.Fragment, { after, limit }: PackPage) => sql<PackRow>`
    SELECT * FROM (
      WITH p AS MATERIALIZED (
        SELECT ${sql.literal(PACK_COLUMNS)} FROM policy_packs AS p
        WHERE ${sql.in("p.id", ids)} AND p.latest_number IS NOT NULL
      )
      SELECT * FROM p WHERE ${condition} ${beyond("p.name, p.organization", after)}
      ORDER BY p.name, p.organization LIMIT ${rowLimit(sql, limit)}
    ) AS page`

  const conditionsOf = ({ access, viewers }: PackListFilter): ReadonlyArray<Statement.Fragment> => {
    const chunks = Arr.chunksOf(viewers, MAX_NAMED)
    switch (access) {
      case "private":
        return chunks.map(conditions.own)
      case "added":
        return chunks.map(conditions.added)
      case "enabled":
        return chunks.flatMap((some) => [conditions.notDenied(some), conditions.added(some)])
      case "available":
        return [conditions.available(viewers)]
    }
  }

  return (filter: PackListFilter, at: PackPage): ReadonlyArray<Statement.Statement<PackRow>> => {
    if (filter.ids === undefined) return walks(filter, at)
    return Arr.chunksOf(filter.ids, MAX_NAMED).flatMap((ids) =>
      conditionsOf(filter).map((condition) => among(ids, condition, at))
    )
  }
}
