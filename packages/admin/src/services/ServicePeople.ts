/** Who can own a service or belong to one: the members and the teams of its organization. */
import { Context, Effect, Layer, Option } from "effect"
import type { SqlClient } from "effect/sql"
import type { NotFound } from "@platform-control/core/Errors"
import type { Events } from "@platform-control/core/Events"
import type { ServiceMemberRef } from "../contract/index.ts"
import { Members } from "../organizations/Members.ts"
import { Teams } from "../organizations/Teams.ts"
import { memberUnknown } from "./refusals.ts"
import type { Somebody } from "./serviceRights.ts"

export class ServicePeople extends Context.Service<
  ServicePeople,
  {
    /**
     * Inside a transaction, until whose end they stay. 404 for a user who is no member of the organization, and for a team
     * that it does not have.
     */
    readonly hold: (organization: string, ref: ServiceMemberRef) => Effect.Effect<Somebody, NotFound>
  }
>()("platform-control/admin/ServicePeople") {
  static readonly layer: Layer.Layer<ServicePeople, never, SqlClient.SqlClient | Events> = Layer.effect(
    ServicePeople,
    Effect.gen(function* () {
      const members = yield* Members
      const teams = yield* Teams

      const hold = Effect.fnUntraced(function* (organization: string, ref: ServiceMemberRef) {
        if (ref.type === "user") {
          const userId = yield* members.hold(organization, ref.name)
          return userId === undefined ? yield* memberUnknown(organization, ref) : { ...ref, userId }
        }
        const team = yield* teams.hold(organization, ref.name)
        return Option.isNone(team) ? yield* memberUnknown(organization, ref) : { ...ref, userId: null }
      })

      return ServicePeople.of({ hold })
    })
  ).pipe(Layer.provide([Members.layer, Teams.layer]))
}
