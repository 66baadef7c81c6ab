/** Services are made, changed and deleted here: who may, and what goes with them. Knows no HTTP. */
import { Clock, Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Audit } from "@platform-control/core/Audit"
import type { Principal } from "@platform-control/core/Authorization"
import type { BadRequest, Conflict, Forbidden, NotFound, PreconditionFailed } from "@platform-control/core/Errors"
import type { Events } from "@platform-control/core/Events"
import type { PageTokens } from "@platform-control/core/PageTokens"
import { holds } from "@platform-control/core/Permissions"
import { AuditLayer } from "../audit/AuditLog.ts"
import type { NewService, Service, ServiceAddress, ServiceChange, ServiceMemberRef } from "../contract/index.ts"
import { differences } from "../organizations/differences.ts"
import { Organizations } from "../organizations/Organizations.ts"
import { refuseTokens } from "./refuseTokens.ts"
import { requireItemTypes } from "./requireItemTypes.ts"
import { noMember, notOwner, otherMembers, ownerIsNotYou, serviceExists } from "./refusals.ts"
import { type ServiceAtHand, serviceAccess } from "./ServiceAccess.ts"
import { ServiceItems } from "./ServiceItems.ts"
import { ServicePeople } from "./ServicePeople.ts"
import { ServiceReads } from "./ServiceReads.ts"
import { isOrBelongsTo, type Somebody } from "./serviceRights.ts"
import { type MemberRecord, type ServiceRecord, servicesRepository } from "./ServicesRepository.ts"
import { ServiceTokens } from "./ServiceTokens.ts"

/** What belongs to the owner: the address, and whom else the service is for. */
const isOwnersBusiness = ({ members, name }: ServiceChange): boolean => members !== undefined || name !== undefined

/** The same text for the same members, however often and in which order they are named. */
const namesOf = (members: ReadonlyArray<Pick<Somebody, "type" | "name">>): string =>
  [...new Set(members.map(({ name, type }) => `${type}/${name}`))].toSorted().join()

/** Callers have passed the organization's door: they hold ServicesWrite. */
export class Services extends Context.Service<
  Services,
  {
    /**
     * 400 for an access token in any text; 403 for an owner who is neither the caller nor their team, or items of a type that the caller has no part in;
     * 404 for an owner who does not belong to the organization; 409 for a name that is taken there.
     */
    readonly create: (
      caller: Principal,
      organization: string,
      service: NewService
    ) => Effect.Effect<Service, BadRequest | Forbidden | NotFound | Conflict>
    /** All of it or nothing. 400 for an access token in any text, 403 for who has no part in it, 404 for an unknown path or member, 409 for a taken name. */
    readonly update: (
      caller: Principal,
      address: ServiceAddress,
      change: ServiceChange
    ) => Effect.Effect<Service, BadRequest | Forbidden | NotFound | Conflict>
    /** Its tokens stop working at once, on every server. 412 while others than its owner belong to it, unless forced. */
    readonly remove: (
      caller: Principal,
      address: ServiceAddress,
      options: { readonly force: boolean }
    ) => Effect.Effect<void, Forbidden | NotFound | PreconditionFailed>
  }
>()("platform-control/admin/Services") {
  static readonly layer: Layer.Layer<Services, never, SqlClient.SqlClient | Events | PageTokens> = Layer.effect(
    Services,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* servicesRepository
      const organizations = yield* Organizations
      const access = yield* serviceAccess
      const reads = yield* ServiceReads
      const items = yield* ServiceItems
      const people = yield* ServicePeople
      const tokens = yield* ServiceTokens
      const audit = yield* Audit

      const requireOwner = Effect.fnUntraced(function* (caller: Principal, organization: string, owner: Somebody) {
        if (holds(caller, "ServicesManage", organization) || isOrBelongsTo(caller, organization, owner)) return
        return yield* ownerIsNotYou(owner)
      })

      const create = Effect.fn("Services.create")(
        function* (caller: Principal, organization: string, wanted: NewService) {
          yield* refuseTokens(wanted)
          yield* organizations.hold(organization)
          const owner = yield* people.hold(organization, { type: wanted.ownerType, name: wanted.ownerName })
          yield* requireOwner(caller, organization, owner)
          yield* requireItemTypes(caller, organization, wanted.items)
          const id = randomUUID()
          const { description, name, properties } = wanted
          const made = yield* rows.insert({
            id,
            organization,
            name,
            ownerType: owner.type,
            ownerName: owner.name,
            ownerUserId: owner.userId,
            description,
            properties,
            createdAt: yield* Clock.currentTimeMillis
          })
          if (!made) return yield* serviceExists(organization, name)
          yield* audit.record({ action: "service.create", target: name, organization })
          const record = yield* Effect.flatMap(rows.find(organization, name), Effect.fromOption).pipe(Effect.orDie)
          yield* items.attach(caller, record, wanted.items)
          return yield* reads.show(caller, record)
        },
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      /**
       * None for the owner. One who is gone is still read as a member, and so is sent back: that name means whoever of the
       * organization has it now, and without such a one the owner.
       */
      const otherThanOwner = (record: ServiceRecord, ref: ServiceMemberRef) => {
        const held = Effect.asSome(people.hold(record.organization, ref))
        if (ref.type !== record.ownerType || ref.name !== record.ownerName) return held
        const isGone = record.ownerType === "user" && record.ownerUserId === null
        return isGone ? Effect.catchTag(held, "NotFound", () => Effect.succeedNone) : Effect.succeedNone
      }

      /** Whether others belong to it now than before. */
      const setMembers = Effect.fnUntraced(function* (
        { members, record }: ServiceAtHand,
        wanted: NonNullable<ServiceChange["members"]>
      ) {
        const found = (yield* Effect.forEach(wanted, (one) => otherThanOwner(record, one))).flatMap(Option.toArray)
        yield* rows.setMembers(record, {
          users: found.flatMap(({ userId }) => userId ?? []),
          teams: found.flatMap(({ name, type }) => (type === "team" ? name : []))
        })
        return namesOf(found) !== namesOf(members)
      })

      const update = Effect.fn("Services.update")(
        function* (caller: Principal, address: ServiceAddress, change: ServiceChange) {
          yield* refuseTokens(change)
          if (change.members !== undefined) yield* organizations.holdForChange(address.orgName)
          const service = yield* access(caller, address)
          const { record, standing } = service
          if (standing === "other") return yield* noMember("change", record.name)
          if (standing !== "owner" && isOwnersBusiness(change)) return yield* notOwner("rename or share", record.name)
          const { members, ...fields } = change
          const others = members !== undefined && (yield* setMembers(service, members))
          const { changed, details } = differences<ServiceRecord>(record, fields)
          const after = { ...record, ...changed }
          if (details.length > 0 && !(yield* rows.update(record, changed)))
            return yield* serviceExists(record.organization, after.name)
          if (others || details.length > 0)
            yield* audit.record({
              action: "service.update",
              target: after.name === record.name ? record.name : `${record.name} -> ${after.name}`,
              organization: record.organization
            })
          return yield* reads.show(caller, after)
        },
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      const requireAlone = (name: string, members: ReadonlyArray<MemberRecord>, force: boolean) =>
        force || members.length === 0 ? Effect.void : Effect.fail(otherMembers(name, members))

      const remove = Effect.fn("Services.remove")(
        function* (caller: Principal, address: ServiceAddress, { force }: { readonly force: boolean }) {
          yield* organizations.holdForChange(address.orgName)
          const { members, record, standing } = yield* access(caller, address)
          if (standing !== "owner") return yield* notOwner("delete", record.name)
          yield* requireAlone(record.name, members, force)
          yield* tokens.revokeAll(record.id)
          yield* rows.remove(record.id)
          yield* audit.record({ action: "service.delete", target: record.name, organization: record.organization })
        },
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      return Services.of({ create, update, remove })
    })
  ).pipe(
    Layer.provide([
      Organizations.layer,
      ServiceReads.layer,
      ServiceItems.layer,
      ServicePeople.layer,
      ServiceTokens.layer,
      AuditLayer
    ])
  )
}
