/**
 * What each operation needs of its caller: an annotation on the endpoint, which the doors below read and obey. An
 * operation that names nothing can't stand behind them, and a test over the whole API refuses it.
 */
import { Context, Effect, Layer, Option } from "effect"
import { type HttpApiEndpoint, HttpApiMiddleware } from "effect/http-api"
import { HttpRouter } from "effect/http"
import { CurrentPrincipal, type Principal } from "./Authorization.ts"
import { Forbidden, NotFound } from "./Errors.ts"
import { isInPerson, type Permission, requirePermission } from "./Permissions.ts"

/** What an operation needs. */
export type Need =
  | { readonly _tag: "Nothing" }
  | { readonly _tag: "Token" }
  | { readonly _tag: "User" }
  | { readonly _tag: "Person" }
  | { readonly _tag: "PackageRead" }
  | { readonly _tag: "PackagePublish" }
  | { readonly _tag: "Organization"; readonly permission: Permission }

/** The annotation: `endpoint.annotate(Needs, needs.token)`. */
export class Needs extends Context.Service<Needs, Need>()("platform-control/core/Needs") {}

/** Every need that there is. */
export const needs = {
  /** No credential. */
  nothing: { _tag: "Nothing" },
  /** Any valid access token. */
  token: { _tag: "Token" },
  /** The token of a user. */
  user: { _tag: "User" },
  /** The token of a user that reaches as far as the user does: not bound to an organization, not exchanged, no agent's. */
  person: { _tag: "Person" },
  /** For private packages the permission OrganizationRead on the publisher. */
  packageRead: { _tag: "PackageRead" },
  /** The permission RegistryPublish on the publisher; outside `private` a registry administrator's. */
  packagePublish: { _tag: "PackagePublish" },
  /** A permission on the organization that the path names as `orgName`. */
  organization: (permission: Permission): Need => ({ _tag: "Organization", permission })
} as const satisfies Readonly<Record<string, Need | ((permission: Permission) => Need)>>

/** The path parameter that names the organization. */
const ORGANIZATION = "orgName"

/** Behind `Authorization`, for paths with `orgName`: obeys `needs.organization`, before anything is decoded. */
export class OrganizationDoor extends HttpApiMiddleware.Service<OrganizationDoor, { requires: CurrentPrincipal }>()(
  "platform-control/core/OrganizationDoor",
  { error: [Forbidden, NotFound] }
) {}

/** Behind `Authorization`: obeys `needs.user` and `needs.person`, before anything is decoded. */
export class UserDoor extends HttpApiMiddleware.Service<UserDoor, { requires: CurrentPrincipal }>()(
  "platform-control/core/UserDoor",
  { error: Forbidden }
) {}

/** What an endpoint names; undefined for one that names nothing. */
export const needOf = (endpoint: Pick<HttpApiEndpoint.Top, "annotations">): Need | undefined =>
  Option.getOrUndefined(Context.getOption(endpoint.annotations, Needs))

const notForThisDoor = (door: string, endpoint: HttpApiEndpoint.Top) =>
  new Error(`${endpoint.method} ${endpoint.path} stands behind ${door} and names no need that this door knows`)

const noUser = Effect.fail(new Forbidden({ message: "This takes the access token of a user" }))

const notInPerson = Effect.fail(
  new Forbidden({
    message:
      "This takes a user's own personal access token: not one that is bound to an organization, was exchanged or is an agent's"
  })
)

const requireUser = (principal: Principal) => (principal.userId === undefined ? noUser : Effect.void)

const requirePerson = (principal: Principal) =>
  Effect.andThen(requireUser(principal), isInPerson(principal) ? Effect.void : notInPerson)

/** The bodies of the doors. An endpoint that names no need for its door stops the server from starting. */
export const NeedsLayer: Layer.Layer<OrganizationDoor | UserDoor> = Layer.mergeAll(
  Layer.succeed(OrganizationDoor, (handler, { endpoint }) => {
    const need = needOf(endpoint)
    if (need?._tag !== "Organization") throw notForThisDoor("OrganizationDoor", endpoint)
    return Effect.gen(function* () {
      const principal = yield* CurrentPrincipal
      const { [ORGANIZATION]: organization = "" } = yield* HttpRouter.params
      yield* requirePermission(principal, need.permission, organization)
      return yield* handler
    })
  }),
  Layer.succeed(UserDoor, (handler, { endpoint }) => {
    const need = needOf(endpoint)
    if (need?._tag !== "User" && need?._tag !== "Person") throw notForThisDoor("UserDoor", endpoint)
    const require = need._tag === "User" ? requireUser : requirePerson
    return Effect.andThen(Effect.flatMap(CurrentPrincipal, require), handler)
  })
)

/** A need in words, for documentation and for the tests of all operations. */
export interface NeedDescription {
  readonly needs: string
  /** What is answered to whoever lacks it, with the reason, by status. */
  readonly missing: ReadonlyArray<readonly [status: 401 | 403 | 404, when: string]>
}

const noCredential = [401, "no valid credential"] as const

const isNotUser = [403, "the token is not a user's"] as const

const publisherUnseen = [404, "the publisher's private packages are not visible to the caller"] as const

const descriptions: Readonly<Record<Exclude<Need["_tag"], "Organization">, NeedDescription>> = {
  Nothing: { needs: "nothing", missing: [] },
  Token: { needs: "an access token", missing: [noCredential] },
  User: { needs: "a user's access token", missing: [noCredential, isNotUser] },
  Person: {
    needs: "a user's own personal access token, neither bound to an organization nor exchanged",
    missing: [noCredential, [403, "any other token"]]
  },
  PackageRead: {
    needs: "an access token; for what is private `OrganizationRead` on the publisher",
    missing: [noCredential, publisherUnseen]
  },
  PackagePublish: {
    needs: "`RegistryPublish` on the publisher; outside `private` a registry administrator's as well",
    missing: [noCredential, publisherUnseen, [403, "the permission is missing"]]
  }
}

/** What a need says. */
export const describeNeed = (need: Need): NeedDescription =>
  need._tag === "Organization"
    ? {
        needs: `\`${need.permission}\` on the organization`,
        missing: [
          noCredential,
          [404, "the organization is not visible to the caller"],
          [403, "the permission is missing"]
        ]
      }
    : descriptions[need._tag]
