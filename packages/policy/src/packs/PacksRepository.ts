/** Lists an organization's packs with their complete versions. Decides nothing. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { AppPolicyWithVersions } from "../contract/PolicyPack.ts"

interface Row {
  readonly name: string
  readonly display_name: string
  readonly number: number
  readonly tag: string | null
}

const gather = (rows: ReadonlyArray<Row>): ReadonlyArray<AppPolicyWithVersions> => {
  const packs = new Map<string, { name: string; displayName: string; versions: number[]; versionTags: string[] }>()
  for (const { display_name, name, number, tag } of rows) {
    const pack = packs.get(name) ?? { name, displayName: display_name, versions: [], versionTags: [] }
    pack.versions.push(number)
    if (tag !== null) pack.versionTags.push(tag)
    packs.set(name, pack)
  }
  return [...packs.values()]
}

/** A fault of the database is a defect. */
export const packsRepository = Effect.map(SqlClient.SqlClient, (sql) => ({
  /** By name, versions newest first; all packs where no name is given. */
  list: (organization: string, name: string | undefined): Effect.Effect<ReadonlyArray<AppPolicyWithVersions>> =>
    sql<Row>`
      SELECT p.name, v.display_name, v.number, v.tag FROM policy_packs AS p
      JOIN policy_versions AS v ON v.pack_id = p.id
      WHERE p.organization = ${organization} AND ${name === undefined ? sql`p.latest_number IS NOT NULL` : sql`p.name = ${name}`}
        AND v.completed_at IS NOT NULL
      ORDER BY p.name, v.number DESC`.pipe(Effect.map(gather), Effect.orDie)
}))
