/** Which service, as people write it and as its address names it. */
import type { Service, ServiceAddress } from "@platform-control/admin/contract"
import { Effect } from "effect"
import { isRelative } from "../isRelative.ts"
import { misused, type Refusal } from "../Refusal.ts"

/** `organization/owner type/owner/name`. */
export const identityText = ({ orgName, ownerName, ownerType, serviceName }: ServiceAddress): string =>
  [orgName, ownerType, ownerName, serviceName].join("/")

/** Where a service stands. */
export const addressOf = ({ name, organizationName, owner }: Service): ServiceAddress => ({
  orgName: organizationName,
  ownerType: owner.type,
  ownerName: owner.name,
  serviceName: name
})

const written = /^([^/]+)\/(user|team)\/([^/]+)\/([^/]+)$/

/** Reads `organization/user|team/owner/name`, or refuses the text. */
export const parseIdentity = (
  text: string
): Effect.Effect<ServiceAddress & { readonly ownerType: "user" | "team" }, Refusal> => {
  const [, orgName, ownerType, ownerName, serviceName] = written.exec(text) ?? []
  return orgName === undefined ||
    ownerName === undefined ||
    serviceName === undefined ||
    [orgName, ownerName, serviceName].some(isRelative)
    ? Effect.fail(
        misused(
          `${text} names no service.`,
          "Write it as organization/user/login/name or organization/team/team/name, for example acme/team/ops/shop"
        )
      )
    : Effect.succeed({ orgName, ownerType: ownerType === "team" ? "team" : "user", ownerName, serviceName })
}
