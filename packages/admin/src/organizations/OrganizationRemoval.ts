/** Gives an organization up with all that belongs to it here, once no other area keeps anything under its name. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Audit } from "@platform-control/core/Audit"
import type { Conflict, NotFound } from "@platform-control/core/Errors"
import type { Events } from "@platform-control/core/Events"
import { lastOrganization, organizationHolds } from "../Refusals.ts"
import { PrincipalCache } from "../tokens/PrincipalCache.ts"
import { OrganizationHoldings } from "./OrganizationHoldings.ts"
import { Organizations } from "./Organizations.ts"
import { organizationsRepository } from "./OrganizationsRepository.ts"

/** What holds of it is gone from the next request on (in other processes as soon as they hear of it). */
export class OrganizationRemoval extends Context.Service<
  OrganizationRemoval,
  {
    /**
     * Its members, teams, issuers, feature switches and tokens go with it; its users stay. 404 for an unknown name, 409
     * while anything else is kept under it, or when it is the only organization.
     */
    readonly remove: (name: string) => Effect.Effect<void, NotFound | Conflict>
  }
>()("platform-control/admin/OrganizationRemoval") {
  static readonly layer: Layer.Layer<OrganizationRemoval, never, SqlClient.SqlClient | Events> = Layer.effect(
    OrganizationRemoval,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* organizationsRepository
      const audit = yield* Audit
      const organizations = yield* Organizations
      const holdings = yield* OrganizationHoldings
      const cache = yield* PrincipalCache

      const requireEmpty = Effect.fnUntraced(function* (name: string) {
        const held = yield* holdings.of(name)
        if (held.length > 0)
          return yield* organizationHolds(
            name,
            held.map(({ count, what }) => `${what} (${count})`)
          )
      })

      const remove = Effect.fn("OrganizationRemoval.remove")(
        function* (name: string) {
          yield* organizations.get(name)
          if ((yield* organizations.list({ limit: 2 })).length === 1) return yield* lastOrganization(name)
          yield* requireEmpty(name)
          const tokens = yield* rows.removeTokens(name)
          const users = yield* rows.removeMembers(name)
          yield* rows.remove(name)
          yield* audit.record({ action: "organization.remove", target: name })
          yield* Effect.forEach(tokens, cache.tokenRevoked, { discard: true })
          yield* Effect.forEach(users, cache.userChanged, { discard: true })
        },
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      return OrganizationRemoval.of({ remove })
    })
  ).pipe(Layer.provide([Organizations.layer, PrincipalCache.layer]))
}
