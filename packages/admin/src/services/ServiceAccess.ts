/**
 * The way to a service that is to be changed: it is found, kept from other changes, and the caller's part in it told.
 *
 * Whoever writes, here and in `organizations/`, takes locks on PostgreSQL in this order, so that nobody waits in a circle:
 *
 * 1. the table of organizations (`waitForOthers`): whoever changes several organizations, or several services;
 * 2. the organization: `hold` keeps it; `holdForChange` has one at a time, who changes its members, its teams or who belongs
 *    to a service. Those rows are changed under it alone, so that their order does not matter;
 * 3. the service, several in the order of their ids;
 * 4. one of its members or teams, to keep them;
 * 5. users;
 * 6. access tokens;
 * 7. what hangs on all of these.
 *
 * A new service comes behind its owner: nobody knows of it before.
 */
import { Effect } from "effect"
import type { Principal } from "@platform-control/core/Authorization"
import type { NotFound } from "@platform-control/core/Errors"
import type { ServiceAddress } from "../contract/index.ts"
import { underAddress } from "./ServiceReads.ts"
import { type Somebody, type Standing, standingIn } from "./serviceRights.ts"
import { type MemberRecord, type ServiceRecord, servicesRepository } from "./ServicesRepository.ts"
import { serviceTokensRepository } from "./ServiceTokensRepository.ts"

/** A service as one caller meets it. */
export interface ServiceAtHand {
  readonly record: ServiceRecord
  /** Everybody besides the owner. */
  readonly members: ReadonlyArray<MemberRecord>
  readonly standing: Standing
}

const ownerOf = ({ ownerName, ownerType, ownerUserId }: ServiceRecord): Somebody => ({
  type: ownerType,
  name: ownerName,
  userId: ownerUserId
})

/** Inside a transaction, until whose end the service stays as it is found. 404 for a path that names none. */
export const serviceAccess = Effect.gen(function* () {
  const services = yield* servicesRepository
  const tokens = yield* serviceTokensRepository

  /** A service acts for itself with the tokens that it holds; these speak for no user. */
  const isItself = ({ tokenId, userId }: Principal, { id }: ServiceRecord) =>
    userId === undefined ? tokens.isHeld(id, tokenId) : Effect.succeed(false)

  return Effect.fnUntraced(function* (
    caller: Principal,
    address: ServiceAddress
  ): Effect.fn.Return<ServiceAtHand, NotFound> {
    const found = yield* services.findForChange(address.orgName, address.serviceName)
    const record = yield* underAddress(found, address)
    const members = yield* services.members([record.id])
    const standing = standingIn(caller, record.organization, ownerOf(record), members)
    const itself = standing === "other" && (yield* isItself(caller, record))
    return { record, members, standing: itself ? "member" : standing }
  })
})
