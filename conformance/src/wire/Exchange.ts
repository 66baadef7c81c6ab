/** One request and its answer as they went over the wire. Knows no operation and no rule. */

/** A header's values, by its name in lower case. */
export type Headers = Readonly<Record<string, string | ReadonlyArray<string>>>

/** Which rule asked, in which of its cases, and as which of the case's steps. */
export interface Origin {
  readonly rule: string
  readonly case: number
  readonly step: number
}

/** What was sent. `target` is the path with its query exactly as it stood in the request line, without the base path. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly target: string
  readonly headers: Headers
  readonly body: string | undefined
  /** Who asked: the name of an identity, `anonymous`, or `none` for requests that are no operation (uploads). */
  readonly identity: string
}

/** What came back; times are milliseconds since 1970 on this machine. */
export interface Exchange {
  readonly number: number
  readonly origin: Origin
  readonly request: SentRequest
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Whether the body's bytes are UTF-8. */
  readonly isUtf8: boolean
  readonly startedAt: number
  readonly endedAt: number
}

/** The first value of a header; empty where there is none. */
export const headerOf = (exchange: Pick<Exchange, "headers">, name: string): string => {
  const value = exchange.headers[name]
  return typeof value === "string" ? value : (value?.[0] ?? "")
}

/** No answer of this API is nested so deep; what works on JSON values step by step would run out of stack. */
const MAX_DEPTH = 500

const isTooDeep = (text: string): boolean => {
  if (text.length < MAX_DEPTH) return false
  let depth = 0
  let isQuoted = false
  for (let index = 0; index < text.length && depth <= MAX_DEPTH; index += 1) {
    const letter = text[index]
    if (letter === '"') isQuoted = !isQuoted
    else if (isQuoted && letter === "\\") index += 1
    else if (!isQuoted && (letter === "[" || letter === "{")) depth += 1
    else if (!isQuoted && (letter === "]" || letter === "}")) depth -= 1
  }
  return depth > MAX_DEPTH
}

/** The body as JSON; undefined where it is none, which no JSON text means, or one nested beyond any use. */
export const jsonOf = (exchange: Pick<Exchange, "text">): unknown => {
  if (isTooDeep(exchange.text)) return undefined
  try {
    return JSON.parse(exchange.text)
  } catch {
    return undefined
  }
}

/** The body as a JSON object; empty where it is another thing. */
export const objectOf = (exchange: Pick<Exchange, "text">): Readonly<Record<string, unknown>> => {
  const value = jsonOf(exchange)
  return isRecord(value) ? value : {}
}

/** Whether this is a JSON object. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
