/** Trading refresh tokens (Spec A, Token exchange, variant 2; Authentication, 1). */
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { together } from "../laws/together.ts"
import * as tokens from "../tokens/tokens.ts"
import { type Exchange, objectOf } from "../wire/Exchange.ts"
import {
  aloneWithRefresh,
  bearer,
  look,
  refresh,
  send,
  sendRefresh,
  spendRefresh,
  tokenOf,
  withoutToken
} from "./exchanges.ts"

const withRefresh = { requires: ["refresh", "organization"] } as const

const PARALLEL = 8

const withHook = { requires: ["hook:refreshToken", "member", "organization"], turn: "alone" } as const

const TOKENS = "/api/user/tokens"

/** A target may take a moment between issuing a token and dating its answer. */
const MOMENT_SECONDS = 5

const isExchangeOnly = async (trial: Trial, token: unknown) => {
  const answer = await look(trial, trial.bearing("refresh", `Bearer ${String(token)}`))
  trial.status(answer, [401], "A refresh token is no bearer credential")
}

const works = async (trial: Trial, exchange: Exchange, why: string) =>
  trial.status(await look(trial, bearer(trial, tokenOf(trial, exchange))), [403, 404], why)

export const refreshRules: ReadonlyArray<Rule> = [
  rule(
    "TEX-002",
    async (trial) => {
      trial.met()
      trial.status(await sendRefresh(trial), [200], "A refresh token buys an access token")
    },
    withRefresh
  ),
  rule(
    "TEX-010",
    async (trial) => {
      const { id, value } = await tokens.madeRefresh(trial)
      const caller = bearer(trial, tokenOf(trial, await send(trial, refresh(trial, value))))
      const listed = trial.status(await caller.get(TOKENS), [200], "The user's own tokens can be listed")
      trial.met()
      // Others have refresh tokens too: it is this one that has to be there.
      if (!tokens.tokensOf(listed).some((one) => one["id"] === id))
        throw trial.violated(
          "The token is bound to the user behind the refresh token",
          "the refresh token among the user's tokens",
          "none",
          listed
        )
    },
    withHook
  ),
  rule(
    "TEX-011",
    async (trial) => {
      const { entry, value } = await tokens.madeRefresh(trial)
      const traded = trial.needs(await send(trial, refresh(trial, value)), 200, "The exchange")
      const until = tokens.timeThere(traded) + Number(objectOf(traded)["expires_in"])
      const end = entry["expires"] === 0 ? Infinity : Number(entry["expires"])
      trial.met()
      if (until > end + MOMENT_SECONDS)
        throw trial.violated("The token ends before the refresh token", `until ${end}`, `${until}`, traded)
    },
    withHook
  ),
  rule(
    "TEX-012",
    async (trial) => {
      const traded = await sendRefresh(trial)
      trial.met()
      await works(trial, traded, "What a refresh token buys is a bearer credential")
    },
    withRefresh
  ),
  rule(
    "TEX-013",
    async (trial) => {
      trial.met()
      await aloneWithRefresh(trial, async () => {
        const { refresh_token } = refresh(trial)
        await isExchangeOnly(trial, refresh_token)
        trial.needs(await spendRefresh(trial), 200, "The exchange")
        await isExchangeOnly(trial, refresh_token)
      })
    },
    withRefresh
  ),
  rule(
    "TEX-014",
    async (trial) => {
      const member = trial.as("member")
      const { path, value } = await tokens.madeRefresh(trial)
      const traded = trial.needs(await send(trial, refresh(trial, value)), 200, "The exchange")
      trial.needs(await member.delete(path), 204, "The revocation")
      trial.met()
      trial.refused(await send(trial, refresh(trial, value)), "A revoked refresh token buys nothing")
      if (trial.isOurs)
        trial.status(
          await look(trial, bearer(trial, tokenOf(trial, traded))),
          [401],
          "What it bought before ends with it (open points 2)"
        )
    },
    withHook
  ),
  rule(
    "TEX-015",
    async (trial) => {
      trial.met()
      const personal = trial.context.configuration.identities.admin ?? ""
      trial.refused(await send(trial, refresh(trial, personal)), "A personal token is no refresh token")
    },
    { requires: ["admin"] }
  ),
  rule(
    "TEX-016",
    async (trial) => {
      const token = trial.context.configuration.identities.refresh ?? "unknown"
      for (const value of ["", "unknown", `${token}x`, token.slice(0, -1), "\0", "x".repeat(5000)]) {
        trial.nextCase()
        trial.met()
        const refusal = trial.refused(await send(trial, refresh(trial, value)), "Nobody has this refresh token")
        withoutToken(trial, refusal, "A refusal hands out no token")
      }
    },
    { requires: [] }
  ),
  rule(
    "TEX-034",
    async (trial) => {
      const answers = await aloneWithRefresh(trial, async () => {
        const { refresh_token } = refresh(trial)
        return together(PARALLEL, () => spendRefresh(trial, String(refresh_token)))
      })
      for (const answer of answers) {
        trial.status(answer, [200, 400, 409, 429], "Each of the exchanges is answered")
        if (answer.status !== 200) continue
        trial.met()
        await works(trial, answer, "Every token that was handed out works")
      }
    },
    withRefresh
  ),
  rule(
    "TEX-035",
    async (trial) => {
      const [first, second] = await aloneWithRefresh(trial, async () => {
        const { refresh_token } = refresh(trial)
        const bought = trial.needs(await spendRefresh(trial), 200, "The exchange")
        return [bought, await spendRefresh(trial, String(refresh_token))]
      })
      trial.met()
      trial.note(`The second exchange of a refresh token is answered ${second.status}.`)
      if (second.status !== 200) trial.refused(second, "It works again or is refused")
      else await works(trial, second, "The second token works")
      if (trial.isOurs) trial.status(second, [200], "Refresh tokens are not rotated (open points 2)")
      await works(trial, first, "The first token goes on working")
    },
    withRefresh
  )
]
