/** The client of the inventory service, from the provider's configuration. */
import { Context, Effect, Layer, Redacted } from "effect"
import { type ApiClient, makeApiClient, makeConnection } from "../api/ApiClient.ts"
import { openTransport } from "../api/openTransport.ts"
import type { Service } from "../api/Service.ts"
import { configure, variableText } from "../configuration/configure.ts"
import { InvalidConfiguration } from "../configuration/InvalidConfiguration.ts"
import { readCertificates } from "../configuration/readCertificates.ts"
import type { Given } from "../configuration/Variable.ts"
import { refusesCredential, saidIn } from "./refusals.ts"
import { inventoryVariables, type InventorySettings } from "./variables.ts"
import { withVersionCheck } from "./withVersionCheck.ts"

const called = (name: keyof typeof inventoryVariables): string => variableText(name, inventoryVariables[name])

const invalid = (variable: keyof typeof inventoryVariables, problem: string): InvalidConfiguration =>
  new InvalidConfiguration({ variable, message: `${called(variable)}: ${problem}` })

/** With this prefix a token is of version 2 (Spec C, Authentication 1). */
const V2_PREFIX = "nbt_"

const authorization = (token: string): string => (token.startsWith(V2_PREFIX) ? `Bearer ${token}` : `Token ${token}`)

const baseUrlOf = Effect.fnUntraced(function* ({ serverUrl, stripTrailingSlashesFromUrl }: InventorySettings) {
  const stripped = stripTrailingSlashesFromUrl ? serverUrl.replace(/\/+$/, "") : serverUrl
  if (stripped !== serverUrl) yield* Effect.logWarning(`Stripped trailing slashes from ${called("serverUrl")}.`)
  if (/\/api\/*$/.test(stripped))
    return yield* invalid("serverUrl", "it ends in /api, which is added to it anyway: leave that out.")
  return `${stripped}/api`
})

const serviceOf = Effect.fnUntraced(function* (settings: InventorySettings) {
  const baseUrl = yield* baseUrlOf(settings)
  if (Object.keys(settings.headers).some((name) => name.toLowerCase() === "authorization"))
    return yield* invalid("headers", `the token makes the header Authorization; set ${called("apiToken")} instead.`)
  const problem = Object.entries(settings.headers).find(
    ([name, value]) => !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value)
  )
  if (problem !== undefined)
    return yield* invalid("headers", `${JSON.stringify(problem[0])} can't be sent as a header.`)
  const service: Service = {
    baseUrl,
    words: {
      name: "NetBox",
      address: called("serverUrl"),
      credential: called("apiToken"),
      certificate:
        `Name the PEM file of its authority with ${called("caCertFile")}; ` +
        `only to try something out, ${called("allowInsecureHttps")} takes any certificate.`,
      timeout: called("requestTimeout")
    },
    headers: Effect.succeed({
      ...settings.headers,
      accept: "application/json",
      authorization: authorization(Redacted.value(settings.apiToken))
    }),
    timeoutMillis: settings.requestTimeout * 1000,
    saidIn,
    refusesCredential
  }
  return service
})

const makeInventory = Effect.fnUntraced(function* (given: Given<typeof inventoryVariables>) {
  const settings = yield* configure(inventoryVariables, given)
  const service = yield* serviceOf(settings)
  const certificates =
    settings.caCertFile === undefined
      ? undefined
      : yield* readCertificates(settings.caCertFile, "caCertFile", called("caCertFile"))
  const http = yield* openTransport({ certificates, insecure: settings.allowInsecureHttps })
  const api = makeApiClient(yield* makeConnection(http), service)
  return settings.skipVersionCheck ? api : yield* withVersionCheck(api)
})

/** What the inventory functions ask through. */
export class Inventory extends Context.Service<Inventory, ApiClient>()("platform-control/providers/Inventory") {
  /**
   * What is not given is read from the environment (`NETBOX_…`), then from the defaults. The first request is preceded
   * by a question for the server's version, unless that is switched off, so that a wrong address or token is called so.
   */
  static readonly layer = (given: Given<typeof inventoryVariables> = {}) =>
    Layer.effect(Inventory, makeInventory(given))
}
