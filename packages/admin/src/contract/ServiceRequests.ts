/** What a request about services may say (Spec B, Services; open points, section 6). */
import { Schema } from "effect"
import { PathName } from "@platform-control/core/Names"
import { BooleanText, ContinuationToken, pageSize } from "@platform-control/core/Paging"
import { ServiceDescription, ServiceItemType, ServiceMemberType, ServiceProperty } from "./Service.ts"

/** The largest page of services or items (Spec B, Limits). */
export const MAX_SERVICE_PAGE = 1000

/** The page when a request names none. */
export const DEFAULT_SERVICE_PAGE = 100

/** Most items that one request attaches, most properties, and most members besides the owner. */
export const MAX_ITEMS_A_REQUEST = 1000
export const MAX_PROPERTIES = 100
export const MAX_MEMBERS = 100

/** A service's name, unique within its organization and compared letter by letter. */
export const ServiceName = Schema.String.pipe(
  Schema.check(
    Schema.isPattern(/^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9_-])?$/u, {
      message:
        "Expected a service name: 1 to 100 of A-Z a-z 0-9 . _ - that starts with a letter or digit and does not end with a dot"
    })
  )
)

/** An item's name: its project and its own name. */
export const ServiceItemName = Schema.String.pipe(
  Schema.check(
    Schema.isPattern(/^[A-Za-z0-9_.-]{1,100}\/[A-Za-z0-9_.-]{1,100}$/u, {
      message: "Expected an item name: project/name, each 1 to 100 of A-Z a-z 0-9 . _ -"
    })
  )
)

/** One item to attach. */
export const AddServiceItem = Schema.Struct({ type: ServiceItemType, name: ServiceItemName }).annotate({
  identifier: "AddServiceItem"
})
export type AddServiceItem = typeof AddServiceItem.Type

const Items = Schema.Array(AddServiceItem).pipe(Schema.check(Schema.isMaxLength(MAX_ITEMS_A_REQUEST)))

const hasEachKeyOnce = (properties: ReadonlyArray<ServiceProperty>): boolean =>
  new Set(properties.map(({ key }) => key)).size === properties.length

const Properties = Schema.Array(ServiceProperty).pipe(
  Schema.check(
    Schema.isMaxLength(MAX_PROPERTIES),
    Schema.makeFilter(
      (properties: ReadonlyArray<ServiceProperty>) =>
        hasEachKeyOnce(properties) || "Expected no two properties with the same key"
    )
  )
)

/** Everything that a new service is made of. */
export const NewService = Schema.Struct({
  ownerType: ServiceMemberType,
  ownerName: PathName,
  name: ServiceName,
  description: ServiceDescription,
  items: Items,
  properties: Properties
}).annotate({ identifier: "NewService" })
export type NewService = typeof NewService.Type

/** A member to be; what else is known of them does not matter, so that members can be sent back as they were read. */
export const ServiceMemberRef = Schema.Struct({ type: ServiceMemberType, name: PathName }).annotate({
  identifier: "ServiceMemberRef"
})
export type ServiceMemberRef = typeof ServiceMemberRef.Type

/** What is left out stays as it is; what is given replaces the whole. */
export const ServiceChange = Schema.Struct({
  name: Schema.optionalKey(ServiceName),
  description: Schema.optionalKey(ServiceDescription),
  properties: Schema.optionalKey(Properties),
  /** Everybody besides the owner, who stays whether named or not. */
  members: Schema.optionalKey(Schema.Array(ServiceMemberRef).pipe(Schema.check(Schema.isMaxLength(MAX_MEMBERS + 1))))
}).annotate({ identifier: "ServiceChange" })
export type ServiceChange = typeof ServiceChange.Type

/** Items to attach. */
export const AddServiceItems = Schema.Struct({ items: Items }).annotate({ identifier: "AddServiceItems" })

const maxResults = Schema.optionalKey(
  pageSize(MAX_SERVICE_PAGE).annotate({
    description: `Entries a page, 1 to ${MAX_SERVICE_PAGE}; ${DEFAULT_SERVICE_PAGE} when absent.`
  })
)

/** Which page of a list. */
export const ServicePageQuery = Schema.Struct({
  continuationToken: Schema.optionalKey(
    ContinuationToken.annotate({ description: "From an earlier page of the same list." })
  ),
  maxResults
})
export type ServicePageQuery = typeof ServicePageQuery.Type

/** How long the first page of the answer is. */
export const FirstPageQuery = Schema.Struct({ maxResults })

/** Whether a service goes although others depend on it. */
export const RemoveServiceQuery = Schema.Struct({
  force: Schema.optionalKey(
    BooleanText.annotate({ description: "`true` deletes the service even if it has members besides its owner." })
  )
})

/** Where services stand. */
export const SERVICES_PATH = "/api/orgs/:orgName/services"

/** Where one service stands. */
export const SERVICE_PATH = `${SERVICES_PATH}/:ownerType/:ownerName/:serviceName` as const

/** The organization of a list. */
export const ServicesPath = { orgName: PathName }

/** One service: an owner type or name that is not its own finds nothing. */
export const ServicePath = { ...ServicesPath, ownerType: PathName, ownerName: PathName, serviceName: PathName }

/** A path, decoded. */
export interface ServiceAddress {
  readonly orgName: string
  readonly ownerType: string
  readonly ownerName: string
  readonly serviceName: string
}

/** One item, by the path that ends with its name. */
export const ServiceItemPath = { ...ServicePath, itemType: ServiceItemType }
