/** Trades identity tokens and refresh tokens for access tokens (Spec A, Token exchange). Knows no HTTP and no signature. */
import { Clock, Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { ActingAs } from "@platform-control/core/Audit"
import type { Events } from "@platform-control/core/Events"
import { OrganizationName } from "@platform-control/core/Names"
import {
  AUDIENCE_PREFIX,
  type ExchangeRefused,
  type ExchangeRequest,
  type ExchangeResponse,
  kindOfType,
  REFRESH_TOKEN,
  type TokenExchangeRequest,
  typeOfKind
} from "../contract/Exchange.ts"
import { Members } from "../organizations/Members.ts"
import { Teams } from "../organizations/Teams.ts"
import { Users } from "../organizations/Users.ts"
import { RefreshTokens } from "../tokens/RefreshTokens.ts"
import { MAX_TEXT_LENGTH } from "../tokens/NewToken.ts"
import { withoutTokenValues } from "../tokens/TokenValue.ts"
import { TokenIssuance, type UnnamedToken } from "../tokens/TokenIssuance.ts"
import { IdentityTokens, type VerifiedIdentity } from "./IdentityTokens.ts"
import { deniedByRules, invalidAudience, invalidRefreshToken, invalidScope, tooLong, tooShort } from "./refusals.ts"
import { wantedOf } from "./scope.ts"
import { isTrusted, type Wanted } from "./trustDecision.ts"

/** Lifetime where the request names none, in seconds. */
export const DEFAULT_EXPIRATION_SECONDS = 2 * 3600

/** Lifetime of what a refresh token is traded for, in seconds; never beyond that of the refresh token. */
export const ON_BEHALF_OF_SECONDS = 3600

/** Longest `sub` that is kept with an issued token, in characters. */
const MAX_KEPT_SUBJECT = 200

const isOrganizationName = Schema.is(OrganizationName)

const organizationOf = (audience: string): Effect.Effect<string, ExchangeRefused> => {
  const name = audience.slice(AUDIENCE_PREFIX.length)
  return audience.startsWith(AUDIENCE_PREFIX) && isOrganizationName(name)
    ? Effect.succeed(name)
    : Effect.fail(invalidAudience)
}

/** For whoever looks at the issued token later, within the rules of descriptions whatever the issuer wrote. */
const describe = ({ claims, issuer }: VerifiedIdentity): string => {
  const subject = typeof claims.sub === "string" ? claims.sub.slice(0, MAX_KEPT_SUBJECT) : ""
  const text = `Exchanged for an identity token of ${issuer.url}, subject ${subject}`
    .replaceAll("\0", "")
    .toWellFormed()
  return withoutTokenValues(text).slice(0, MAX_TEXT_LENGTH).toWellFormed()
}

const lifetimeOf = (wished: number | undefined, maxSeconds: number): Effect.Effect<number, ExchangeRefused> => {
  if (wished === undefined || wished === 0) return Effect.succeed(Math.min(DEFAULT_EXPIRATION_SECONDS, maxSeconds))
  return wished > maxSeconds ? Effect.fail(tooLong(maxSeconds)) : Effect.succeed(wished)
}

/** Every exchange is safe to repeat: clients do so after network faults. */
export class Exchange extends Context.Service<
  Exchange,
  { readonly exchange: (request: ExchangeRequest) => Effect.Effect<ExchangeResponse, ExchangeRefused> }
>()("platform-control/admin/Exchange") {
  static readonly layerNoDeps: Layer.Layer<
    Exchange,
    never,
    IdentityTokens | Members | RefreshTokens | Teams | TokenIssuance | Users
  > = Layer.effect(
    Exchange,
    Effect.gen(function* () {
      const identities = yield* IdentityTokens
      const refreshTokens = yield* RefreshTokens
      const members = yield* Members
      const teams = yield* Teams
      const issuance = yield* TokenIssuance
      const users = yield* Users

      const memberId = Effect.fnUntraced(function* (organization: string, login: string) {
        const refusal = invalidScope(`${login} is not a member of organization ${organization}`)
        const user = yield* users.find(login)
        if (Option.isNone(user)) return yield* refusal
        const belongs = yield* members.organizationsOf(user.value.id)
        return belongs.some(({ name }) => name === organization) ? user.value.id : yield* refusal
      })

      type Stated = Pick<UnnamedToken, "createdBy" | "description" | "expiresAt">

      const newToken = Effect.fnUntraced(function* (
        organization: string,
        wanted: Wanted,
        stated: Stated
      ): Effect.fn.Return<UnnamedToken, ExchangeRefused> {
        switch (wanted.kind) {
          case "organization":
            return { ...stated, kind: wanted.kind, organization, admin: wanted.admin }
          case "runner":
            return { ...stated, kind: wanted.kind, organization }
          case "team": {
            const team = yield* teams.find(organization, wanted.name)
            if (Option.isSome(team)) return { ...stated, kind: wanted.kind, organization, team: wanted.name }
            return yield* invalidScope(`Organization ${organization} has no team ${wanted.name}`)
          }
          case "personal":
            return { ...stated, kind: wanted.kind, organization, userId: yield* memberId(organization, wanted.name) }
        }
      })

      /** What the token needs was there a moment ago; that it went in between is as if it had not been there. */
      const issue = (token: UnnamedToken, expired: ExchangeRefused) =>
        issuance.issue(token).pipe(
          Effect.catchTag("NotFound", ({ message }) => Effect.fail(invalidScope(message))),
          Effect.catchTag("BadRequest", (error) =>
            error.errors?.[0]?.attribute === "expires" ? Effect.fail(expired) : Effect.die(error)
          )
        )

      const byIdentity = Effect.fnUntraced(function* (request: TokenExchangeRequest) {
        const { requested_token_type: type, scope = "" } = request
        const wanted = yield* Effect.fromResult(wantedOf(kindOfType(type), scope))
        const organization = yield* organizationOf(request.audience)
        const identity = yield* identities.verify(organization, request.subject_token)
        const { claims, issuer } = identity
        const lifetime = yield* lifetimeOf(request.expiration, issuer.maxExpirationSeconds)
        if (!isTrusted(issuer.rules, wanted, claims)) return yield* deniedByRules(issuer.name)
        const now = Math.ceil((yield* Clock.currentTimeMillis) / 1000)
        const stated = { description: describe(identity), createdBy: issuer.name, expiresAt: now + lifetime }
        const { value } = yield* newToken(organization, wanted, stated).pipe(
          Effect.flatMap((token) => issue(token, tooShort)),
          Effect.provideService(ActingAs, { kind: "issuer", name: issuer.url })
        )
        return {
          access_token: Redacted.value(value),
          issued_token_type: type,
          token_type: "Bearer" as const,
          expires_in: lifetime,
          scope
        }
      })

      const byRefreshToken = Effect.fnUntraced(function* (text: string) {
        const found = yield* refreshTokens.find(text)
        if (Option.isNone(found)) return yield* invalidRefreshToken
        const { expiresAt, id, login, organization, userId } = found.value
        const now = Math.floor((yield* Clock.currentTimeMillis) / 1000)
        const until = expiresAt === 0 ? now + ON_BEHALF_OF_SECONDS : Math.min(now + ON_BEHALF_OF_SECONDS, expiresAt)
        const token = {
          kind: "personal" as const,
          userId,
          issuedFrom: id,
          description: "Exchanged for a refresh token",
          createdBy: login,
          expiresAt: until,
          ...(organization === undefined ? {} : { organization })
        }
        const { value } = yield* issue(token, invalidRefreshToken).pipe(
          Effect.provideService(ActingAs, { kind: "user", name: login, tokenId: id })
        )
        return {
          access_token: Redacted.value(value),
          issued_token_type: typeOfKind("personal"),
          token_type: "Bearer" as const,
          expires_in: until - now,
          scope: `user:${login}`
        }
      })

      return Exchange.of({
        exchange: (request): Effect.Effect<ExchangeResponse, ExchangeRefused> =>
          request.grant_type === REFRESH_TOKEN ? byRefreshToken(request.refresh_token) : byIdentity(request)
      })
    })
  )

  static readonly layer: Layer.Layer<Exchange, never, SqlClient.SqlClient | Events> = Exchange.layerNoDeps.pipe(
    Layer.provide([
      IdentityTokens.layer,
      RefreshTokens.layer,
      Members.layer,
      Teams.layer,
      TokenIssuance.layer,
      Users.layer
    ])
  )
}
