/** Remembers what organizations have said of packs, and lists packs as organizations see them. Decides nothing. */
import type { PagePosition } from "@platform-control/core/PageTokens"
import { rowLimit } from "@platform-control/core/database/rowLimit"
import { Array as Arr, Effect } from "effect"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import type { PackAccess } from "../contract/RegistryPolicyPacksGroup.ts"
import { PACK_COLUMNS, type PackRow } from "../store/PackRows.ts"
import type { AccessState, AccessStates } from "./access.ts"

/** What a list asks for. */
export interface PackListFilter {
  readonly access: PackAccess
  readonly viewers: ReadonlyArray<string>
  readonly ids: ReadonlyArray<string> | undefined
}

/** One statement names no more organizations or ids than this; further ones cost further statements. */
const MAX_NAMED = 200

const order = (a: PackRow, b: PackRow): number => {
  if (a.name !== b.name) return Buffer.compare(Buffer.from(a.name), Buffer.from(b.name))
  return Buffer.compare(Buffer.from(a.organization), Buffer.from(b.organization))
}

const chunks = (items: ReadonlyArray<string> | undefined): ReadonlyArray<ReadonlyArray<string> | undefined> =>
  items === undefined ? [undefined] : Arr.chunksOf(items, MAX_NAMED)

const makeParts = (sql: SqlClient.SqlClient) => {
  const said = (state: AccessState, viewers: ReadonlyArray<string>) => sql`
    SELECT pack_id FROM policy_access WHERE ${sql.in("organization", viewers)} AND state = ${state}`

  const ownedBy = (viewers: ReadonlyArray<string>) => sql.in("p.organization", viewers)

  const created = (viewers: ReadonlyArray<string>) => sql`${ownedBy(viewers)}`

  const createdNotDenied = (viewers: ReadonlyArray<string>) => sql`${ownedBy(viewers)} AND NOT EXISTS (
    SELECT 1 FROM policy_access AS a
    WHERE a.organization = p.organization AND a.pack_id = p.id AND a.state = 'denied')`

  const added = (viewers: ReadonlyArray<string>) => sql`p.visibility = 'public' AND p.id IN (${said("added", viewers)})`

  /** Conditions that together let the packs of an access pass; what two of them let pass is one pack all the same. */
  return ({ access, viewers }: PackListFilter): ReadonlyArray<Statement.Fragment> => {
    const each = (part: (viewers: ReadonlyArray<string>) => Statement.Fragment) =>
      Arr.chunksOf(viewers, MAX_NAMED).map(part)
    switch (access) {
      case "private":
        return each(created)
      case "added":
        return each(added)
      case "enabled":
        return [...each(createdNotDenied), ...each(added)]
      case "available":
        return [
          sql.and([
            sql`p.visibility = 'public'`,
            ...each((some) => sql`NOT (${ownedBy(some)}) AND p.id NOT IN (${said("added", some)})`)
          ])
        ]
    }
  }
}

/** A fault of the database is a defect where the type says nothing else. */
export const accessRepository = Effect.map(SqlClient.SqlClient, (sql) => {
  const partsOf = makeParts(sql)

  const read = (
    condition: Statement.Fragment,
    ids: ReadonlyArray<string> | undefined,
    after: PagePosition | undefined,
    limit: number
  ) => sql<PackRow>`
    SELECT ${sql.literal(PACK_COLUMNS)} FROM policy_packs AS p
    WHERE ${condition} AND p.latest_number IS NOT NULL
      ${ids === undefined ? sql`` : sql`AND ${sql.in("p.id", ids)}`}
      ${after === undefined ? sql`` : sql`AND (p.name, p.organization) > (${after[0]}, ${after[1]})`}
    ORDER BY p.name, p.organization LIMIT ${rowLimit(sql, limit)}`

  return {
    /** The first `limit` packs after a position, by name and publisher. */
    page: (
      filter: PackListFilter,
      after: PagePosition | undefined,
      limit: number
    ): Effect.Effect<ReadonlyArray<PackRow>> =>
      Effect.gen(function* () {
        const found = new Map<string, PackRow>()
        for (const condition of partsOf(filter))
          for (const ids of chunks(filter.ids))
            for (const row of yield* read(condition, ids, after, limit)) found.set(row.id, row)
        return [...found.values()].toSorted(order).slice(0, limit)
      }).pipe(Effect.orDie),
    /** What these organizations have said of these packs, by pack. */
    states: (
      packs: ReadonlyArray<string>,
      viewers: ReadonlyArray<string>
    ): Effect.Effect<ReadonlyMap<string, AccessStates>> =>
      Effect.gen(function* () {
        const states = new Map<string, Map<string, AccessState>>()
        for (const some of Arr.chunksOf(viewers, MAX_NAMED)) {
          for (const ids of Arr.chunksOf(packs, MAX_NAMED)) {
            const rows = yield* sql<{ organization: string; pack_id: string; state: AccessState }>`
              SELECT organization, pack_id, state FROM policy_access
              WHERE ${sql.in("organization", some)} AND ${sql.in("pack_id", ids)}`
            for (const { organization, pack_id, state } of rows)
              states.set(pack_id, (states.get(pack_id) ?? new Map<string, AccessState>()).set(organization, state))
          }
        }
        return states
      }).pipe(Effect.orDie),
    /** Whether any policy group of the organization applies the pack. */
    uses: (organization: string, packId: string): Effect.Effect<boolean> =>
      sql`
        SELECT 1 AS found FROM policy_group_packs
        WHERE pack_id = ${packId} AND organization = ${organization} LIMIT 1`.pipe(
        Effect.map((rows) => rows.length > 0),
        Effect.orDie
      ),
    /** Sets or, without a state, forgets what an organization says of a pack. Inside a transaction. */
    set: (
      organization: string,
      pack_id: string,
      state: AccessState | undefined
    ): Effect.Effect<void, SqlError.SqlError> =>
      Effect.asVoid(
        state === undefined
          ? sql`DELETE FROM policy_access WHERE organization = ${organization} AND pack_id = ${pack_id}`
          : sql`
              INSERT INTO policy_access ${sql.insert({ organization, pack_id, state })}
              ON CONFLICT (organization, pack_id) DO UPDATE SET state = excluded.state`
      )
  }
})
