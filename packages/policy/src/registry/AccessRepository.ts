/** Remembers what organizations have said of packs, and lists packs as organizations see them. Decides nothing. */
import { Array as Arr, Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { PackName, PackRow } from "../store/PackRows.ts"
import type { AccessState, AccessStates } from "./access.ts"
import { makePackPages, MAX_NAMED, type PackListFilter, type PackPage } from "./packPages.ts"

const order = (a: PackRow, b: PackRow): number => {
  if (a.name !== b.name) return Buffer.compare(Buffer.from(a.name), Buffer.from(b.name))
  return Buffer.compare(Buffer.from(a.organization), Buffer.from(b.organization))
}

/** A fault of the database is a defect where the type says nothing else. */
export const accessRepository = Effect.map(SqlClient.SqlClient, (sql) => {
  const pages = makePackPages(sql)

  return {
    /** The first packs after a position, by name and publisher. */
    page: (filter: PackListFilter, at: PackPage): Effect.Effect<ReadonlyArray<PackRow>> =>
      Effect.gen(function* () {
        const found = new Map<string, PackRow>()
        for (const statement of pages(filter, at)) for (const row of yield* statement) found.set(row.id, row)
        return [...found.values()].toSorted(order).slice(0, at.limit)
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
      { id, name, organization: publisher }: PackName & { readonly id: string },
      state: AccessState | undefined
    ): Effect.Effect<void, SqlError.SqlError> =>
      Effect.asVoid(
        state === undefined
          ? sql`DELETE FROM policy_access WHERE organization = ${organization} AND pack_id = ${id}`
          : sql`
              INSERT INTO policy_access ${sql.insert({ organization, pack_id: id, state, name, publisher })}
              ON CONFLICT (organization, pack_id) DO UPDATE SET state = excluded.state`
      )
  }
})
