/** Services and items as the wire shows them (Spec B, Services). Pure. */
import { toTimestamp } from "@platform-control/core/Timestamps"
import type { Service, ServiceItem, ServiceMember, ServiceProperty } from "../contract/index.ts"
import type { ItemCount, ItemRecord } from "./ServiceItemsRepository.ts"
import type { MemberRecord, ServiceRecord } from "./ServicesRepository.ts"

/** The owner as a member. */
export const ownerOf = (record: ServiceRecord): ServiceMember => ({
  type: record.ownerType,
  name: record.ownerName,
  avatarUrl: record.ownerAvatarUrl
})

/** In the order of their positions; those of one position in the order in which they came. */
const inOrder = (properties: ReadonlyArray<ServiceProperty>): ReadonlyArray<ServiceProperty> =>
  properties.toSorted((one, other) => one.order - other.order)

/** A service with everybody who belongs to it and the counts of the items that the caller sees. */
export const toService = (
  record: ServiceRecord,
  members: ReadonlyArray<MemberRecord>,
  counts: ReadonlyArray<ItemCount>
): Service => ({
  organizationName: record.organization,
  owner: ownerOf(record),
  name: record.name,
  description: record.description,
  created: toTimestamp(record.createdAt),
  members: [ownerOf(record), ...members.map(({ avatarUrl, name, type }) => ({ type, name, avatarUrl }))],
  itemCountSummary: Object.fromEntries(counts.map(({ count, type }) => [type, count])),
  properties: inOrder(record.properties)
})

/** Nothing here runs stacks or environments: there is no version, no update, and nothing inside that was measured. */
export const toServiceItem = (organization: string, item: ItemRecord): ServiceItem => ({
  organizationName: organization,
  type: item.type,
  name: item.name,
  created: toTimestamp(item.createdAt),
  ...(item.addedBy === null
    ? {}
    : { addedByUser: { type: "user", name: item.addedBy, avatarUrl: item.addedByAvatarUrl ?? "" } }),
  cloudCount: 0
})
