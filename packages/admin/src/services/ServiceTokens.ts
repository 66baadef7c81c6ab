/**
 * The access tokens that services hold. Each is a token of the organization, narrowed down to a role, that ends with its
 * service. Set by the administration command; knows no caller and no HTTP.
 */
import { Array, Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Audit, auditOrigin } from "@platform-control/core/Audit"
import type { BadRequest, Conflict, NotFound } from "@platform-control/core/Errors"
import type { Events } from "@platform-control/core/Events"
import { AuditLayer } from "../audit/AuditLog.ts"
import type { ServiceAddress } from "../contract/index.ts"
import { Organizations } from "../organizations/Organizations.ts"
import { PrincipalCache } from "../tokens/PrincipalCache.ts"
import { tokenWrite } from "../tokens/tokenRecord.ts"
import { type CreatedToken, Tokens } from "../tokens/Tokens.ts"
import { underAddress } from "./ServiceReads.ts"
import { servicesRepository } from "./ServicesRepository.ts"
import { type HeldToken, serviceTokensRepository } from "./ServiceTokensRepository.ts"

/** One statement writes no more entries of the audit log than this. */
const MAX_ENTRIES = 250

/** What a new token of a service is made of. */
export interface NewServiceToken {
  /** Unique among all tokens that the organization ever had. */
  readonly name: string
  readonly description: string
  /** Why, for the audit log. */
  readonly reason?: string
  /** The id of the role that says what it may do; `member` when absent. */
  readonly roleId?: string
  /** Unix seconds; 0 for a token that never expires. */
  readonly expiresAt: number
  /** The login of whoever makes it. */
  readonly createdBy: string
}

/** A token stops working when it expires, is revoked, or its service is deleted. */
export class ServiceTokens extends Context.Service<
  ServiceTokens,
  {
    /** 400 and 409 as for every token of an organization, 404 for an unknown organization or a path that names no service. */
    readonly create: (
      address: ServiceAddress,
      token: NewServiceToken
    ) => Effect.Effect<CreatedToken, BadRequest | NotFound | Conflict>
    /** Those that were not revoked, expired ones too. 404 for a path that names no service. */
    readonly list: (address: ServiceAddress) => Effect.Effect<ReadonlyArray<HeldToken>, NotFound>
    /** At once and for ever, inside the transaction that removes the service. */
    readonly revokeAll: (serviceId: string) => Effect.Effect<void>
  }
>()("platform-control/admin/ServiceTokens") {
  static readonly layer: Layer.Layer<ServiceTokens, never, SqlClient.SqlClient | Events> = Layer.effect(
    ServiceTokens,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const services = yield* servicesRepository
      const rows = yield* serviceTokensRepository
      const organizations = yield* Organizations
      const tokens = yield* Tokens
      const cache = yield* PrincipalCache
      const audit = yield* Audit

      /**
       * The service stays until the transaction ends: no token can slip in beside its removal. Organizations are held before
       * what belongs to them, as whoever removes one does.
       */
      const create = Effect.fn("ServiceTokens.create")(
        function* (address: ServiceAddress, token: NewServiceToken) {
          yield* organizations.hold(address.orgName)
          const found = yield* services.findForChange(address.orgName, address.serviceName)
          const { id, organization } = yield* underAddress(found, address)
          const created = yield* tokens.create({ ...token, kind: "organization", organization })
          yield* rows.insert(id, created.id)
          return created
        },
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      const list = Effect.fn("ServiceTokens.list")(function* (address: ServiceAddress) {
        const found = yield* services.find(address.orgName, address.serviceName)
        const { id } = yield* underAddress(found, address)
        return yield* rows.list(id)
      })

      const revokeAll = Effect.fnUntraced(function* (serviceId: string) {
        const ended = yield* rows.revokeAll(serviceId, yield* Clock.currentTimeMillis)
        const origin = yield* auditOrigin
        for (const some of Array.chunksOf(ended, MAX_ENTRIES))
          yield* audit.recordAll(some.map((token) => ({ write: tokenWrite("revoke", token), origin })))
        yield* Effect.forEach(ended, ({ id }) => cache.tokenRevoked(id), { discard: true })
      })

      return ServiceTokens.of({ create, list, revokeAll })
    })
  ).pipe(Layer.provide([Organizations.layer, Tokens.layer, PrincipalCache.layer, AuditLayer]))
}
