/**
 * Trading an RS256 identity token for an access token. Ours writes a token and an audit entry; the other writes a token, or
 * signs one with RS256, which nobody can revoke, or keeps it in memory, which no two processes and no restart could live with.
 */
import { Effect, type Scope } from "effect"
import { join } from "node:path"
import type { BenchFault } from "../BenchFault.ts"
import { startOidcProvider } from "../contestants/oidcProvider.ts"
import { applyPlatformFile, type PlatformControl } from "../contestants/platformControl.ts"
import { timesAsMuch, timesTheRate } from "../results/goals.ts"
import type { Outcome } from "../results/Outcome.ts"
import { alternate, figureOf } from "../rounds/alternate.ts"
import { exchangeTrial } from "../rounds/exchangeTrial.ts"
import { AUDIENCE, type Identities, ISSUER, makeIdentities, SUBJECTS } from "../samples/identityTokens.ts"
import { ORGANIZATION } from "../samples/samplePackage.ts"
import { SQLITE, type Stage } from "../Stage.ts"

const TOKENS = 200

const CLIENT = "bench"

const parametersOf = (token: string) => ({
  grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
  audience: AUDIENCE,
  subject_token: token,
  subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
  requested_token_type: "urn:svc:token-type:access_token:organization"
})

const platformFile = ({ keys }: Identities) => ({
  organizations: [
    {
      name: ORGANIZATION,
      issuers: [
        {
          name: "ci",
          url: ISSUER,
          jwks: keys,
          rules: [{ decision: "allow", tokenType: "organization", claims: { sub: SUBJECTS } }]
        }
      ]
    }
  ]
})

const measure = Effect.fnUntraced(function* (stage: Stage): Effect.fn.Return<Outcome, BenchFault, Scope.Scope> {
  const peers = yield* stage.peers
  const identities = yield* makeIdentities(TOKENS)
  const { keys, tokens } = identities
  const trialOf = (ours: PlatformControl) =>
    Effect.as(
      applyPlatformFile(ours, platformFile(identities)),
      exchangeTrial({ contestant: ours, peers, path: "/api/oauth/token", parametersOf, tokens })
    )
  const trials = [yield* trialOf(yield* stage.sqlite)]
  const postgres = yield* stage.postgres
  if (postgres !== undefined) trials.push(yield* trialOf(postgres))
  const trust = { issuer: ISSUER, audience: AUDIENCE, subjects: SUBJECTS, keys, client: CLIENT }
  const durable = yield* startOidcProvider({ ...trust, store: join(stage.folder, "oidc.sqlite") })
  const signed = yield* startOidcProvider({ ...trust, signed: true })
  const inMemory = yield* startOidcProvider(trust)
  for (const contestant of [durable, signed, inMemory]) {
    trials.push(
      exchangeTrial({
        contestant,
        peers,
        path: "/token",
        parametersOf: (token) => ({ ...parametersOf(token), client_id: CLIENT }),
        tokens
      })
    )
  }
  const rounds = yield* alternate(trials, stage.effort)
  return {
    operation: "token exchange",
    figures: rounds.map(figureOf),
    verdicts: [
      timesTheRate(rounds, [SQLITE, durable.name], 1.5),
      timesAsMuch(rounds, [SQLITE, signed.name], 1.5),
      timesAsMuch(rounds, [SQLITE, inMemory.name])
    ]
  }
})

/** The other servers end with the measure: nobody else needs it. */
export const exchange = (stage: Stage): Effect.Effect<Outcome, BenchFault> => Effect.scoped(measure(stage))
