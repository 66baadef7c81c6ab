/** Trials that trade identity tokens for access tokens. */
import { Effect } from "effect"
import { type BenchFault, benchFault } from "../BenchFault.ts"
import { CONNECTIONS, hammer } from "../load/hammer.ts"
import { jsonOf, request } from "../load/request.ts"
import type { Contestant } from "../process/Contestant.ts"
import type { Trial } from "./Trial.ts"

/** What is sent to one contestant. */
export interface Exchanges {
  readonly contestant: Contestant
  readonly peers: string
  readonly path: string
  /** The parameters for one identity token. */
  readonly parametersOf: (token: string) => Readonly<Record<string, string>>
  readonly tokens: ReadonlyArray<string>
}

const FORM = { "content-type": "application/x-www-form-urlencoded" }

/** The same token with another payload under its signature. */
const forged = (token: string): string => {
  const [header, payload = "", signature] = token.split(".")
  const claims = { ...(JSON.parse(Buffer.from(payload, "base64url").toString()) as object), forged: true }
  return [header, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature].join(".")
}

/** A good token is traded for another one each time, and a forged one for none. */
export const exchangeTrial = ({ contestant, parametersOf, path, peers, tokens }: Exchanges): Trial => {
  const bodyOf = (token: string) => new URLSearchParams(parametersOf(token)).toString()
  const trade = (token: string) =>
    jsonOf<{ readonly access_token?: string }>(
      request(contestant.origin + path, { method: "POST", headers: FORM, body: bodyOf(token) })
    )
  const fault = (what: string): Effect.Effect<never, BenchFault> =>
    Effect.fail(benchFault(`${contestant.name} ${what}`))
  const [first = ""] = tokens
  return {
    contestant: contestant.name,
    verify: Effect.gen(function* () {
      const [one, other] = [yield* trade(first), yield* trade(first)]
      if (one.access_token === undefined || one.access_token === other.access_token) {
        return yield* fault("does not give a token for each exchange")
      }
      const refused = yield* Effect.result(trade(forged(first)))
      if (refused._tag === "Success" || !refused.failure.message.includes(": 400 ")) {
        return yield* fault("does not refuse a forged token")
      }
    }),
    round: (seconds) =>
      hammer(contestant, {
        peers,
        origin: contestant.origin,
        paths: [path],
        bodies: tokens.map(bodyOf),
        headers: FORM,
        connections: CONNECTIONS,
        seconds
      })
  }
}
