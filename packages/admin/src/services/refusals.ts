/** The reasons for which services refuse, each in the words that the caller reads. Knows no HTTP. */
import { Conflict, type ErrorDetail, Forbidden, NotFound, PreconditionFailed } from "@platform-control/core/Errors"
import type { ServiceAddress, ServiceItemType, ServiceMember, ServiceMemberRef } from "../contract/index.ts"

/** More members than these are counted, not listed. */
const MAX_LISTED_MEMBERS = 20

/** 404 for a path; which part of it is wrong is not told. */
export const serviceNotFound = ({ orgName, ownerName, ownerType, serviceName }: ServiceAddress): NotFound =>
  new NotFound({
    message: `Service ${serviceName} of ${ownerType} ${ownerName} in organization ${orgName} not found`,
    errors: [{ resource: "service", errorType: "not_found" }]
  })

/** 409: the name is unique within the organization, whoever the owner is (Spec B, Services). */
export const serviceExists = (organization: string, name: string): Conflict =>
  new Conflict({
    message: `Organization ${organization} already has a service ${name}`,
    errors: [{ resource: "service", attribute: "name", errorType: "already_exists" }]
  })

/** 404 for a path that ends before the item's name, which no operation has. */
export const noItemNamed = (): NotFound =>
  new NotFound({ message: "Nothing is at this path: behind the item's type stands its name, project/name" })

/** 404 for an owner or a member to be who does not belong to the organization. */
export const memberUnknown = (organization: string, { name, type }: ServiceMemberRef): NotFound =>
  new NotFound({
    message: `Organization ${organization} has no ${type} ${name}`,
    errors: [{ resource: type, attribute: "name", errorType: "not_found" }]
  })

/** 403 for who has no part in what is the owner's business. */
export const notOwner = (deed: string, service: string): Forbidden =>
  new Forbidden({
    message: `The permission ServicesManage is missing: only its owner and administrators may ${deed} service ${service}`
  })

/** 403 for who has no part in a service at all. */
export const noMember = (deed: string, service: string): Forbidden =>
  new Forbidden({
    message: `The permission ServicesManage is missing: only its owner, its members and administrators may ${deed} service ${service}`
  })

/** 403 for an owner to be who is somebody else. */
export const ownerIsNotYou = ({ name, type }: ServiceMemberRef): Forbidden =>
  new Forbidden({
    message: `The permission ServicesManage is missing: without it a service belongs to yourself or to a team of yours, not to ${type} ${name}`
  })

/** 403 for a type of items that the caller's role has no part in. */
export const itemTypeNotYours = (permission: string, type: ServiceItemType, organization: string): Forbidden =>
  new Forbidden({ message: `The permission ${permission} on ${organization} is missing, which ${type} items take` })

const detailOf = ({ name, type }: ServiceMember): ErrorDetail => ({
  resource: "member",
  attribute: `${type}/${name}`,
  errorType: "custom",
  customMessage: `${type} ${name} is a member`
})

/** 412: others depend on it, who are named. */
export const otherMembers = (service: string, members: ReadonlyArray<ServiceMember>): PreconditionFailed => {
  const listed = members.slice(0, MAX_LISTED_MEMBERS)
  const names = listed.map(({ name, type }) => `${type} ${name}`)
  const more = members.length - listed.length
  const all = more === 0 ? names : [...names, `${more} more`]
  return new PreconditionFailed({
    message: `Service ${service} has other members: ${all.join(", ")}. Confirm with force=true`,
    errors: listed.map(detailOf)
  })
}
