/** Trading refresh tokens (Spec A, Token exchange, variant 2; Authentication, 1). */
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { together } from "../laws/together.ts"
import { type Exchange, isRecord, objectOf } from "../wire/Exchange.ts"
import { bearer, look, refresh, send, tokenOf, withoutToken } from "./exchanges.ts"

const withRefresh = { requires: ["refresh", "organization"] } as const

const PARALLEL = 8

const TOKENS = "/api/user/tokens"

/** The refresh tokens of whoever asks. */
const refreshTokensOf = (exchange: Exchange): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  const { tokens } = objectOf(exchange)
  return Array.isArray(tokens) ? tokens.filter(isRecord).filter(({ type }) => type === "refresh") : []
}

const isExchangeOnly = async (trial: Trial) => {
  const answer = await look(trial, trial.as("refresh"))
  trial.status(answer, [401], "A refresh token is no bearer credential")
}

const works = async (trial: Trial, exchange: Exchange, why: string) =>
  trial.status(await look(trial, bearer(trial, tokenOf(trial, exchange))), [403, 404], why)

export const refreshRules: ReadonlyArray<Rule> = [
  rule(
    "TEX-002",
    async (trial) => {
      trial.met()
      trial.status(await send(trial, refresh(trial)), [200], "A refresh token buys an access token")
    },
    withRefresh
  ),
  rule(
    "TEX-010",
    async (trial) => {
      const caller = bearer(trial, tokenOf(trial, await send(trial, refresh(trial))))
      const listed = trial.status(await caller.get(TOKENS), [200], "The user's own tokens can be listed")
      trial.met()
      if (refreshTokensOf(listed).length === 0)
        throw trial.violated(
          "The token is bound to the user behind the refresh token",
          "the refresh token among the user's tokens",
          "none",
          listed
        )
    },
    withRefresh
  ),
  rule(
    "TEX-011",
    async (trial) => {
      const traded = trial.needs(await send(trial, refresh(trial)), 200, "The exchange")
      const listed = trial.needs(await bearer(trial, tokenOf(trial, traded)).get(TOKENS), 200, "The list of tokens")
      const until = Math.floor(Date.now() / 1000) + Number(objectOf(traded)["expires_in"])
      const lifetimes = refreshTokensOf(listed).map(({ expires }) => (expires === 0 ? Infinity : Number(expires)))
      if (lifetimes.length === 0) throw trial.inconclusive("NO_FIXTURE", "The user's tokens show no refresh token.")
      trial.met()
      if (until > Math.max(...lifetimes))
        throw trial.violated(
          "The token ends before the refresh token",
          `until ${lifetimes.join(", ")}`,
          `${until}`,
          traded
        )
    },
    withRefresh
  ),
  rule(
    "TEX-012",
    async (trial) => {
      const traded = await send(trial, refresh(trial))
      trial.met()
      await works(trial, traded, "What a refresh token buys is a bearer credential")
    },
    withRefresh
  ),
  rule(
    "TEX-013",
    async (trial) => {
      trial.met()
      await isExchangeOnly(trial)
      trial.needs(await send(trial, refresh(trial)), 200, "The exchange")
      await isExchangeOnly(trial)
    },
    withRefresh
  ),
  rule(
    "TEX-014",
    async (trial) => {
      const member = trial.as("member")
      const before = refreshTokensOf(trial.needs(await member.get(TOKENS), 200, "The list of tokens"))
      const { token } = await trial.hook("refreshToken", { organization: trial.organization })
      const known = new Set(before.map(({ id }) => id))
      const listed = refreshTokensOf(await member.get(TOKENS))
      const made = listed.filter(({ id }) => !known.has(id))
      const [one] = made
      if (made.length !== 1 || typeof one?.["id"] !== "string")
        throw trial.inconclusive("NO_FIXTURE", "The hook refreshToken has to make one refresh token for the member.")
      const traded = trial.needs(await send(trial, refresh(trial, token)), 200, "The exchange")
      trial.needs(await member.delete(`${TOKENS}/${encodeURIComponent(one["id"])}`), 204, "The revocation")
      trial.met()
      trial.refused(await send(trial, refresh(trial, token)), "A revoked refresh token buys nothing")
      if (trial.isOurs)
        trial.status(
          await look(trial, bearer(trial, tokenOf(trial, traded))),
          [401],
          "What it bought before ends with it (open points 2)"
        )
    },
    { requires: ["hook:refreshToken", "member", "organization"] }
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
      const answers = await together(PARALLEL, () => send(trial, refresh(trial)))
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
      const first = trial.needs(await send(trial, refresh(trial)), 200, "The exchange")
      trial.met()
      const second = await send(trial, refresh(trial))
      trial.note(`The second exchange of a refresh token is answered ${second.status}.`)
      if (second.status !== 200) trial.refused(second, "It works again or is refused")
      else await works(trial, second, "The second token works")
      if (trial.isOurs) trial.status(second, [200], "Refresh tokens are not rotated (open points 2)")
      await works(trial, first, "The first token goes on working")
    },
    withRefresh
  )
]
