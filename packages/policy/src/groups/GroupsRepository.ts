/** Remembers policy groups and what they apply. Decides nothing; faults of the database are left to the transaction. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { CheckedSettings } from "./groupSettings.ts"

/** Which group. */
export interface GroupName {
  readonly organization: string
  readonly group: string
}

/** A pack as a group applies it. */
export interface AppliedPack extends CheckedSettings {
  readonly publisher: string
  readonly name: string
  readonly version: number
  /** Empty for a version that was published without one. */
  readonly versionTag: string
}

interface Row {
  readonly group_name: string
  readonly organization: string
  readonly name: string
  readonly number: number
  readonly tag: string | null
  readonly settings: string
}

const toApplied = (row: Row): AppliedPack => ({
  publisher: row.organization,
  name: row.name,
  version: row.number,
  versionTag: row.tag ?? "",
  ...(JSON.parse(row.settings) as CheckedSettings)
})

export const groupsRepository = Effect.map(SqlClient.SqlClient, (sql) => {
  const forUpdate = sql.onDialectOrElse({ pg: () => sql`FOR UPDATE`, orElse: () => sql`` })
  return {
    /** False when the name is taken. */
    insert: ({ group, organization }: GroupName, created_at: number) =>
      Effect.map(
        sql`
          INSERT INTO policy_groups ${sql.insert({ organization, name: group, created_at })}
          ON CONFLICT DO NOTHING RETURNING name`,
        (rows) => rows.length > 0
      ),
    /** Whether the group is there; it stays so until the transaction ends. */
    lock: ({ group, organization }: GroupName) =>
      Effect.map(
        sql`SELECT name FROM policy_groups WHERE organization = ${organization} AND name = ${group} ${forUpdate}`,
        (rows) => rows.length > 0
      ),
    /** False when there is no such group. */
    remove: Effect.fnUntraced(function* ({ group, organization }: GroupName) {
      const removed = yield* sql`
        DELETE FROM policy_groups WHERE organization = ${organization} AND name = ${group} RETURNING name`
      yield* sql`DELETE FROM policy_group_packs WHERE organization = ${organization} AND group_name = ${group}`
      return removed.length > 0
    }),
    apply: (
      { group, organization }: GroupName,
      version: { readonly id: string; readonly number: number },
      settings: string
    ) =>
      Effect.asVoid(sql`
        INSERT INTO policy_group_packs ${sql.insert({
          organization,
          group_name: group,
          pack_id: version.id,
          number: version.number,
          settings
        })}
        ON CONFLICT (organization, group_name, pack_id)
        DO UPDATE SET number = excluded.number, settings = excluded.settings`),
    /** False when the group does not apply the pack. */
    withdraw: ({ group, organization }: GroupName, packId: string) =>
      Effect.map(
        sql`
          DELETE FROM policy_group_packs
          WHERE organization = ${organization} AND group_name = ${group} AND pack_id = ${packId} RETURNING pack_id`,
        (rows) => rows.length > 0
      ),
    /** Every group of an organization with what it applies, by name. */
    list: Effect.fnUntraced(function* (organization: string) {
      const groups = yield* sql<{ name: string }>`
        SELECT name FROM policy_groups WHERE organization = ${organization} ORDER BY name`
      const rows = yield* sql<Row>`
        SELECT g.group_name, p.organization, p.name, g.number, v.tag, g.settings FROM policy_group_packs AS g
        JOIN policy_packs AS p ON p.id = g.pack_id
        JOIN policy_versions AS v ON v.pack_id = g.pack_id AND v.number = g.number
        WHERE g.organization = ${organization} ORDER BY p.organization, p.name`
      const applied = Map.groupBy(rows, ({ group_name }) => group_name)
      return groups.map(({ name }) => ({ name, packs: (applied.get(name) ?? []).map(toApplied) }))
    })
  }
})
