/** What rules do with access tokens: make, list, use and revoke them. Judges nothing. */
import type { Caller, Query } from "../engine/Caller.ts"
import type { Trial } from "../engine/Trial.ts"
import { type Exchange, headerOf, isRecord, objectOf } from "../wire/Exchange.ts"

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

/** From now on a token is there: it is in the ledger, and revoked when the rule ends. */
const expectToExist = (caller: Caller, path: string): void => {
  const { trial } = caller
  trial.finally(async () => {
    const { status } = await caller.delete(path)
    if (status === 204 || status === 404) trial.context.ledger.end(path)
  })
  // Beyond the quota this fails; the token is there all the same.
  trial.context.ledger.begin({ path, identity: caller.identity })
}

/** What the answer of a creation made, if anything, whatever its status; it is revoked when the rule ends. */
export const madeOf = (caller: Caller, owner: Owner, answer: Exchange, body: Json, organization?: string) => {
  const { trial } = caller
  const { id, tokenValue } = objectOf(answer)
  if (typeof tokenValue !== "string") return undefined
  trial.context.secrets.add("made token", tokenValue, answer.number)
  if (typeof id !== "string" && typeof id !== "number") return undefined
  const path = tokenPath(trial, owner, `${id}`, organization)
  expectToExist(caller, path)
  return { id: `${id}`, value: tokenValue, owner, path, body } satisfies Made
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
  const token = madeOf(caller, owner, answer, body)
  trial.needs(answer, 200, "The creation of a token")
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

/** A refresh token that was made for the member, and the entry of the list that is new since. */
export interface Refreshing {
  readonly value: string
  readonly id: string
  readonly path: string
  readonly entry: Json
}

/**
 * By the hook; it is revoked when the rule ends. Not conclusive unless the member has exactly one token more, so rules
 * that ask for it run alone.
 */
export const madeRefresh = async (trial: Trial): Promise<Refreshing> => {
  const member = trial.as("member")
  const listed = async () => tokensOf(trial.needs(await member.get(pathOf(trial, "user")), 200, "The list of tokens"))
  const known = new Set((await listed()).map(({ id }) => id))
  const { token } = await trial.hook("refreshToken", { organization: trial.organization })
  const added = (await listed()).filter(({ id }) => !known.has(id))
  // Whoever else made one may tell them apart, but types are optional.
  const entries = added.length === 1 ? added : added.filter(({ type }) => type === "refresh")
  const [entry] = entries
  if (entries.length !== 1 || typeof entry?.["id"] !== "string")
    throw trial.inconclusive(
      "NO_FIXTURE",
      `The hook refreshToken has to make one refresh token for the member; the member has ${added.length} new tokens.`
    )
  const path = tokenPath(trial, "user", entry["id"])
  expectToExist(member, path)
  return { value: token, id: entry["id"], path, entry }
}

/** A token with its own expiry behind it, and how it was answered and listed before and after. Takes some seconds. */
export interface Expired {
  readonly token: Made
  readonly before: Exchange
  readonly after: Exchange
  readonly active: Exchange
  /** By the value of `filter`. */
  readonly filtered: ReadonlyMap<string, Exchange>
}

/** A target's clock is known to a second only. */
const LIFETIME_SECONDS = 3

/** What may show expired tokens: the specification names no value. */
const filters = ["all", "expired", "inactive"] as const

/** The time at the target by what it says itself, in Unix seconds; our own where it says nothing. */
export const timeThere = (exchange: Exchange): number =>
  Math.floor((Date.parse(headerOf(exchange, "date")) || Date.now()) / 1000)

const elapsed = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

export const expired = (trial: Trial): Promise<Expired> =>
  trial.context.shared("expired token", async () => {
    const path = pathOf(trial, "organization")
    // The target's own clock may be apart from ours.
    const now = timeThere(await trial.admin.get(path))
    const token = await made(trial, "organization", { expires: now + LIFETIME_SECONDS })
    const before = await use(trial, token)
    // What is waited for is a whole second beyond what it was told.
    await elapsed((LIFETIME_SECONDS + 1) * 1000)
    const after = await use(trial, token)
    const active = await trial.admin.get(path)
    const filtered = new Map<string, Exchange>()
    for (const filter of filters) filtered.set(filter, await trial.admin.get(path, { filter }))
    return { token, before, after, active, filtered }
  })
