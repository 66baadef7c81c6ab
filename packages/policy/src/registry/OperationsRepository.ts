/** Remembers publish operations that were begun in the registry. Knows no HTTP and no permission. */
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { VersionTexts } from "../store/NewVersions.ts"
import type { PackName } from "../store/PackRows.ts"

/** A begun publish; its id names its upload. Times in milliseconds since 1970. */
export interface Operation extends PackName, VersionTexts {
  readonly id: string
  readonly tag: string
  readonly createdBy: string
  readonly createdAt: number
}

interface Row extends PackName {
  readonly id: string
  readonly tag: string
  readonly display_name: string
  readonly created_by: string
  readonly created_at: number
  readonly completed_at: number | null
  readonly policies: string
  readonly details: string
}

/** A fault of the database is a defect in all of these. */
export const operationsRepository = Effect.map(SqlClient.SqlClient, (sql) => ({
  begin: ({ createdAt, createdBy, displayName, ...operation }: Operation): Effect.Effect<void> =>
    sql`INSERT INTO policy_operations ${sql.insert({
      ...operation,
      display_name: displayName,
      created_by: createdBy,
      created_at: createdAt,
      completed_at: null
    })}`.pipe(Effect.orDie, Effect.asVoid),
  /** The operation and whether it was completed; any text is an id. */
  find: (id: string): Effect.Effect<Option.Option<{ readonly operation: Operation; readonly completed: boolean }>> =>
    sql<Row>`SELECT * FROM policy_operations WHERE id = ${id}`.pipe(
      Effect.map(([row]) => {
        if (row === undefined) return Option.none()
        const { completed_at, created_at, created_by, display_name, ...operation } = row
        return Option.some({
          operation: { ...operation, displayName: display_name, createdBy: created_by, createdAt: created_at },
          completed: completed_at !== null
        })
      }),
      Effect.orDie
    ),
  /** Whether the pack ever had the tag. */
  isTaken: ({ name, organization }: PackName, tag: string): Effect.Effect<boolean> =>
    sql`
      SELECT 1 AS found FROM policy_tags WHERE organization = ${organization} AND name = ${name} AND tag = ${tag}`.pipe(
      Effect.map((rows) => rows.length > 0),
      Effect.orDie
    ),
  /** Up to `limit` operations that were begun before a time. */
  begunBefore: (time: number, limit: number): Effect.Effect<ReadonlyArray<string>> =>
    sql<{ id: string }>`
      SELECT id FROM policy_operations WHERE created_at < ${time} ORDER BY created_at LIMIT ${limit}`.pipe(
      Effect.map((rows) => rows.map(({ id }) => id)),
      Effect.orDie
    ),
  forget: (id: string): Effect.Effect<void> =>
    sql`DELETE FROM policy_operations WHERE id = ${id}`.pipe(Effect.orDie, Effect.asVoid)
}))
