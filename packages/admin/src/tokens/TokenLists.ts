/** The lists of tokens that the wire shows: filters, pages, and what a record looks like. Knows no HTTP. */
import { Clock, Context, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import type { BadRequest, NotFound } from "@platform-control/core/Errors"
import { PageTokens } from "@platform-control/core/PageTokens"
import { isRole, roles } from "@platform-control/core/Permissions"
import { toTimestamp } from "@platform-control/core/Timestamps"
import type { AccessToken, AccessTokenList, AccessTokenType } from "../contract/AccessToken.ts"
import type { OrganizationTokensQuery, TokenStatus, UserTokensQuery } from "../contract/TokenRequests.ts"
import { Organizations } from "../organizations/Organizations.ts"
import { type TokenPosition, type TokenRecord, type TokenSelection, tokensRepository } from "./TokensRepository.ts"

/** Tokens of other lists do not open here. */
const LIST = "access-tokens"

/** When only a continuation token says that a page is wanted (open points, section 6). */
const DEFAULT_PAGE_SIZE = 100

/** A whole list is read in parts of this size. */
const READ_AT_ONCE = 1000

const types: ReadonlyMap<string, AccessTokenType> = new Map(
  (["personal", "refresh", "organization", "team"] as const).map((type) => [type, type])
)

const roleOf = ({ roleId }: TokenRecord): Pick<AccessToken, "role"> =>
  roleId !== null && isRole(roleId) ? { role: { id: roleId, name: roles[roleId], defaultIdentifier: roleId } } : {}

/** A record as the wire shows it (Spec B, AccessToken). */
export const accessToken = (record: TokenRecord): AccessToken => {
  const type = types.get(record.kind)
  return {
    id: record.id,
    name: record.name ?? "",
    description: record.description,
    created: toTimestamp(record.createdAt),
    lastUsed: record.lastUsed,
    expires: record.expiresAt,
    admin: record.admin,
    createdBy: record.createdBy,
    ...roleOf(record),
    ...(type === undefined ? {} : { type })
  }
}

const toPosition = ([createdAt, id]: ReadonlyArray<string | number>): TokenPosition => ({
  createdAt: Number(createdAt),
  id: String(id)
})

/** Whole lists, and pages where the query asks for them. 400 for a continuation token of another list or filter. */
export class TokenLists extends Context.Service<
  TokenLists,
  {
    /** 404 when there is no such organization. */
    readonly ofOrganization: (
      organization: string,
      query: OrganizationTokensQuery
    ) => Effect.Effect<AccessTokenList, BadRequest | NotFound>
    readonly ofUser: (userId: string, query: UserTokensQuery) => Effect.Effect<AccessTokenList, BadRequest>
  }
>()("platform-control/admin/TokenLists") {
  static readonly layer: Layer.Layer<TokenLists, never, PageTokens | SqlClient.SqlClient> = Layer.effect(
    TokenLists,
    Effect.gen(function* () {
      const rows = yield* tokensRepository
      const pages = yield* PageTokens
      const organizations = yield* Organizations

      const whole = Effect.fnUntraced(function* (selection: TokenSelection) {
        const found: Array<TokenRecord> = []
        for (;;) {
          const part = yield* rows.select(selection, found.at(-1), READ_AT_ONCE)
          found.push(...part)
          if (part.length < READ_AT_ONCE) return { tokens: found.map(accessToken) }
        }
      })

      const list = Effect.fnUntraced(function* (
        selection: TokenSelection,
        shape: string,
        { continuationToken, maxResults }: Pick<UserTokensQuery, "continuationToken" | "maxResults">
      ) {
        if (continuationToken === undefined && maxResults === undefined) return yield* whole(selection)
        const limit = maxResults ?? DEFAULT_PAGE_SIZE
        const after =
          continuationToken === undefined
            ? undefined
            : toPosition(yield* Effect.fromResult(pages.open(LIST, shape, continuationToken)))
        const found = yield* rows.select(selection, after, limit + 1)
        const shown = found.slice(0, limit)
        const last = found.length > limit ? shown.at(-1) : undefined
        return {
          tokens: shown.map(accessToken),
          ...(last === undefined ? {} : { continuationToken: pages.seal(LIST, shape, [last.createdAt, last.id]) })
        }
      })

      return TokenLists.of({
        ofOrganization: Effect.fnUntraced(function* (organization, query) {
          const { name } = yield* organizations.get(organization)
          const status: TokenStatus = query.filter ?? "active"
          const nowSeconds = Math.floor((yield* Clock.currentTimeMillis) / 1000)
          const shape = JSON.stringify(["organization", name, status])
          return yield* list({ organization: name, status, nowSeconds }, shape, query)
        }),
        ofUser: (userId, query) => {
          const text = query.filter ?? ""
          return list({ userId, text }, JSON.stringify(["user", userId, text]), query)
        }
      })
    })
  ).pipe(Layer.provide(Organizations.layer))
}
