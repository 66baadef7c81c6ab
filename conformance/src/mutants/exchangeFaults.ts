/** What can be wrong in trading tokens. Knows the bodies of the exchange only. */
import { isRecord, jsonOf, objectOf } from "../wire/Exchange.ts"
import { type Answer, type Fault, type Hop, pathOf, withBody } from "./Mutant.ts"

const EXCHANGE = "/api/oauth/token"

/** A body of the exchange; anything else is empty. */
export type Body = Readonly<Record<string, unknown>>

const isExchange = (hop: Hop): boolean => hop.method === "POST" && pathOf(hop) === EXCHANGE

/** Whether a body trades a refresh token, or names one at least. */
export const isRefresh = (body: Body): boolean => body["refresh_token"] !== undefined

const bodyOf = (hop: Hop): Body => objectOf({ text: hop.body })

/** The request with another body. */
export const withText = (hop: Hop, body: Body): Hop => {
  const text = JSON.stringify(body)
  return { ...hop, body: text, headers: { ...hop.headers, "content-length": `${Buffer.byteLength(text)}` } }
}

/** The request's body is another one. */
export const asks = (change: (body: Body) => Body) => (): Fault => (hop, next) =>
  isExchange(hop) && isRecord(jsonOf({ text: hop.body })) ? next(withText(hop, change(bodyOf(hop)))) : next(hop)

/** What was handed out is another thing. */
export const hands =
  (change: (answer: Body, asked: Body) => Body, when: (asked: Body) => boolean = () => true) =>
  (): Fault =>
  async (hop, next) => {
    const answer = await next(hop)
    const asked = bodyOf(hop)
    return isExchange(hop) && answer.status === 200 && when(asked)
      ? withBody(answer, change(objectOf(answer), asked))
      : answer
  }

/** Refusals of the exchange are other ones. */
export const refusesWith = (change: (answer: Answer) => Answer) => (): Fault => async (hop, next) => {
  const answer = await next(hop)
  return isExchange(hop) && answer.status >= 400 ? change(answer) : answer
}

/** Where one of these bodies is refused, the token that was handed out last is handed out again. */
export const believes = (which: (asked: Body) => boolean) => (): Fault => {
  let last: Answer | undefined
  return async (hop, next) => {
    const answer = await next(hop)
    if (!isExchange(hop)) return answer
    if (answer.status === 200) last = answer
    return answer.status >= 400 && last !== undefined && which(bodyOf(hop)) ? last : answer
  }
}

/** Refuses a body that should do. */
export const refusesBody = (which: (asked: Body) => boolean) => (): Fault => (hop, next) =>
  isExchange(hop) && which(bodyOf(hop)) ? next(withText(hop, { grant_type: "nothing" })) : next(hop)

/** Claims of a JWT; none where it is no JWT. */
export const claimsOf = (token: unknown): Body =>
  objectOf({ text: Buffer.from(String(token).split(".")[1] ?? "", "base64url").toString("utf8") })

/** The header of a JWT. */
export const headerOfToken = (token: unknown): Body =>
  objectOf({ text: Buffer.from(String(token).split(".")[0] ?? "", "base64url").toString("utf8") })

/** Of several exchanges under way at the same time, one alone is answered. */
export const oneAtATime = (): Fault => {
  let underWay = 0
  return async (hop, next) => {
    if (!isExchange(hop)) return next(hop)
    underWay += 1
    try {
      const isAlone = underWay === 1
      const answer = await next(hop)
      return isAlone ? answer : { ...answer, status: 500, text: JSON.stringify({ code: 500, message: "busy" }) }
    } finally {
      underWay -= 1
    }
  }
}

/** The second exchange of a refresh token ends the first token, and is answered all the same. */
export const endsEarlier = (): Fault => {
  const ended = new Set<string>()
  const current = new Map<string, string>()
  return async (hop, next) => {
    const credential = [hop.headers["authorization"] ?? ""].flat().join()
    if (ended.has(credential))
      return { status: 401, headers: {}, text: JSON.stringify({ code: 401, message: "ended" }) }
    const answer = await next(hop)
    if (!isExchange(hop) || answer.status !== 200 || !isRefresh(bodyOf(hop))) return answer
    const key = String(bodyOf(hop)["refresh_token"])
    const before = current.get(key)
    if (before !== undefined) ended.add(before)
    current.set(key, `Bearer ${String(objectOf(answer)["access_token"])}`)
    return answer
  }
}
