/** Identity tokens of an issuer that exists only by its key: what jobs would present. */
import { Effect } from "effect"
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose"
import { type BenchFault, benchFault } from "../BenchFault.ts"
import { ORGANIZATION } from "./samplePackage.ts"

/** `iss` of every token. */
export const ISSUER = "https://ci.bench.example"

/** `aud` of every token. */
export const AUDIENCE = `urn:svc:org:${ORGANIZATION}`

/** The pattern of the rule that lets every token in. */
export const SUBJECTS = "repo:bench/*"

/** Different tokens, so that no answer is the last one again; all of them live longer than a run. */
export interface Identities {
  readonly keys: { readonly keys: ReadonlyArray<JWK> }
  readonly tokens: ReadonlyArray<string>
}

/** RS256 with 2,048 bits, as most issuers sign. */
export const makeIdentities = (count: number): Effect.Effect<Identities, BenchFault> =>
  Effect.tryPromise({
    try: async () => {
      const { privateKey, publicKey } = await generateKeyPair("RS256", { modulusLength: 2048 })
      const sign = (index: number) =>
        new SignJWT({ sub: `repo:bench/project-${index}:ref:refs/heads/main`, ref: "refs/heads/main" })
          .setProtectedHeader({ alg: "RS256", kid: "bench" })
          .setIssuer(ISSUER)
          .setAudience(AUDIENCE)
          .setIssuedAt()
          .setExpirationTime("12h")
          .sign(privateKey)
      return {
        keys: { keys: [{ ...(await exportJWK(publicKey)), kid: "bench", alg: "RS256", use: "sig" }] },
        tokens: await Promise.all(Array.from({ length: count }, (_, index) => sign(index)))
      }
    },
    catch: (cause) => benchFault(`No identity tokens: ${String(cause)}`)
  })
