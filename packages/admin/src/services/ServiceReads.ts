/** Reading services: lists and single ones, each as far as its caller may see it. Knows no HTTP. */
import { Context, Effect, Layer, Option } from "effect"
import type { SqlClient } from "effect/sql"
import type { Principal } from "@platform-control/core/Authorization"
import type { BadRequest, NotFound } from "@platform-control/core/Errors"
import { PageTokens } from "@platform-control/core/PageTokens"
import {
  DEFAULT_SERVICE_PAGE,
  type Service,
  type ServiceAddress,
  type ServiceList,
  type ServicePageQuery,
  type ServiceWithItems
} from "../contract/index.ts"
import { Organizations } from "../organizations/Organizations.ts"
import { serviceNotFound } from "./refusals.ts"
import { toService, toServiceItem } from "./serviceAnswer.ts"
import { serviceItemsRepository } from "./ServiceItemsRepository.ts"
import { visibleItemTypes } from "./serviceRights.ts"
import { type ServiceRecord, servicesRepository } from "./ServicesRepository.ts"

/** Tokens of other lists do not open here. */
const SERVICE_LIST = "services"
const ITEM_LIST = "service-items"

const groupedBy = <A, K>(items: ReadonlyArray<A>, key: (item: A) => K): ReadonlyMap<K, ReadonlyArray<A>> =>
  Map.groupBy(items, key)

/** The record when it stands under that path: under its own owner. */
export const underAddress = (
  found: Option.Option<ServiceRecord>,
  address: ServiceAddress
): Effect.Effect<ServiceRecord, NotFound> =>
  Option.isSome(found) && found.value.ownerType === address.ownerType && found.value.ownerName === address.ownerName
    ? Effect.succeed(found.value)
    : Effect.fail(serviceNotFound(address))

/** Callers have passed the organization's door: they may see its services. */
export class ServiceReads extends Context.Service<
  ServiceReads,
  {
    /** In the order of their names. 400 for a token that is not of this list, 404 for an unknown organization. */
    readonly list: (
      caller: Principal,
      organization: string,
      query: ServicePageQuery
    ) => Effect.Effect<ServiceList, BadRequest | NotFound>
    /** 404 for a path that names none, 400 for a token that is not of its items. */
    readonly get: (
      caller: Principal,
      address: ServiceAddress,
      query: ServicePageQuery
    ) => Effect.Effect<ServiceWithItems, BadRequest | NotFound>
    /** 404 for a path that names none. */
    readonly require: (address: ServiceAddress) => Effect.Effect<void, NotFound>
    /** A record as the caller sees it. */
    readonly show: (caller: Principal, record: ServiceRecord) => Effect.Effect<Service>
  }
>()("platform-control/admin/ServiceReads") {
  static readonly layer: Layer.Layer<ServiceReads, never, SqlClient.SqlClient | PageTokens> = Layer.effect(
    ServiceReads,
    Effect.gen(function* () {
      const services = yield* servicesRepository
      const items = yield* serviceItemsRepository
      const organizations = yield* Organizations
      const tokens = yield* PageTokens

      const showAll = Effect.fnUntraced(function* (
        caller: Principal,
        organization: string,
        records: ReadonlyArray<ServiceRecord>
      ) {
        const ids = records.map(({ id }) => id)
        const members = groupedBy(yield* services.members(ids), ({ serviceId }) => serviceId)
        const counts = groupedBy(
          yield* items.counts(ids, visibleItemTypes(caller, organization)),
          ({ serviceId }) => serviceId
        )
        return records.map((record) => toService(record, members.get(record.id) ?? [], counts.get(record.id) ?? []))
      })

      const show = (caller: Principal, record: ServiceRecord) =>
        Effect.map(showAll(caller, record.organization, [record]), ([service]) => service!)

      const find = (address: ServiceAddress) =>
        Effect.flatMap(services.find(address.orgName, address.serviceName), (found) => underAddress(found, address))

      const list = Effect.fn("ServiceReads.list")(function* (
        caller: Principal,
        organization: string,
        query: ServicePageQuery
      ) {
        const token = query.continuationToken
        const [after = ""] =
          token === undefined ? [] : yield* Effect.fromResult(tokens.open(SERVICE_LIST, organization, token))
        const limit = query.maxResults ?? DEFAULT_SERVICE_PAGE
        const found = yield* services.list(organization, String(after), limit + 1)
        // Site administrators pass every door, also that of an organization that there is not.
        if (found.length === 0) yield* organizations.get(organization)
        const shown = found.slice(0, limit)
        const last = found.length > limit ? shown.at(-1) : undefined
        return {
          services: yield* showAll(caller, organization, shown),
          ...(last === undefined ? {} : { continuationToken: tokens.seal(SERVICE_LIST, organization, [last.name]) })
        }
      })

      const get = Effect.fn("ServiceReads.get")(function* (
        caller: Principal,
        address: ServiceAddress,
        query: ServicePageQuery
      ) {
        const record = yield* find(address)
        const types = visibleItemTypes(caller, record.organization)
        const shape = `${record.id} ${types.join()}`
        const token = query.continuationToken
        const [type = "", name = ""] =
          token === undefined ? [] : yield* Effect.fromResult(tokens.open(ITEM_LIST, shape, token))
        const limit = query.maxResults ?? DEFAULT_SERVICE_PAGE
        const found = yield* items.list(record.id, types, [String(type), String(name)], limit + 1)
        const shown = found.slice(0, limit)
        const last = found.length > limit ? shown.at(-1) : undefined
        return {
          service: yield* show(caller, record),
          items: shown.map((item) => toServiceItem(record.organization, item)),
          ...(last === undefined ? {} : { continuationToken: tokens.seal(ITEM_LIST, shape, [last.type, last.name]) })
        }
      })

      return ServiceReads.of({ list, get, require: (address) => Effect.asVoid(find(address)), show })
    })
  ).pipe(Layer.provide(Organizations.layer))
}
