/** What can be wrong about access tokens, each as a wrapper around a server that does it right. Knows no mutant. */
import {
  type Answer,
  as,
  credentialOf,
  type Fault,
  type Hop,
  pathOf,
  plainAnswer,
  queryOf,
  withBody
} from "../mutants/Mutant.ts"
import { isRecord, objectOf } from "../wire/Exchange.ts"

type Json = Readonly<Record<string, unknown>>

const pattern = /^(\/api\/user\/tokens|\/api\/orgs\/[^/]+\/tokens)(?:\/([^/]+))?$/

/** What a request wants of tokens. */
export interface TokenHop {
  readonly deed: "create" | "delete" | "list"
  readonly isUsers: boolean
  readonly path: string
  readonly id: string
  readonly body: Json
}

/** Undefined for other requests. */
export const tokenHop = (hop: Hop): TokenHop | undefined => {
  const [, path, id] = pattern.exec(pathOf(hop)) ?? []
  if (path === undefined) return undefined
  const deed =
    id === undefined
      ? ({ GET: "list", POST: "create" } as const)[hop.method]
      : hop.method === "DELETE"
        ? "delete"
        : undefined
  if (deed === undefined) return undefined
  return { deed, isUsers: path.startsWith("/api/user"), path, id: id ?? "", body: objectOf({ text: hop.body }) }
}

/** Applies to requests that want this. */
export const on =
  (deed: TokenHop["deed"], fault: (at: TokenHop, send: (hop?: Hop) => Promise<Answer>, hop: Hop) => Promise<Answer>) =>
  (): Fault =>
  (hop, next) => {
    const at = tokenHop(hop)
    return at?.deed === deed ? fault(at, (other = hop) => next(other), hop) : next(hop)
  }

/** What is asked for becomes another before it is looked at. */
export const asked = (change: (body: Json) => Json) =>
  on("create", ({ body }, send, hop) => send({ ...hop, body: JSON.stringify(change(body)) }))

/** A creation is refused for what it says. */
export const refuses = (wrong: (body: Json, at: TokenHop) => boolean) =>
  on("create", (at, send) =>
    wrong(at.body, at) ? Promise.resolve(plainAnswer(400, { code: 400, message: "mutated" })) : send()
  )

/** Every entry of every list is changed. */
export const entries = (change: (entry: Json, at: TokenHop) => unknown) =>
  on("list", async (at, send) => {
    const answer = await send()
    const { tokens, ...body } = objectOf(answer)
    if (answer.status !== 200 || !Array.isArray(tokens)) return answer
    return withBody(answer, { ...body, tokens: tokens.flatMap((one) => (isRecord(one) ? change(one, at) : one)) })
  })

/** A filtered list of the user's tokens has one that the whole list has not. */
export const inventsWhenFiltered = on("list", async ({ isUsers }, send, hop) => {
  const answer = await send()
  const { tokens, ...body } = objectOf(answer)
  if (!isUsers || !queryOf(hop).has("filter") || answer.status !== 200 || !Array.isArray(tokens)) return answer
  return withBody(answer, { ...body, tokens: [...tokens, { id: "cf-invented" }] })
})

/** Lists show the values of what was made here. */
export const showsValues = (): Fault => {
  const values = new Map<string, string>()
  return async (hop, next) => {
    const answer = await next(hop)
    const at = tokenHop(hop)
    const { id, tokenValue } = objectOf(answer)
    if (at?.deed === "create" && answer.status === 200) values.set(String(id), String(tokenValue))
    if (at?.deed !== "list") return answer
    return entries((entry) => ({ ...entry, tokenValue: values.get(String(entry["id"])) ?? "hidden" }))()(hop, next, {
      admin: "",
      configuration: { url: "", identities: {} }
    })
  }
}

/** A deletion hides the token, which works on. */
export const hidesOnly = (): Fault => {
  const hidden = new Set<string>()
  return async (hop, next) => {
    const at = tokenHop(hop)
    if (at?.deed === "delete" && hidden.has(at.id)) return plainAnswer(404, { code: 404, message: "gone" })
    if (at?.deed === "delete") {
      hidden.add(at.id)
      return plainAnswer(204)
    }
    const answer = await next(hop)
    const { tokens, ...body } = objectOf(answer)
    if (at?.deed !== "list" || !Array.isArray(tokens)) return answer
    return withBody(answer, {
      ...body,
      tokens: tokens.filter((one) => !isRecord(one) || !hidden.has(String(one["id"])))
    })
  }
}

/** A name that was refused is made with another one. */
export const reusesNames = () =>
  on("create", async ({ body }, send, hop) => {
    const answer = await send()
    if (answer.status !== 409) return answer
    return send({ ...hop, body: JSON.stringify({ ...body, name: `cf-again-${Math.random()}`.slice(0, 40) }) })
  })()

/** Credentials that worked before and are refused now work again, when `again` says so. */
export const worksAgain = (again: (turn: number, hop: Hop) => boolean) => (): Fault => {
  const seen = new Map<string, number>()
  return async (hop, next, { admin }) => {
    const credential = credentialOf(hop)
    const answer = await next(hop)
    if (answer.status === 200 && !seen.has(credential)) seen.set(credential, 0)
    const turn = seen.get(credential)
    if (answer.status !== 401 || turn === undefined) return answer
    seen.set(credential, turn + 1)
    return again(turn, hop) ? next(as(hop, admin)) : answer
  }
}

/** Who comes while another creation is under way is told that it succeeded. */
export const createsInParallel = (): Fault => {
  let underWay = 0
  return async (hop, next) => {
    if (tokenHop(hop)?.deed !== "create") return next(hop)
    underWay += 1
    const others = underWay > 1
    const answer = await next(hop)
    underWay -= 1
    return others && answer.status === 409 ? plainAnswer(200, { id: "cf-none", tokenValue: "cf-none-at-all" }) : answer
  }
}

/** The type of a token by its list. */
const typeOf = async (hop: Hop, at: TokenHop, next: (hop: Hop) => Promise<Answer>): Promise<unknown> => {
  const { tokens } = objectOf(await next({ ...hop, method: "GET", target: at.path, body: "" }))
  return Array.isArray(tokens) ? tokens.find((one) => isRecord(one) && one["id"] === at.id)?.type : undefined
}

/** Refresh tokens can't be deleted. */
export const deletesPersonalOnly = () =>
  on("delete", async (at, send, hop) =>
    at.isUsers && (await typeOf(hop, at, send)) === "refresh"
      ? plainAnswer(404, { code: 404, message: "no such token" })
      : send()
  )()

/** Tokens that were made elsewhere stop working, as if with whoever made them. */
export const endsWithCreator = (): Fault => {
  const known = new Set<string>()
  return async (hop, next, { configuration }) => {
    const credential = credentialOf(hop)
    const isOwn = Object.values(configuration.identities).some((token) => credential === `Bearer ${token}`)
    if (credential !== "" && !isOwn && !known.has(credential))
      return plainAnswer(401, { code: 401, message: "mutated" })
    const answer = await next(hop)
    const { tokenValue } = objectOf(answer)
    if (typeof tokenValue === "string") known.add(`Bearer ${tokenValue}`)
    return answer
  }
}

/** A refused creation takes the name. */
export const takesNames = () =>
  on("create", async ({ body, isUsers }, send, hop) => {
    const answer = await send()
    const whole = { description: "", admin: false, expires: 0, name: body["name"] }
    if (!isUsers && answer.status === 400) await send({ ...hop, body: JSON.stringify(whole) })
    return answer
  })()

/** The reason stands in the lists. */
export const showsReasons = (): Fault => {
  const reasons = new Map<string, string | null>()
  return async (hop, next, world) => {
    const at = tokenHop(hop)
    if (at?.deed === "list")
      return entries((entry) => ({
        ...entry,
        description: reasons.get(String(entry["id"])) ?? entry["description"]
      }))()(hop, next, world)
    const answer = await next(hop)
    if (at?.deed === "create" && answer.status === 200)
      reasons.set(String(objectOf(answer)["id"]), queryOf(hop).get("reason"))
    return answer
  }
}
