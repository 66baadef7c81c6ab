/**
 * Continuation tokens: a keyset position, sealed for one list and one set of filters (open points, section 1).
 * Knows no list. The position is readable to whoever decodes it, so it may hold only what the page itself showed.
 */
import { Context, Effect, Layer, Result } from "effect"
import { createHmac, timingSafeEqual } from "node:crypto"
import { BadRequest } from "./Errors.ts"
import { ServerKey } from "./ServerKey.ts"

/** The sort keys of the last item of a page, the first of them most significant. */
export type PagePosition = ReadonlyArray<string | number>

const SEAL_BYTES = 16

const invalid = Result.fail(
  new BadRequest({
    message: "query.continuationToken: Expected a token from an earlier page of the same list with the same filters",
    errors: [{ resource: "query", attribute: "continuationToken", errorType: "invalid" }]
  })
)

const isPosition = (value: unknown): value is PagePosition =>
  Array.isArray(value) && value.every((part) => typeof part === "string" || typeof part === "number")

/** `shape` is every filter and the sort of the query, in one canonical text; the page size is not part of it. */
export class PageTokens extends Context.Service<
  PageTokens,
  {
    readonly seal: (list: string, shape: string, position: PagePosition) => string
    /** The position, or a 400 when the token was changed, or was made for another list, sort or filter. */
    readonly open: (list: string, shape: string, token: string) => Result.Result<PagePosition, BadRequest>
  }
>()("platform-control/core/PageTokens") {
  static readonly layer: Layer.Layer<PageTokens, never, ServerKey> = Layer.effect(
    PageTokens,
    Effect.map(ServerKey, (serverKey) => {
      const key = serverKey.derive("continuation-token")
      const sealOf = (list: string, shape: string, position: Uint8Array) =>
        createHmac("sha256", key)
          .update(JSON.stringify([list, shape]))
          .update(position)
          .digest()
          .subarray(0, SEAL_BYTES)
      return PageTokens.of({
        seal: (list, shape, position) => {
          const bytes = Buffer.from(JSON.stringify(position))
          return Buffer.concat([sealOf(list, shape, bytes), bytes]).toString("base64url")
        },
        open: (list, shape, token) => {
          if (!/^[A-Za-z0-9_-]+$/.test(token)) return invalid
          const bytes = Buffer.from(token, "base64url")
          if (bytes.toString("base64url") !== token || bytes.length <= SEAL_BYTES) return invalid
          const position = bytes.subarray(SEAL_BYTES)
          if (!timingSafeEqual(bytes.subarray(0, SEAL_BYTES), sealOf(list, shape, position))) return invalid
          const parsed: unknown = JSON.parse(position.toString())
          return isPosition(parsed) ? Result.succeed(parsed) : invalid
        }
      })
    })
  )
}
