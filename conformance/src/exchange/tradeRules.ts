/** Trading identity tokens (Spec A, Token exchange, variant 1). */
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { newPackage, start } from "../registry/packages.ts"
import { type Exchange, objectOf } from "../wire/Exchange.ts"
import { audienceOf, bearer, type Kind, kinds, look, send, sendForm, tokenOf, trade, typeOf } from "./exchanges.ts"
import { spoiltClaims, spoiltFrom } from "./spoiltTokens.ts"

const withIssuer = { requires: ["hook:issuer", "organization"] } as const

const expectExpiresIn = (trial: Trial, exchange: Exchange, atMost: number) => {
  const { expires_in } = objectOf(exchange)
  if (!(Number.isInteger(expires_in) && Number(expires_in) > 0 && Number(expires_in) <= atMost))
    throw trial.violated("expires_in is at most the wished lifetime", `1 to ${atMost}`, String(expires_in), exchange)
}

/** Scopes with whether they fit the type of token. */
const scopes: ReadonlyArray<{ readonly kind: Kind; readonly scope: string | undefined; readonly fits: boolean }> = [
  { kind: "organization", scope: undefined, fits: true },
  { kind: "organization", scope: "", fits: true },
  { kind: "organization", scope: "admin", fits: true },
  { kind: "organization", scope: "team:x", fits: false },
  { kind: "organization", scope: "everything", fits: false },
  { kind: "team", scope: undefined, fits: false },
  { kind: "team", scope: "team:", fits: false },
  { kind: "team", scope: "team:conformance-no-such-team", fits: false },
  { kind: "team", scope: "user:x", fits: false },
  { kind: "personal", scope: undefined, fits: false },
  { kind: "personal", scope: "user:", fits: false },
  { kind: "personal", scope: "user:conformance-no-such-user", fits: false },
  { kind: "personal", scope: "admin", fits: false },
  { kind: "runner", scope: undefined, fits: false },
  { kind: "runner", scope: "runner:", fits: false },
  { kind: "runner", scope: "user:x", fits: false }
]

/** The scope that the issuer names works, and every other one is judged by the list above. */
const scopesOf = (kind: Kind) => async (trial: Trial) => {
  const own = await send(trial, await trade(trial, kind))
  trial.met()
  trial.status(own, [200], `The scope of a ${kind} token that the issuer's rules allow`)
  for (const { fits, scope } of scopes.filter((one) => one.kind === kind)) {
    trial.nextCase()
    trial.met()
    const answer = await send(trial, { ...(await trade(trial, kind)), scope })
    if (fits) trial.status(answer, [200], `The scope ${JSON.stringify(scope)} fits a token of type ${kind}`)
    else trial.refused(answer, `The scope ${JSON.stringify(scope)} does not fit a token of type ${kind}`)
  }
}

/** Nothing is wrong with the request but what a rule changes in it. */
const isRightOtherwise = async (trial: Trial, kind: Kind) =>
  trial.needs(await send(trial, await trade(trial, kind)), 200, "The exchange of the right request")

const refusesAll = async (trial: Trial, kind: Kind, changes: ReadonlyArray<object>, why: string) => {
  await isRightOtherwise(trial, kind)
  for (const change of changes) {
    trial.nextCase()
    trial.met()
    trial.refused(await send(trial, { ...(await trade(trial, kind)), ...change }), `${why}: ${JSON.stringify(change)}`)
  }
}

export const tradeRules: ReadonlyArray<Rule> = [
  rule(
    "TEX-001",
    async (trial) => {
      for (const kind of kinds) {
        trial.nextCase()
        trial.met()
        trial.status(await send(trial, await trade(trial, kind)), [200], `An identity token buys a ${kind} token`)
      }
    },
    withIssuer
  ),
  rule(
    "TEX-006",
    async (trial) => {
      for (const expiration of [60, 600, 3600, 86_400]) {
        trial.nextCase()
        const wished = await trade(trial, "organization")
        const answer = await send(trial, { ...wished, expiration })
        if (answer.status !== 200) {
          // An issuer's tokens may be held to less than was wished for.
          trial.refused(answer, "A lifetime that is wished for is granted, cut down or refused")
          trial.note(`An expiration of ${expiration} is answered ${answer.status}.`)
          continue
        }
        trial.met()
        expectExpiresIn(trial, answer, expiration)
      }
    },
    withIssuer
  ),
  rule(
    "TEX-007",
    async (trial) => {
      for (const expiration of [0, -1, 1_000_000_000]) {
        trial.nextCase()
        trial.met()
        const answer = await send(trial, { ...(await trade(trial, "organization")), expiration })
        trial.note(
          `An expiration of ${expiration} is answered ${answer.status}, ${String(objectOf(answer)["expires_in"])} s.`
        )
        trial.status(answer, [200, 400, 422], "Refused or clamped")
        if (!trial.isOurs) continue
        const decided = expiration === 0 ? 200 : 400
        trial.status(answer, [decided], "0 is the usual lifetime, more than the maximum is refused (open points 2)")
      }
    },
    withIssuer
  ),
  rule(
    "TEX-008",
    async (trial) => {
      for (const kind of kinds) {
        trial.nextCase()
        const answer = trial.needs(await send(trial, await trade(trial, kind)), 200, "The exchange")
        trial.met()
        trial.same(objectOf(answer)["issued_token_type"], typeOf(kind), "What was asked for is what is named", answer)
      }
    },
    withIssuer
  ),
  rule(
    "TEX-009",
    async (trial) => {
      trial.needs(await look(trial, trial.anonymous), 401, "The look without a credential")
      for (const kind of kinds) {
        trial.nextCase()
        const token = tokenOf(trial, await send(trial, await trade(trial, kind)))
        trial.met()
        trial.status(await look(trial, bearer(trial, token)), [403, 404], `A ${kind} token is a credential`)
      }
    },
    withIssuer
  ),
  rule(
    "TEX-019",
    async (trial) => {
      await refusesAll(trial, "organization", [{ audience: undefined }], "An exchange has an audience")
    },
    withIssuer
  ),
  rule(
    "TEX-020",
    async (trial) => {
      await isRightOtherwise(trial, "organization")
      const organization = trial.organization
      const audiences = [
        "",
        organization,
        "urn:svc:org",
        "urn:svc:org:",
        `urn:svc:org:${organization}:`,
        `urn:svc:organization:${organization}`,
        `urn:svc:org:${organization}/x`
      ]
      for (const audience of audiences) {
        trial.nextCase()
        trial.met()
        // The token is for that audience too, so that nothing else is wrong with the request.
        const body = await trade(trial, "organization", { audience })
        trial.refused(await send(trial, body), `The audience ${JSON.stringify(audience)} names no organization`)
      }
    },
    withIssuer
  ),
  rule(
    "TEX-021",
    async (trial) => {
      for (const kind of kinds) {
        trial.nextCase()
        await isRightOtherwise(trial, kind)
        trial.met()
        const body = await trade(trial, kind, { audience: audienceOf(trial.otherOrganization) })
        trial.refused(await send(trial, body), "An issuer is trusted by its own organization only")
      }
    },
    { requires: ["hook:issuer", "organization", "otherOrganization"] }
  ),
  rule(
    "TEX-022",
    async (trial) => {
      await isRightOtherwise(trial, "organization")
      const whole = await trade(trial, "organization")
      for (const { token, what } of spoiltFrom(String(whole["subject_token"]))) {
        trial.nextCase()
        trial.met()
        trial.refused(await send(trial, { ...whole, subject_token: token }), `An identity token is refused: ${what}`)
      }
      for (const { claims, what } of spoiltClaims(Math.floor(Date.now() / 1000))) {
        trial.nextCase()
        trial.met()
        const body = await trade(trial, "organization", { claims })
        trial.refused(await send(trial, body), `An identity token is refused: ${what}`)
      }
    },
    withIssuer
  ),
  rule(
    "TEX-023",
    async (trial) => {
      const types = ["access_token", "jwt", "saml2"].map((type) => `urn:ietf:params:oauth:token-type:${type}`)
      await refusesAll(
        trial,
        "organization",
        ["", "id_token", ...types].map((type) => ({ subject_token_type: type })),
        "The subject token is an identity token"
      )
    },
    withIssuer
  ),
  rule(
    "TEX-024",
    async (trial) => {
      const types = ["", "organization", typeOf(""), typeOf("admin"), typeOf("Organization"), "urn:x:organization"]
      await refusesAll(
        trial,
        "organization",
        types.map((type) => ({ requested_token_type: type })),
        "There are four types of tokens"
      )
    },
    withIssuer
  ),
  rule("TEX-025", scopesOf("organization"), withIssuer),
  rule("TEX-026", scopesOf("team"), withIssuer),
  rule("TEX-027", scopesOf("personal"), withIssuer),
  rule("TEX-028", scopesOf("runner"), withIssuer),
  rule(
    "TEX-029",
    async (trial) => {
      const publishWith = async (scope: string) => {
        const body = { ...(await trade(trial, "organization")), scope }
        const caller = bearer(trial, tokenOf(trial, await send(trial, body)))
        return start(caller, newPackage(trial), { version: "1.0.0" })
      }
      trial.needs(await publishWith("admin"), 202, "The start of a publish by an administrator's token")
      const answer = await publishWith("")
      // Elsewhere publishing may be for everybody who belongs to the organization.
      if (answer.status === 202 && !trial.isOurs)
        throw trial.inconclusive("PREMISE_NEVER_MET", "Publishing takes no administrator here.")
      trial.met()
      trial.refused(answer, "Without the scope admin an organization's token administers nothing")
    },
    withIssuer
  ),
  rule(
    "TEX-030",
    async (trial) => {
      const fields = ["grant_type", "audience", "subject_token", "subject_token_type", "requested_token_type"]
      await refusesAll(
        trial,
        "organization",
        fields.map((field) => ({ [field]: undefined })),
        "A required field is missing"
      )
    },
    withIssuer
  ),
  rule(
    "TEX-033",
    async (trial) => {
      trial.met()
      const body = await trade(trial, "organization")
      const answer = await sendForm(trial, body)
      trial.note(`A form is answered ${answer.status}.`)
      if (trial.isOurs) trial.status(answer, [200], "A form is as good as JSON (open points 2)")
      else if (answer.status !== 200) trial.refused(answer, "A form is accepted or refused")
      trial.status(await send(trial, body), [200], "JSON works")
    },
    withIssuer
  )
]
