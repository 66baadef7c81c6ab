/** How tokens are traded, for every rule of the exchange (Spec A, Token exchange). Judges nothing. */
import type { HookInputs } from "../config/hooks.ts"
import type { Caller } from "../engine/Caller.ts"
import type { RunContext } from "../engine/RunContext.ts"
import type { Trial } from "../engine/Trial.ts"
import { type Exchange, objectOf } from "../wire/Exchange.ts"

/** What an identity token can be traded for. */
export const kinds = ["organization", "team", "personal", "runner"] as const
export type Kind = (typeof kinds)[number]

/** `requested_token_type` of a kind. */
export const typeOf = (kind: string): string => `urn:svc:token-type:access_token:${kind}`

/** The audience of an organization. */
export const audienceOf = (organization: string): string => `urn:svc:org:${organization}`

const ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token"
const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"

/** A body; `undefined` leaves a field out. */
export type Body = Readonly<Record<string, unknown>>

/** Sends a body as JSON, and hides the tokens that come back from everybody but this exchange. */
export const send = async (trial: Trial, body: Body): Promise<Exchange> =>
  issued(trial, await trial.anonymous.post("/api/oauth/token", body))

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

/** Sends the same as a form. */
export const sendForm = async (trial: Trial, body: Body): Promise<Exchange> => {
  const form = new URLSearchParams(
    Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [[name, textOf(value)]]))
  )
  const headers = { "content-type": "application/x-www-form-urlencoded" }
  return issued(trial, await trial.anonymous.send("POST", "/api/oauth/token", { rawBody: `${form}`, headers }))
}

const issued = (trial: Trial, exchange: Exchange): Exchange => {
  const { access_token, refresh_token } = objectOf(exchange)
  for (const value of [access_token, refresh_token])
    if (typeof value === "string") trial.context.secrets.add("issued token", value, exchange.number)
  return exchange
}

/** What an identity token is asked for with. */
export interface Wish {
  readonly audience?: string
  readonly claims?: HookInputs["issuer"]["claims"]
}

/** A body of the first variant that is right in every field, for a token of an issuer that the organization trusts. */
export const trade = async (trial: Trial, kind: Kind, { audience, claims }: Wish = {}): Promise<Body> => {
  const target = audience ?? audienceOf(trial.organization)
  const signed = await trial.hook("issuer", {
    organization: trial.organization,
    audience: target,
    tokenType: kind,
    ...(claims === undefined ? {} : { claims })
  })
  return {
    grant_type: TOKEN_EXCHANGE,
    audience: target,
    subject_token: signed.token,
    subject_token_type: ID_TOKEN,
    requested_token_type: typeOf(kind),
    ...(signed.scope === undefined ? {} : { scope: signed.scope })
  }
}

/** The refresh token of a run: the configured one, and whatever came in its place, since a target may rotate them. */
interface Held {
  value: string
  /** Ends when nobody is trading it. */
  free: Promise<unknown>
}

const held = new WeakMap<RunContext, Held>()

const heldOf = ({ context }: Trial): Held => {
  const found = held.get(context)
  if (found !== undefined) return found
  const first = { value: context.configuration.identities.refresh ?? "", free: Promise.resolve() }
  held.set(context, first)
  return first
}

/** A body of the second variant, for the refresh token of the run or another value. */
export const refresh = (trial: Trial, value?: string): Body => ({
  grant_type: "refresh_token",
  refresh_token: value ?? heldOf(trial).value
})

/** Alone with the refresh token of the run, in turn with other rules. */
export const aloneWithRefresh = <A>(trial: Trial, act: () => Promise<A>): Promise<A> => {
  const token = heldOf(trial)
  const done = token.free.then(act)
  token.free = done.catch(() => undefined)
  return done
}

/** Trades the refresh token of the run, or the value that it had; whoever calls has to be alone with it. */
export const spendRefresh = async (trial: Trial, value?: string): Promise<Exchange> => {
  const answer = await send(trial, refresh(trial, value))
  const { refresh_token } = objectOf(answer)
  if (answer.status === 200 && typeof refresh_token === "string" && refresh_token !== "")
    heldOf(trial).value = refresh_token
  return answer
}

/** Trades the refresh token of the run. */
export const sendRefresh = (trial: Trial): Promise<Exchange> => aloneWithRefresh(trial, () => spendRefresh(trial))

/** The issued access token of an answer; not conclusive without. */
export const tokenOf = (trial: Trial, exchange: Exchange): string => {
  const { access_token } = objectOf(trial.needs(exchange, 200, "The exchange"))
  if (typeof access_token !== "string" || access_token === "")
    throw trial.inconclusive("REFUSED", "The exchange was answered without a token.")
  return access_token
}

/** Whoever holds an issued token. */
export const bearer = (trial: Trial, token: string): Caller =>
  trial.bearing("holder of an issued token", `Bearer ${token}`)

/** Asks for what only callers with a credential are answered: a version that nobody published. */
export const look = (trial: Trial, caller: Caller): Promise<Exchange> =>
  caller.get(
    `/api/registry/packages/private/${encodeURIComponent(trial.organization)}/${trial.context.name()}/versions/1.0.0`
  )

/** No token was handed out. */
export const withoutToken = (trial: Trial, exchange: Exchange, why: string): Exchange => {
  const { access_token, refresh_token } = objectOf(exchange)
  if (access_token === undefined && refresh_token === undefined) return exchange
  throw trial.violated(why, "no access_token and no refresh_token", "a token", exchange)
}
