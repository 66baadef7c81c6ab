/** Gives an organization up with all that belongs to it here, once no other area keeps anything under its name. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Audit } from "@platform-control/core/Audit"
import type { Conflict, NotFound } from "@platform-control/core/Errors"
import type { Events } from "@platform-control/core/Events"
import { lastOrganization, organizationHolds } from "../Refusals.ts"
import { PrincipalCache } from "../tokens/PrincipalCache.ts"
import { waitForOthers } from "../waitForOthers.ts"
import { endedTokens } from "./endedTokens.ts"
import { IssuerCache } from "./IssuerCache.ts"
import { OrganizationHoldings } from "./OrganizationHoldings.ts"
import { Organizations } from "./Organizations.ts"
import { organizationsRepository } from "./OrganizationsRepository.ts"

/** What holds of it is gone from the next request on (in other processes as soon as they hear of it). */
export class OrganizationRemoval extends Context.Service<
  OrganizationRemoval,
  {
    /**
     * Its tokens, services, members, teams, issuers and feature switches go with it; its users stay. 404 for an unknown
     * name, 409 while another area keeps anything under it, or when it is the only organization. What is put under it at
     * the same moment (`Organizations.hold`) comes before, and is seen here, or after, and finds no organization.
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
      const { issuersChanged } = yield* IssuerCache
      const tokens = yield* endedTokens

      const requireEmpty = Effect.fnUntraced(function* (name: string) {
        const held = yield* holdings.of(name)
        if (held.length > 0)
          return yield* organizationHolds(
            name,
            held.map(({ count, what }) => `${what} (${count})`)
          )
      })

      const removeAll = Effect.fnUntraced(function* (
        what: "issuers" | "services" | "teams",
        action: "issuer.remove" | "service.delete" | "team.remove",
        name: string
      ) {
        for (const target of yield* rows.removeAll(what, name))
          yield* audit.record({ action, target, organization: name })
      })

      const remove = Effect.fn("OrganizationRemoval.remove")(
        function* (name: string) {
          yield* waitForOthers
          yield* organizations.get(name)
          yield* rows.holdAlone(name)
          if ((yield* organizations.list({ limit: 2 })).length === 1) return yield* lastOrganization(name)
          yield* requireEmpty(name)
          // Whoever deletes a service has it first, and then its tokens.
          yield* removeAll("services", "service.delete", name)
          yield* tokens.ofOrganization(name)
          yield* removeAll("issuers", "issuer.remove", name)
          yield* issuersChanged(name)
          yield* removeAll("teams", "team.remove", name)
          const people = yield* rows.people(name)
          yield* rows.remove(name)
          for (const { id, login } of people) {
            yield* audit.record({ action: "member.remove", target: login, organization: name })
            yield* cache.userChanged(id)
          }
          yield* audit.record({ action: "organization.remove", target: name, organization: name })
        },
        sql.withTransaction,
        Effect.provideService(SqlClient.SqlClient, sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      return OrganizationRemoval.of({ remove })
    })
  ).pipe(Layer.provide([Organizations.layer, PrincipalCache.layer, IssuerCache.layer]))
}
