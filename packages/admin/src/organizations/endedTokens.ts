/** The access tokens that end with their organization, their team or their user, each written down. Knows no caller. */
import { Clock, Effect } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { Audit } from "@platform-control/core/Audit"
import { PrincipalCache } from "../tokens/PrincipalCache.ts"

interface EndedToken {
  readonly id: string
  readonly kind: string
  readonly organization: string | null
}

/**
 * Inside the transaction that removes the owner, which nobody can add a token to any more. Tokens that did not work anyway
 * go without an entry, as do those that an exchange issued from one that goes.
 */
export const endedTokens = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const audit = yield* Audit
  const cache = yield* PrincipalCache
  const forUpdate = sql.onDialectOrElse({ pg: () => sql`FOR UPDATE`, orElse: () => sql`` })

  const announce = Effect.fnUntraced(function* (owned: Statement.Fragment, nowMilliseconds: number) {
    const working = yield* sql<EndedToken>`SELECT id, kind, organization FROM admin_tokens
      WHERE ${owned} AND revoked_at IS NULL AND issued_from IS NULL
        AND (expires_at = 0 OR expires_at * 1000 > ${nowMilliseconds})
      ORDER BY created_at, id ${forUpdate}`
    for (const { id, kind, organization } of working) {
      yield* audit.record({ action: `${kind}-token.revoke`, target: id, organization: organization ?? undefined })
      yield* cache.tokenRevoked(id)
    }
  })

  const remove = Effect.fnUntraced(function* (owned: Statement.Fragment) {
    yield* announce(owned, yield* Clock.currentTimeMillis)
    yield* sql`DELETE FROM admin_tokens WHERE ${owned}`
  }, Effect.orDie)

  return {
    /** Every token of the organization, and every user's that reaches it only. */
    ofOrganization: (organization: string): Effect.Effect<void> => remove(sql`organization = ${organization}`),
    /** Every token of the user. */
    ofUser: (userId: string): Effect.Effect<void> => remove(sql`user_id = ${userId}`),
    /** Every token of the team. Names that the organization has used stay taken (Spec B, Limits): their revoked rows stay. */
    ofTeam: Effect.fnUntraced(function* (organization: string, team: string) {
      const owned = sql`organization = ${organization} AND team = ${team}`
      const now = yield* Clock.currentTimeMillis
      yield* announce(owned, now)
      yield* sql`DELETE FROM admin_tokens WHERE ${owned} AND name IS NULL`
      // A row of the kind `team` would need its team; of a revoked one nothing but the name is ever looked at.
      yield* sql`UPDATE admin_tokens SET kind = 'organization', team = NULL, revoked_at = COALESCE(revoked_at, ${now})
        WHERE ${owned}`
    }, Effect.orDie)
  }
})
