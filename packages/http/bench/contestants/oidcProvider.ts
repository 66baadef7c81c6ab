/** npm's `oidc-provider` with a token exchange of its own. */
import type { Effect, Scope } from "effect"
import type { JWK } from "jose"
import { fileURLToPath } from "node:url"
import type { BenchFault } from "../BenchFault.ts"
import { type Contestant, startContestant } from "../process/Contestant.ts"

const PROGRAM = fileURLToPath(new URL("../servers/oidcServer.ts", import.meta.url))

/** Whom it trusts, and whom it serves. */
export interface OidcTrust {
  readonly issuer: string
  readonly audience: string
  /** `*` is any run of characters. */
  readonly subjects: string
  readonly keys: { readonly keys: ReadonlyArray<JWK> }
  /** Its one client, which needs no secret. */
  readonly client: string
  /** A SQLite file for what it issues; without one it keeps that in memory and loses it when it ends. */
  readonly store?: string
  /** Whether what it issues is a JWT that it signs with RS256, and keeps nowhere. */
  readonly signed?: boolean
}

/** What its process is told, as JSON on its standard input. */
export interface OidcOrder extends OidcTrust {
  readonly port: number
}

const nameOf = ({ signed, store }: OidcTrust): string =>
  signed === true ? "oidc-provider, signed" : `oidc-provider, ${store === undefined ? "in memory" : "SQLite"}`

/** Running with nothing issued yet. */
export const startOidcProvider = (trust: OidcTrust): Effect.Effect<Contestant, BenchFault, Scope.Scope> =>
  startContestant({
    name: nameOf(trust),
    command: () => [process.execPath, PROGRAM],
    input: (port) => JSON.stringify({ ...trust, port } satisfies OidcOrder),
    readyPath: "/.well-known/openid-configuration"
  })
