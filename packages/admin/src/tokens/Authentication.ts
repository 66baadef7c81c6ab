/** From the text of a credential to the principal it speaks for, or 401 (Spec A, Authentication). Knows no HTTP. */
import { Clock, Context, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { timingSafeEqual } from "node:crypto"
import type { Principal } from "@platform-control/core/Authorization"
import { Unauthorized } from "@platform-control/core/Errors"
import type { Events } from "@platform-control/core/Events"
import { credentialsRepository, type StoredCredential } from "./CredentialsRepository.ts"
import { LastUsed } from "./LastUsed.ts"
import { READ_AGAIN_AFTER_MILLISECONDS } from "../SharedMemory.ts"
import { PrincipalCache, type PrincipalEntry } from "./PrincipalCache.ts"
import { principalOf } from "./principalOf.ts"
import { USE_NOTED_EVERY_SECONDS } from "./TokensRepository.ts"
import { hashOf, kindOf, VALUE_LENGTH } from "./TokenValue.ts"

const USE_NOTED_EVERY_MILLISECONDS = USE_NOTED_EVERY_SECONDS * 1000

const refuse = (message: string) => Effect.fail(new Unauthorized({ message }))

const malformed = refuse("The credential is not an access token: check that it was copied in full")

const exchangeOnly = refuse(
  "A refresh token is not a credential: exchange it for an access token at POST /api/oauth/token"
)

/** One message for all three: who holds a text must not learn whether it ever was a token. */
const notValid = refuse("The access token is not valid: it is unknown, has expired or was revoked")

const isSameHash = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

const expiryOf = (credential: StoredCredential): number =>
  credential.expiresAt === 0 ? Number.POSITIVE_INFINITY : credential.expiresAt * 1000

/** Errors never repeat the credential. */
export class Authentication extends Context.Service<
  Authentication,
  {
    /** The principal of a token that was looked up not long ago: no query, no effect. Undefined says nothing. */
    readonly authenticateCached: (credential: string) => Principal | undefined
    /** 401 for what is no token, or one that is unknown, expired, revoked or a refresh token. */
    readonly authenticate: (credential: string) => Effect.Effect<Principal, Unauthorized>
  }
>()("platform-control/admin/Authentication") {
  static readonly layer: Layer.Layer<Authentication, never, SqlClient.SqlClient | Events> = Layer.effect(
    Authentication,
    Effect.gen(function* () {
      const credentials = yield* credentialsRepository
      const lastUsed = yield* LastUsed
      const { entries, isCurrent } = yield* PrincipalCache
      const clock = yield* Clock.Clock

      const use = (entry: PrincipalEntry, now: number): Principal => {
        if (now - entry.usedAt >= USE_NOTED_EVERY_MILLISECONDS) {
          entry.usedAt = now
          lastUsed.note(entry.principal.tokenId, now)
        }
        return entry.principal
      }

      const authenticateCached = (credential: string): Principal | undefined => {
        if (credential.length !== VALUE_LENGTH || !isCurrent()) return undefined
        const now = clock.currentTimeMillisUnsafe()
        const entry = entries.get(hashOf(credential), now)
        return entry === undefined ? undefined : use(entry, now)
      }

      const lookUp = Effect.fnUntraced(function* (credential: string) {
        const kind = kindOf(credential)
        if (kind === undefined) return yield* malformed
        if (kind === "refresh") return yield* exchangeOnly
        const hash = hashOf(credential)
        const generation = entries.generation()
        const stored = yield* credentials.findByHash(hash)
        const now = clock.currentTimeMillisUnsafe()
        if (stored === undefined || !isSameHash(stored.hash, hash)) return yield* notValid
        const expiry = expiryOf(stored)
        if (stored.revoked || now >= expiry) return yield* notValid
        const entry: PrincipalEntry = {
          principal: principalOf(stored, kind),
          issuedFrom: stored.issuedFrom,
          validUntil: Math.min(expiry, now + READ_AGAIN_AFTER_MILLISECONDS),
          usedAt: stored.lastUsed * 1000
        }
        entries.put(hash, entry, generation)
        return use(entry, now)
      })

      return Authentication.of({
        authenticateCached,
        authenticate: (credential) => {
          const known = authenticateCached(credential)
          return known === undefined ? lookUp(credential) : Effect.succeed(known)
        }
      })
    })
  ).pipe(Layer.provide([LastUsed.layer, PrincipalCache.layer]))
}
