/** What an organization keeps here, for whoever wants to remove the organization. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/** Numbers from 0. */
export interface PolicyCounts {
  readonly packs: number
  readonly groups: number
}

export class PolicyHoldings extends Context.Service<
  PolicyHoldings,
  {
    /** Packs with all their versions, complete or not, and policy groups. */
    readonly of: (organization: string) => Effect.Effect<PolicyCounts>
  }
>()("platform-control/policy/PolicyHoldings") {
  static readonly layer: Layer.Layer<PolicyHoldings, never, SqlClient.SqlClient> = Layer.effect(
    PolicyHoldings,
    Effect.map(SqlClient.SqlClient, (sql) =>
      PolicyHoldings.of({
        of: (organization) =>
          sql<PolicyCounts>`
            SELECT (SELECT COUNT(*) FROM policy_packs WHERE organization = ${organization}) AS packs,
              (SELECT COUNT(*) FROM policy_groups WHERE organization = ${organization}) AS groups`.pipe(
            Effect.map(([row]) => ({ packs: Number(row?.packs ?? 0), groups: Number(row?.groups ?? 0) })),
            Effect.orDie
          )
      })
    )
  )
}
