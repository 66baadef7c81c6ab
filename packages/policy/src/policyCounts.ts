/** How much an organization keeps here. For whoever wants to give its name up. A fault of the database is a defect. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const countIn = (table: "policy_access" | "policy_groups" | "policy_packs") =>
  Effect.map(
    SqlClient.SqlClient,
    (sql) =>
      (organization: string): Effect.Effect<number> =>
        sql<{ count: number }>`
          SELECT COUNT(*) AS count FROM ${sql(table)} WHERE organization = ${organization}`.pipe(
          Effect.map(([row]) => row?.count ?? 0),
          Effect.orDie
        )
  )

/** Packs, also those of which no version is complete. */
export const policyPackCount = countIn("policy_packs")

/** Policy groups. */
export const policyGroupCount = countIn("policy_groups")

/** Packs that the organization has added or denied. */
export const policyChoiceCount = countIn("policy_access")
