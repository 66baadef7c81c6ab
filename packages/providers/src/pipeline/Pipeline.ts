/** The client of the data-pipeline service, from the provider's configuration. */
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { type ApiClient, makeApiClient, makeConnection } from "../api/ApiClient.ts"
import { openTransport } from "../api/openTransport.ts"
import type { Service } from "../api/Service.ts"
import { configure, variableText } from "../configuration/configure.ts"
import type { Given } from "../configuration/Variable.ts"
import { type PipelineSettings, pipelineVariables } from "./variables.ts"

const called = (name: keyof typeof pipelineVariables): string => variableText(name, pipelineVariables[name])

/** The service gives no figure; a page of a thousand rows takes it seconds. */
const TIMEOUT_MILLIS = 60_000

const Refusal = Schema.Struct({ code: Schema.optionalKey(Schema.String), message: Schema.String })

/** `{"code": "NotFound_Connector", "message": "…"}`. */
const saidIn = (body: unknown): string | undefined => (Schema.is(Refusal)(body) ? body.message : undefined)

const basic = ({ apiKey, apiSecret }: PipelineSettings): string =>
  `Basic ${Buffer.from(`${apiKey}:${Redacted.value(apiSecret)}`, "utf8").toString("base64")}`

const serviceOf = (settings: PipelineSettings): Service => ({
  baseUrl: settings.apiUrl.replace(/\/+$/, ""),
  words: {
    name: "Fivetran",
    address: called("apiUrl"),
    credential: `${called("apiKey")} and ${called("apiSecret")}`,
    certificate: `Does ${called("apiUrl")} name the service itself? NODE_EXTRA_CA_CERTS names a PEM file of further authorities.`
  },
  headers: Effect.succeed({ accept: "application/json", authorization: basic(settings) }),
  timeoutMillis: TIMEOUT_MILLIS,
  saidIn,
  refusesCredential: (status) => status === 401
})

const makePipeline = Effect.fnUntraced(function* (given: Given<typeof pipelineVariables>) {
  const settings = yield* configure(pipelineVariables, given)
  const http = yield* openTransport({ certificates: undefined, insecure: false })
  return makeApiClient(yield* makeConnection(http), serviceOf(settings))
})

/** What the pipeline functions ask through. */
export class Pipeline extends Context.Service<Pipeline, ApiClient>()("platform-control/providers/Pipeline") {
  /** What is not given is read from the environment (`FIVETRAN_…`), then from the defaults. */
  static readonly layer = (given: Given<typeof pipelineVariables> = {}) => Layer.effect(Pipeline, makePipeline(given))
}
