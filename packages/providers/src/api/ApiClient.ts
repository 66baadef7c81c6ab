/** Asks a service, and reads its answers as what they should be. */
import { Effect, Schema, Semaphore } from "effect"
import { type HttpClient, HttpClientRequest } from "effect/http"
import { type LookupError, UnexpectedAnswer } from "../LookupError.ts"
import { schemaProblems } from "../schemaProblems.ts"
import { type Answer, beginning, jsonOf } from "./Answer.ts"
import { type Connection, exchange } from "./exchange.ts"
import type { Service } from "./Service.ts"

/** Requests of one provider's client that are under way at the same time. */
export const MAX_CONCURRENT_REQUESTS = 8

/** A value that is sent, several of one name, or none. */
export type QueryValue = string | number | boolean | ReadonlyArray<string | number> | undefined

/** A query by name. */
export type Query = Readonly<Record<string, QueryValue>>

/** One question. */
export interface ApiRequest<A> {
  /** Begins with a slash; what comes from outside is encoded by `segment`. */
  readonly path: string
  readonly query?: Query
  /** What a successful answer is; fields that it does not name are ignored. */
  readonly answer: Schema.Codec<A, unknown>
  /** Over the service's own. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A service that can be asked. */
export interface ApiClient {
  /** The answer to a GET. */
  readonly get: <A>(request: ApiRequest<A>) => Effect.Effect<A, LookupError>
  /** The answer to a POST of JSON. Sent once; repeated only where the service did not take it (429). */
  readonly post: <A>(request: ApiRequest<A> & { readonly body: unknown }) => Effect.Effect<A, LookupError>
}

/** One pool and one bound for all services of a provider. */
export const makeConnection = (http: HttpClient.HttpClient): Effect.Effect<Connection> =>
  Effect.map(Semaphore.make(MAX_CONCURRENT_REQUESTS), (slots) => ({ http, slots }))

/** A part of a path. Texts from outside are `PathText` (inputs.ts): no encoding keeps a part of dots from being cut out. */
export const segment = (text: string | number): string => encodeURIComponent(text)

const queryText = (query: Query = {}): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) params.append(name, String(one))
  return params.size === 0 ? "" : `?${params}`
}

const read = Effect.fnUntraced(function* <A>(
  asked: string,
  answer: Answer,
  schema: Schema.Codec<A, unknown>,
  { words }: Service
) {
  if (answer.text === undefined)
    return yield* new UnexpectedAnswer({ message: `${asked}: the answer is larger than any of ${words.name}.` })
  const json = jsonOf(answer)
  if (json === undefined)
    return yield* new UnexpectedAnswer({
      message:
        `${asked} is answered with something that is no JSON (${answer.status}, ${beginning(answer)}). ` +
        `Does ${words.address} name ${words.name} itself, and no page or proxy before it?`
    })
  return yield* Effect.mapError(
    Schema.decodeUnknownEffect(schema)(json.value),
    (error) =>
      new UnexpectedAnswer({
        message: `${asked}: the answer of ${words.name} has another shape: ${schemaProblems(error)}.`
      })
  )
})

/** A client of one service. */
export const makeApiClient = (connection: Connection, service: Service): ApiClient => {
  const ask = Effect.fnUntraced(function* <A>(
    method: "GET" | "POST",
    { path, query, headers = {}, answer }: ApiRequest<A>,
    body?: unknown
  ) {
    const target = path + queryText(query)
    const asked = `${method} ${new URL(service.baseUrl + target).pathname}${queryText(query)}`
    const bare = HttpClientRequest.make(method)(service.baseUrl + target, { headers })
    const request = body === undefined ? bare : HttpClientRequest.bodyJsonUnsafe(bare, body)
    const found = yield* exchange({ service, connection, request, asked, repeatable: method === "GET" })
    return yield* read(asked, found, answer, service)
  })
  return { get: (request) => ask("GET", request), post: (request) => ask("POST", request, request.body) }
}
