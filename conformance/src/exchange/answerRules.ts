/** What every answer of the exchange is, whatever is traded (Spec A, Token exchange response). */
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { type Exchange, headerOf, objectOf } from "../wire/Exchange.ts"
import { type DeviationKind, judgeValue } from "../table/judgeBody.ts"
import { operationOf } from "../table/operations.ts"
import {
  aloneWithRefresh,
  type Body,
  kinds,
  refresh,
  send,
  sendRefresh,
  trade,
  typeOf,
  withoutToken
} from "./exchanges.ts"

const withBoth = { requires: ["hook:issuer", "organization", "refresh"] } as const

/** An answer of each variant and of each type of token. */
const successes = async function* (trial: Trial): AsyncGenerator<Exchange> {
  yield trial.needs(await sendRefresh(trial), 200, "The exchange of a refresh token")
  for (const kind of kinds) {
    trial.nextCase()
    yield trial.needs(await send(trial, await trade(trial, kind)), 200, "The exchange of an identity token")
  }
}

const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"

/** Bodies that buy nothing, of every kind. */
const negatives: ReadonlyArray<Body> = [
  {},
  { grant_type: "" },
  { grant_type: "password", username: "admin", password: "secret" },
  { grant_type: TOKEN_EXCHANGE.toUpperCase() },
  { grant_type: [TOKEN_EXCHANGE] },
  { grant_type: "refresh_token" },
  { grant_type: "refresh_token", refresh_token: "conformance-no-such-token" },
  { grant_type: "refresh_token", refresh_token: { value: 1 } },
  { grant_type: TOKEN_EXCHANGE },
  {
    grant_type: TOKEN_EXCHANGE,
    audience: "urn:svc:org:conformance-nobody",
    subject_token: "a.b.c",
    subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
    requested_token_type: typeOf("organization")
  }
]

const overNegatives = (judge: (trial: Trial, answer: Exchange) => void) => async (trial: Trial) => {
  for (const body of negatives) {
    trial.nextCase()
    trial.met()
    judge(trial, await send(trial, body))
  }
}

const rfcErrors = new Set([
  "invalid_grant",
  "invalid_request",
  "invalid_scope",
  "invalid_target",
  "unsupported_grant_type"
])

const refusesGrant = (grants: ReadonlyArray<Body>, why: string) => async (trial: Trial) => {
  for (const body of grants) {
    trial.nextCase()
    trial.met()
    trial.refused(await send(trial, body), why)
  }
}

const exchange = operationOf("exchange.exchange")

/** Absent, or of another type. What the values say is for other rules. */
const ofFields: ReadonlySet<DeviationKind> = new Set(["missing", "null", "type"])

const grants = ["password", "client_credentials", "", "Refresh_Token", TOKEN_EXCHANGE.toUpperCase(), "\u0000"]

export const answerRules: ReadonlyArray<Rule> = [
  rule(
    "TEX-003",
    async (trial) => {
      for await (const answer of successes(trial)) {
        trial.met()
        const body = objectOf(answer)
        const found = judgeValue(exchange.success.body!, body).find(({ kind }) => ofFields.has(kind))
        if (found !== undefined)
          throw trial.violated(
            "The answer has every required field",
            `${found.path}: ${found.expected}`,
            found.got,
            answer
          )
        if (trial.isOurs && (body["token_type"] !== "Bearer" || headerOf(answer, "cache-control") !== "no-store"))
          throw trial.violated(
            "The token is a bearer token, and nobody keeps the answer (open points 2)",
            "token_type Bearer, Cache-Control no-store",
            `${String(body["token_type"])}, ${headerOf(answer, "cache-control")}`,
            answer
          )
      }
    },
    withBoth
  ),
  rule(
    "TEX-004",
    async (trial) => {
      for await (const answer of successes(trial)) {
        trial.met()
        const body = objectOf(answer)
        if (!Object.hasOwn(body, "refresh_token")) continue
        if (typeof body["refresh_token"] !== "string" || body["refresh_token"] === "")
          throw trial.violated("refresh_token is absent or a token", "no field", String(body["refresh_token"]), answer)
      }
    },
    withBoth
  ),
  rule(
    "TEX-005",
    async (trial) => {
      for await (const answer of successes(trial)) {
        trial.met()
        const { expires_in } = objectOf(answer)
        if (!(Number.isInteger(expires_in) && Number(expires_in) > 0))
          throw trial.violated(
            "expires_in is seconds",
            "a positive integer",
            JSON.stringify(expires_in) ?? "nothing",
            answer
          )
      }
    },
    withBoth
  ),
  rule(
    "TEX-017",
    async (trial) => {
      // A token that nobody has would be refused whatever the grant type is; a good one is better, where there is one.
      const isKnown = trial.context.configuration.identities.refresh !== undefined
      for (const grant_type of grants) {
        trial.nextCase()
        trial.met()
        const unknown = { grant_type, refresh_token: "conformance-no-such-token" }
        trial.refused(await send(trial, unknown), "There are two grant types")
        if (!isKnown) continue
        const answer = await aloneWithRefresh(trial, () => send(trial, { ...refresh(trial), grant_type }))
        trial.refused(answer, "There are two grant types")
      }
    },
    { requires: [] }
  ),
  rule(
    "TEX-018",
    async (trial) => {
      const whole = await trade(trial, "organization")
      await refusesGrant(
        [{}, refresh(trial), whole].map((body) => ({ ...body, grant_type: undefined })),
        "A grant type is needed"
      )(trial)
    },
    withBoth
  ),
  rule(
    "TEX-031",
    overNegatives((trial, answer) => {
      trial.note(`${answer.request.body?.slice(0, 60)}: ${answer.status}`)
      trial.refused(answer, "What buys nothing is refused")
      if (!trial.isOurs) return
      const { error, error_description, code, message } = objectOf(
        trial.status(answer, [400], "Always 400 (open points 2)")
      )
      if (
        !rfcErrors.has(String(error)) ||
        [error_description, message].some((text) => typeof text !== "string") ||
        code !== 400
      )
        throw trial.violated(
          "The refusal speaks RFC 6749 (open points 2)",
          "error, error_description, code, message",
          answer.text,
          answer
        )
    }),
    { requires: [] }
  ),
  rule(
    "TEX-032",
    overNegatives((trial, answer) => void withoutToken(trial, answer, "A refusal hands out no token")),
    { requires: [] }
  )
]
