/** The public keys of issuers: found by discovery, remembered for a while, and looked up anew when a key is missing. */
import { Clock, Context, Effect, Layer, Option, Schema, Semaphore } from "effect"
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from "jose"
import type { IssuerRecord } from "../organizations/Issuers.ts"
import type { IssuerKeys } from "../organizations/TrustRule.ts"
import { FetchRefused, GuardedFetch } from "./GuardedFetch.ts"

/** How long discovered keys are believed, in milliseconds. */
const BELIEVED_MILLIS = 10 * 60_000

/** Between two look-ups that tokens with unknown keys cause, in milliseconds: anybody can send such tokens. */
export const REFETCH_COOL_DOWN_MILLIS = 30_000

/** After a look-up that failed, until the next one of that issuer, in milliseconds: whoever waited meanwhile has failed too. */
const RETRY_COOL_DOWN_MILLIS = 5_000

/** Issuers that are remembered at once; the one that was met first makes room. */
const CAPACITY = 1_000

/** OpenID Connect Discovery 1.0, section 3: what is needed of it. */
const Discovery = Schema.Struct({ issuer: Schema.String, jwks_uri: Schema.String })

const KeySet = Schema.Struct({ keys: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)) })

interface Discovered {
  readonly keys: JWTVerifyGetKey
  readonly at: number
}

interface Entry {
  /** One look-up of an issuer at a time; whoever waited takes what was found. */
  readonly turn: Semaphore.Semaphore
  found: Discovered | undefined
  failedAt: number
  refetchedAt: number
}

const toKeys = (set: typeof KeySet.Type): JWTVerifyGetKey => createLocalJWKSet(set as unknown as JSONWebKeySet)

/** The keys of an issuer, whose failures are for the log. */
export class SigningKeys extends Context.Service<
  SigningKeys,
  {
    /** Given keys, or those that the issuer's address leads to. */
    readonly of: (issuer: IssuerRecord) => Effect.Effect<JWTVerifyGetKey, FetchRefused>
    /** Newer ones than `known`, which lack a token's key; none where that is pointless, or was asked a moment ago. */
    readonly newerThan: (
      issuer: IssuerRecord,
      known: JWTVerifyGetKey
    ) => Effect.Effect<Option.Option<JWTVerifyGetKey>, FetchRefused>
  }
>()("platform-control/admin/SigningKeys") {
  static readonly layerNoDeps: Layer.Layer<SigningKeys, never, GuardedFetch> = Layer.effect(
    SigningKeys,
    Effect.gen(function* () {
      const fetch = yield* GuardedFetch
      const entries = new Map<string, Entry>()
      const given = new WeakMap<IssuerKeys, JWTVerifyGetKey>()

      const entryOf = (url: string): Entry => {
        const known = entries.get(url)
        if (known !== undefined) return known
        const never = Number.NEGATIVE_INFINITY
        const entry = { turn: Semaphore.makeUnsafe(1), found: undefined, failedAt: never, refetchedAt: never }
        if (entries.size >= CAPACITY) entries.delete(entries.keys().next().value!)
        entries.set(url, entry)
        return entry
      }

      /** Keys are imported when they are first used, which costs more than to verify with them. */
      const givenKeys = (jwks: IssuerKeys): JWTVerifyGetKey => {
        const known = given.get(jwks)
        if (known !== undefined) return known
        const keys = toKeys(jwks)
        given.set(jwks, keys)
        return keys
      }

      const read = Effect.fnUntraced(function* <A>(url: string, schema: Schema.Codec<A, unknown>) {
        const body = yield* fetch.json(url)
        return yield* Effect.mapError(
          Schema.decodeUnknownEffect(schema)(body),
          () => new FetchRefused({ url, reason: "it is not what it has to be" })
        )
      })

      const discover = Effect.fn("SigningKeys.discover")(function* (issuer: string) {
        const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`
        const found = yield* read(url, Discovery)
        if (found.issuer !== issuer) return yield* new FetchRefused({ url, reason: "it speaks for another issuer" })
        return toKeys(yield* read(found.jwks_uri, KeySet))
      })

      const lookUp = Effect.fnUntraced(function* (url: string, entry: Entry) {
        const now = yield* Clock.currentTimeMillis
        if (now - entry.failedAt < RETRY_COOL_DOWN_MILLIS) {
          return yield* new FetchRefused({ url, reason: "it failed a moment ago" })
        }
        const keys = yield* Effect.tapError(discover(url), () =>
          Effect.map(Clock.currentTimeMillis, (failedAt) => {
            entry.failedAt = failedAt
          })
        )
        entry.found = { keys, at: now }
        return keys
      })

      const believed = (entry: Entry, now: number): JWTVerifyGetKey | undefined =>
        entry.found !== undefined && now - entry.found.at < BELIEVED_MILLIS ? entry.found.keys : undefined

      const discovered = Effect.fnUntraced(function* (url: string) {
        const entry = entryOf(url)
        const known = believed(entry, yield* Clock.currentTimeMillis)
        if (known !== undefined) return known
        return yield* entry.turn.withPermit(
          Effect.gen(function* () {
            return believed(entry, yield* Clock.currentTimeMillis) ?? (yield* lookUp(url, entry))
          })
        )
      })

      const newerThan = Effect.fnUntraced(function* (url: string, known: JWTVerifyGetKey) {
        const entry = entryOf(url)
        return yield* entry.turn.withPermit(
          Effect.gen(function* () {
            if (entry.found !== undefined && entry.found.keys !== known) return Option.some(entry.found.keys)
            const now = yield* Clock.currentTimeMillis
            if (now - entry.refetchedAt < REFETCH_COOL_DOWN_MILLIS) return Option.none()
            entry.refetchedAt = now
            return Option.some(yield* lookUp(url, entry))
          })
        )
      })

      return SigningKeys.of({
        of: ({ jwks, url }) => (jwks === null ? discovered(url) : Effect.sync(() => givenKeys(jwks))),
        newerThan: ({ jwks, url }, known) => (jwks === null ? newerThan(url, known) : Effect.succeedNone)
      })
    })
  )

  static readonly layer: Layer.Layer<SigningKeys> = SigningKeys.layerNoDeps.pipe(Layer.provide(GuardedFetch.layer))
}
