/** Packs and versions as they are kept. Decides nothing. */
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { versionName } from "./versionText.ts"

/** Which pack; `name` and `organization` may be any texts where it is only looked up. */
export interface PackName {
  readonly organization: string
  readonly name: string
}

/** The pack's name as people and audit entries read it. */
export const packText = ({ name, organization }: PackName): string => `${organization}/${name}`

export type PackVisibility = "private" | "public"

/** A pack, with its newest complete version where there is one. */
export interface PackRow extends PackName {
  readonly id: string
  readonly visibility: PackVisibility
  /** 1 for a pack that the administration command imported. */
  readonly external: number
  readonly latest_number: number | null
  readonly latest_tag: string | null
  readonly latest_display_name: string | null
}

/** A version, without the texts of its policies. */
export interface VersionRow extends Omit<PackRow, `latest_${string}`> {
  readonly number: number
  readonly tag: string | null
  readonly display_name: string
  readonly upload_id: string
  readonly completed_at: number | null
  readonly archive: string | null
}

/** A version as the registry lists it. */
export type ListedVersion = Pick<VersionRow, "display_name" | "number" | "tag">

const PACK = "p.id, p.organization, p.name, p.visibility, p.external"

/** The columns of a `PackRow`, of `policy_packs AS p`. */
export const PACK_COLUMNS = `${PACK}, p.latest_number, p.latest_tag, p.latest_display_name`

const VERSION_COLUMNS = `${PACK}, v.number, v.tag, v.display_name, v.upload_id, v.completed_at, v.archive`

/** Reads of packs and versions; a fault of the database is a defect in all of these. */
export const packRows = Effect.map(SqlClient.SqlClient, (sql) => {
  const pack = ({ name, organization }: PackName) => sql`p.organization = ${organization} AND p.name = ${name}`

  const named = (text: string) => {
    const name = versionName(text)
    switch (name?._tag) {
      case "Latest":
        return sql`v.number = p.latest_number`
      case "Number":
        return sql`v.number = ${name.number}`
      case "Tag":
        return sql`v.tag = ${name.tag}`
      case "Untagged":
        return sql`v.number = ${name.number} AND v.tag IS NULL`
      case undefined:
        return undefined
    }
  }

  return {
    /** The pack, also when none of its versions is complete. */
    findPack: (name: PackName): Effect.Effect<Option.Option<PackRow>> =>
      sql<PackRow>`SELECT ${sql.literal(PACK_COLUMNS)} FROM policy_packs AS p WHERE ${pack(name)}`.pipe(
        Effect.map(([row]) => Option.fromUndefinedOr(row)),
        Effect.orDie
      ),
    /** The version that a text names, complete or not. */
    findVersion: (name: PackName, text: string): Effect.Effect<Option.Option<VersionRow>> => {
      const which = named(text)
      if (which === undefined) return Effect.succeedNone
      return sql<VersionRow>`
        SELECT ${sql.literal(VERSION_COLUMNS)} FROM policy_packs AS p
        JOIN policy_versions AS v ON v.pack_id = p.id WHERE ${pack(name)} AND ${which}`.pipe(
        Effect.map(([row]) => Option.fromUndefinedOr(row)),
        Effect.orDie
      )
    },
    /** The version's policies as JSON; none when it was deleted meanwhile. */
    policies: ({ id, number }: Pick<VersionRow, "id" | "number">): Effect.Effect<Option.Option<string>> =>
      sql<{ policies: string }>`
        SELECT policies FROM policy_versions WHERE pack_id = ${id} AND number = ${number}`.pipe(
        Effect.map(([row]) => Option.fromUndefinedOr(row?.policies)),
        Effect.orDie
      ),
    /** Whether some policy group applies the version. */
    isApplied: ({ id, number }: Pick<VersionRow, "id" | "number">): Effect.Effect<boolean> =>
      sql`SELECT 1 AS found FROM policy_group_packs WHERE pack_id = ${id} AND number = ${number} LIMIT 1`.pipe(
        Effect.map((rows) => rows.length > 0),
        Effect.orDie
      ),
    /** Whether some policy group applies any version of the pack. */
    isEnabled: ({ id }: Pick<PackRow, "id">): Effect.Effect<boolean> =>
      sql`SELECT 1 AS found FROM policy_group_packs WHERE pack_id = ${id} LIMIT 1`.pipe(
        Effect.map((rows) => rows.length > 0),
        Effect.orDie
      ),
    /** Complete versions below a number, newest first. */
    completeVersions: (id: string, below: number, limit: number): Effect.Effect<ReadonlyArray<ListedVersion>> =>
      sql<ListedVersion>`
        SELECT number, tag, display_name FROM policy_versions
        WHERE pack_id = ${id} AND number < ${below} AND completed_at IS NOT NULL
        ORDER BY number DESC LIMIT ${limit}`.pipe(Effect.orDie)
  }
})
