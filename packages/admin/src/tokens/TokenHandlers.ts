/** Takes the requests about access tokens apart; who may, the doors in front have decided. */
import { Effect, Layer, Redacted } from "effect"
import { BaseApi } from "@platform-control/core/ApiId"
import { CurrentPrincipal } from "@platform-control/core/Authorization"
import { type BadRequest, type Conflict, type NotFound, Unauthorized } from "@platform-control/core/Errors"
import { handlerGroup } from "@platform-control/core/handlerGroup"
import { OrganizationTokensGroup } from "../contract/OrganizationTokensGroup.ts"
import { UserTokensGroup } from "../contract/UserTokensGroup.ts"
import { TokenLists } from "./TokenLists.ts"
import { type CreatedToken, Tokens } from "./Tokens.ts"

/** The one place where a value leaves its wrapping. */
const created = ({ id, value }: CreatedToken) => ({ id, tokenValue: Redacted.value(value) })

/** `UserDoor` lets only tokens of users in. */
const currentUserId = Effect.flatMap(CurrentPrincipal, ({ userId }) =>
  userId === undefined
    ? Effect.die(new Error("An operation of users stands without their door"))
    : Effect.succeed(userId)
)

/** The user was removed between the door and here; names, which could be taken, a user's token has none. */
const unlessGone = <A>(creation: Effect.Effect<A, BadRequest | Conflict | NotFound>) =>
  creation.pipe(
    Effect.catchTag("NotFound", () =>
      Effect.fail(new Unauthorized({ message: "The access token is not valid any more" }))
    ),
    Effect.catchTag("Conflict", Effect.die)
  )

const OrganizationTokensHandlers = handlerGroup(
  BaseApi.add(OrganizationTokensGroup),
  "organizationTokens",
  Effect.fnUntraced(function* (handlers) {
    const lists = yield* TokenLists
    const tokens = yield* Tokens
    return handlers.handleAll({
      list: ({ params, query }) => lists.ofOrganization(params.orgName, query),
      create: Effect.fnUntraced(function* ({ params, payload, query }) {
        const { expires = 0, roleID, ...stated } = payload
        const { login } = yield* CurrentPrincipal
        const role = roleID === undefined ? {} : { roleId: roleID }
        const token = { ...stated, ...query, ...role, expiresAt: expires, createdBy: login }
        return created(yield* tokens.create({ ...token, kind: "organization", organization: params.orgName }))
      }),
      delete: ({ params }) => tokens.revoke(params.tokenId, { organization: params.orgName })
    })
  })
)

const UserTokensHandlers = handlerGroup(
  BaseApi.add(UserTokensGroup),
  "userTokens",
  Effect.fnUntraced(function* (handlers) {
    const lists = yield* TokenLists
    const tokens = yield* Tokens
    return handlers.handleAll({
      list: ({ query }) => Effect.flatMap(currentUserId, (userId) => lists.ofUser(userId, query)),
      create: Effect.fnUntraced(function* ({ payload: { description, expires = 0 }, query }) {
        const userId = yield* currentUserId
        const { login } = yield* CurrentPrincipal
        const token = { ...query, description, expiresAt: expires, createdBy: login }
        return created(yield* tokens.create({ ...token, kind: "personal", userId }).pipe(unlessGone))
      }),
      delete: ({ params }) => Effect.flatMap(currentUserId, (userId) => tokens.revoke(params.tokenId, { userId }))
    })
  })
)

/** The handlers of both groups, over a database and `PageTokens`. */
export const TokenHandlers = Layer.mergeAll(OrganizationTokensHandlers, UserTokensHandlers).pipe(
  Layer.provide([TokenLists.layer, Tokens.layer])
)
