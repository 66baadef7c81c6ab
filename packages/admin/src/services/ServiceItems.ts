/** Attaches stacks and environments to services and detaches them. Knows no HTTP. */
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Audit, auditOrigin } from "@platform-control/core/Audit"
import type { Principal } from "@platform-control/core/Authorization"
import type { BadRequest, Forbidden, NotFound } from "@platform-control/core/Errors"
import { AuditLayer } from "../audit/AuditLog.ts"
import type { AddServiceItem, ServiceAddress } from "../contract/index.ts"
import { addedItems } from "./addedItems.ts"
import { noMember } from "./refusals.ts"
import { refuseTokens } from "./refuseTokens.ts"
import { requireItemTypes } from "./requireItemTypes.ts"
import { serviceAccess } from "./ServiceAccess.ts"
import { serviceItemsRepository } from "./ServiceItemsRepository.ts"
import { type ServiceRecord, servicesRepository } from "./ServicesRepository.ts"

type Item = Pick<AddServiceItem, "type" | "name">

/** Callers have passed the organization's door: they hold ServicesWrite. */
export class ServiceItems extends Context.Service<
  ServiceItems,
  {
    /**
     * All or none; what is attached already stays as it is. 400 for an access token as a name, 403 for who has no part in the service or in a type of these
     * items, 404 for a path that names no service.
     */
    readonly add: (
      caller: Principal,
      address: ServiceAddress,
      items: ReadonlyArray<Item>
    ) => Effect.Effect<void, BadRequest | Forbidden | NotFound>
    /** Without an effect where it is not attached. Refused as `add` is. */
    readonly remove: (
      caller: Principal,
      address: ServiceAddress,
      item: Item
    ) => Effect.Effect<void, Forbidden | NotFound>
    /** `add` without any question, inside the transaction of whoever has asked them. */
    readonly attach: (caller: Principal, service: ServiceRecord, items: ReadonlyArray<Item>) => Effect.Effect<void>
  }
>()("platform-control/admin/ServiceItems") {
  static readonly layer: Layer.Layer<ServiceItems, never, SqlClient.SqlClient> = Layer.effect(
    ServiceItems,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const access = yield* serviceAccess
      const services = yield* servicesRepository
      const rows = yield* serviceItemsRepository
      const audit = yield* Audit

      /** A caller whose record was read from a cache may be gone. */
      const adder = Effect.fnUntraced(function* ({ userId }: Principal) {
        return userId !== undefined && (yield* services.keepUser(userId)) ? userId : null
      })

      const attach = Effect.fnUntraced(function* (
        caller: Principal,
        { id, name, organization }: ServiceRecord,
        items: ReadonlyArray<Item>
      ) {
        const at = yield* Clock.currentTimeMillis
        const added = yield* rows.add(id, items, { userId: yield* adder(caller), at })
        const origin = yield* auditOrigin
        yield* audit.recordAll(
          addedItems(name, added).map((target) => ({
            write: { action: "service.add-items", target, organization },
            origin
          }))
        )
      })

      const change = <A>(
        caller: Principal,
        address: ServiceAddress,
        items: ReadonlyArray<Item>,
        apply: (record: ServiceRecord) => Effect.Effect<A>
      ) =>
        Effect.gen(function* () {
          const { record, standing } = yield* access(caller, address)
          if (standing === "other") return yield* noMember("change the items of", record.name)
          yield* requireItemTypes(caller, record.organization, items)
          yield* apply(record)
        }).pipe(sql.withTransaction, Effect.catchTag("SqlError", Effect.die))

      return ServiceItems.of({
        add: (caller, address, items) =>
          Effect.andThen(
            refuseTokens({ items }),
            change(caller, address, items, (record) => attach(caller, record, items))
          ),
        remove: (caller, address, item) =>
          change(
            caller,
            address,
            [item],
            Effect.fnUntraced(function* ({ id, name, organization }) {
              if (yield* rows.remove(id, item))
                yield* audit.record({
                  action: "service.remove-item",
                  target: `${name}/${item.type}/${item.name}`,
                  organization
                })
            })
          ),
        attach
      })
    })
  ).pipe(Layer.provide(AuditLayer))
}
