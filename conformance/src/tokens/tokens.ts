/** What rules do with access tokens: make, list, use and revoke them. Judges nothing. */
import type { Caller, Query } from "../engine/Caller.ts"
import type { Trial } from "../engine/Trial.ts"
import { type Exchange, isRecord, objectOf } from "../wire/Exchange.ts"

/** A JSON object as it came. */
export type Json = Readonly<Record<string, unknown>>

/** Whose tokens. */
export const owners = ["organization", "user"] as const
export type Owner = (typeof owners)[number]

/** Where tokens stand. */
export const pathOf = (trial: Trial, owner: Owner, organization = trial.organization): string =>
  owner === "user" ? "/api/user/tokens" : `/api/orgs/${encodeURIComponent(organization)}/tokens`

/** The path of one token. */
export const tokenPath = (trial: Trial, owner: Owner, id: string, organization?: string): string =>
  `${pathOf(trial, owner, organization)}/${encodeURIComponent(id)}`

/** Unix seconds, so many from now. */
export const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds

/** A whole body for a token of an organization, whose name nobody has used. */
export const newToken = (trial: Trial, more: Json = {}): Json => ({
  name: trial.context.name().slice(-40),
  description: "Made by a conformance run",
  admin: false,
  expires: 0,
  ...more
})

/** A whole body for a personal token. */
export const newPersonal = (trial: Trial, more: Json = {}): Json => ({
  description: `Made by a conformance run ${trial.context.name()}`,
  expires: 0,
  ...more
})

/** A token that was made. */
export interface Made {
  readonly id: string
  readonly value: string
  readonly owner: Owner
  readonly path: string
  readonly body: Json
}

/** What the answer of a creation made, if anything; it is revoked when the rule ends. */
export const madeOf = (caller: Caller, owner: Owner, answer: Exchange, body: Json, organization?: string) => {
  const { trial } = caller
  const { id, tokenValue } = objectOf(answer)
  if (answer.status !== 200 || typeof id !== "string" || typeof tokenValue !== "string") return undefined
  trial.context.secrets.add("made token", tokenValue, answer.number)
  const path = tokenPath(trial, owner, id, organization)
  trial.context.ledger.begin({ path, identity: caller.identity })
  trial.finally(async () => {
    const { status } = await caller.delete(path)
    if (status === 204 || status === 404) trial.context.ledger.end(path)
  })
  return { id, value: tokenValue, owner, path, body } satisfies Made
}

/** POST tokens. */
export const create = async (
  caller: Caller,
  owner: Owner,
  body: Json,
  options: { readonly query?: Query; readonly organization?: string } = {}
): Promise<Exchange> => {
  const { organization, query = {} } = options
  const answer = await caller.send("POST", pathOf(caller.trial, owner, organization), { body, query })
  madeOf(caller, owner, answer, body, organization)
  return answer
}

/** A token of the admin or of the organization, for rules that do not judge how it came to be. */
export const made = async (trial: Trial, owner: Owner, more: Json = {}, caller = trial.admin): Promise<Made> => {
  const body = owner === "organization" ? newToken(trial, more) : newPersonal(trial, more)
  const answer = await caller.send("POST", pathOf(trial, owner), { body })
  const token = madeOf(caller, owner, trial.needs(answer, 200, "The creation of a token"), body)
  if (token === undefined) throw trial.inconclusive("REFUSED", "A new token came without id or tokenValue.")
  return token
}

/** Whoever holds the token. */
export const holder = (trial: Trial, { value }: Pick<Made, "value">): Caller =>
  trial.bearing("the holder of a made token", `Bearer ${value}`)

/** A request that every valid token may make, and that has no other effect. */
export const use = (trial: Trial, token: Pick<Made, "value">): Promise<Exchange> =>
  holder(trial, token).get("/api/user")

/** The tokens of a list answer. */
export const tokensOf = (exchange: Exchange): ReadonlyArray<Json> => {
  const { tokens } = objectOf(exchange)
  return Array.isArray(tokens) ? tokens.filter(isRecord) : []
}

/** All tokens of a list. */
export const list = async (caller: Caller, owner: Owner, query: Query = {}): Promise<ReadonlyArray<Json>> =>
  tokensOf(caller.trial.status(await caller.get(pathOf(caller.trial, owner), query), [200], "The tokens can be listed"))

/** The entry of a token in its list. */
export const shown = async (trial: Trial, { id, owner }: Made): Promise<Json | undefined> =>
  (await list(trial.admin, owner)).find((one) => one["id"] === id)

/** A token with its own expiry behind it, and how it was answered and listed before and after. Takes some seconds. */
export interface Expired {
  readonly token: Made
  readonly before: Exchange
  readonly after: Exchange
  readonly activeIds: ReadonlyArray<unknown>
  readonly allIds: ReadonlyArray<unknown>
}

const LIFETIME_SECONDS = 2

const elapsed = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

export const expired = (trial: Trial): Promise<Expired> =>
  trial.context.shared("expired token", async () => {
    const token = await made(trial, "organization", { expires: inSeconds(LIFETIME_SECONDS) })
    const before = await use(trial, token)
    // The target's own clock may be behind; what is waited for is a whole second beyond what it was told.
    await elapsed((LIFETIME_SECONDS + 1) * 1000)
    const after = await use(trial, token)
    const activeIds = (await list(trial.admin, "organization")).map(({ id }) => id)
    const all = await trial.admin.get(pathOf(trial, "organization"), { filter: "all" })
    return { token, before, after, activeIds, allIds: tokensOf(all).map(({ id }) => id) }
  })
