/** Services and their items, as said on the wire (Spec B, Services; open points, section 6). */
import { Schema } from "effect"
import { Timestamp } from "@platform-control/core/Timestamps"

/** Who can own a service or be a member of one. */
export const ServiceMemberType = Schema.Literals(["user", "team"])
export type ServiceMemberType = typeof ServiceMemberType.Type

/** What can be attached to a service. */
export const ServiceItemType = Schema.Literals(["stack", "environment"])
export type ServiceItemType = typeof ServiceItemType.Type

/** A user or a team, by the name that stands in paths. */
export const ServiceMember = Schema.Struct({
  type: ServiceMemberType,
  /** The login, or the team's name. */
  name: Schema.String,
  /** Empty where there is none. */
  avatarUrl: Schema.String
}).annotate({ identifier: "ServiceMember" })
export type ServiceMember = typeof ServiceMember.Type

const text = (maximum: number, minimum = 0) =>
  Schema.String.pipe(
    Schema.check(
      Schema.isMinLength(minimum),
      Schema.isMaxLength(maximum),
      Schema.makeFilter(
        (value: string) =>
          (value.isWellFormed() && !value.includes("\0")) || "Expected valid Unicode without the character U+0000"
      )
    )
  )

/** Longest description, in UTF-16 units. */
export const MAX_DESCRIPTION_LENGTH = 4096

/** What a service is for, in the owner's words. */
export const ServiceDescription = text(MAX_DESCRIPTION_LENGTH)

const MAX_ORDER = 2_147_483_647

/** Something that the owner wants to be known of a service; what the types mean is the owner's business. */
export const ServiceProperty = Schema.Struct({
  key: text(256, 1),
  value: text(4096),
  type: text(64, 1),
  /** Its position: properties are answered in this order, and those of one position in the order in which they came. */
  order: Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: -MAX_ORDER - 1, maximum: MAX_ORDER })))
}).annotate({ identifier: "ServiceProperty" })
export type ServiceProperty = typeof ServiceProperty.Type

/** A service account. */
export const Service = Schema.Struct({
  organizationName: Schema.String,
  owner: ServiceMember,
  name: Schema.String,
  description: Schema.String,
  created: Schema.optionalKey(Timestamp),
  /** The owner first, then everybody else by type and name. */
  members: Schema.Array(ServiceMember),
  /** How many items of each type the caller may see; types without any are left out. */
  itemCountSummary: Schema.Record(Schema.String, Schema.Int),
  properties: Schema.Array(ServiceProperty)
}).annotate({ identifier: "Service" })
export type Service = typeof Service.Type

/** What happened to an item last. */
export const ServiceItemUpdate = Schema.Struct({
  timestamp: Timestamp,
  message: Schema.String,
  success: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "ServiceItemUpdate" })

/** A stack or an environment that is attached to a service. */
export const ServiceItem = Schema.Struct({
  organizationName: Schema.String,
  type: ServiceItemType,
  /** `project/name`. */
  name: Schema.String,
  version: Schema.optionalKey(Schema.String),
  /** When it was attached. */
  created: Timestamp,
  lastUpdate: Schema.optionalKey(ServiceItemUpdate),
  addedByUser: Schema.optionalKey(ServiceMember),
  /** Primitives that were measured inside the item. */
  cloudCount: Schema.Int
}).annotate({ identifier: "ServiceItem" })
export type ServiceItem = typeof ServiceItem.Type

const continuationToken = Schema.optionalKey(
  Schema.String.annotate({ description: "Asks for the next page; absent on the last one." })
)

/** One page of services. */
export const ServiceList = Schema.Struct({ services: Schema.Array(Service), continuationToken }).annotate({
  identifier: "ServiceList"
})
export type ServiceList = typeof ServiceList.Type

/** A service with one page of its items. */
export const ServiceWithItems = Schema.Struct({
  service: Service,
  items: Schema.Array(ServiceItem),
  continuationToken
}).annotate({ identifier: "ServiceWithItems" })
export type ServiceWithItems = typeof ServiceWithItems.Type
