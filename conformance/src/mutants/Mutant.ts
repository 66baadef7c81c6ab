/** What a mutant is made of: a server with one fault, built as a proxy in front of a server without. Knows no fault. */
import type { Configuration } from "../config/Configuration.ts"
import type { Headers } from "../wire/Exchange.ts"

/** A request as it came to the proxy. */
export interface Hop {
  readonly method: string
  /** Path and query below the base URL. */
  readonly target: string
  readonly headers: Headers
  readonly body: string
}

/** An answer on its way back. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Hands a request on to the server behind. */
export type Next = (hop: Hop) => Promise<Answer>

/** What a fault may know of the world: whose tokens are whose. */
export interface World {
  readonly configuration: Configuration
  /** The Authorization header of the administrator. */
  readonly admin: string
}

/** Answers a request with one thing done wrong. */
export type Fault = (hop: Hop, next: Next, world: World) => Promise<Answer>

/** One fault, and the rules that have to notice it. */
export interface Mutant {
  readonly id: string
  readonly fault: string
  readonly killedBy: ReadonlyArray<string>
  /** Made anew for every run, as faults may remember. */
  readonly make: () => Fault
}

/** An answer with another JSON body. */
export const withBody = (answer: Answer, body: unknown): Answer => ({ ...answer, text: JSON.stringify(body) })

/** A plain answer of a server that is wrong. */
export const plainAnswer = (status: number, body?: unknown): Answer => ({
  status,
  headers: { "content-type": "application/json" },
  text: body === undefined ? "" : JSON.stringify(body)
})

/** The same request with another credential; undefined takes it away. */
export const as = (hop: Hop, authorization: string | undefined): Hop => {
  const { authorization: _, ...headers } = hop.headers
  return { ...hop, headers: authorization === undefined ? headers : { ...headers, authorization } }
}

/** The value of the Authorization header; empty without. */
export const credentialOf = (hop: Hop): string => [hop.headers["authorization"] ?? ""].flat().join()

/** The request's path without its query. */
export const pathOf = (hop: Hop): string => hop.target.split("?", 1)[0] ?? ""

/** The request's query. */
export const queryOf = (hop: Hop): URLSearchParams => new URLSearchParams(hop.target.split("?")[1] ?? "")

/** The same request with another query. */
export const withQuery = (hop: Hop, query: URLSearchParams): Hop => ({
  ...hop,
  target: query.size === 0 ? pathOf(hop) : `${pathOf(hop)}?${query}`
})

/** A mutant in one line. */
export const mutant = (id: string, fault: string, killedBy: ReadonlyArray<string>, make: () => Fault): Mutant => ({
  id,
  fault,
  killedBy,
  make
})
