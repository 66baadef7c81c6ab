/** The clients of the edge cloud's products, from the provider's configuration. */
import { Cache, Context, type Duration, Effect, Exit, Layer } from "effect"
import { type ApiClient, makeApiClient, makeConnection } from "../api/ApiClient.ts"
import { openTransport } from "../api/openTransport.ts"
import type { Service } from "../api/Service.ts"
import { configure } from "../configuration/configure.ts"
import type { Given } from "../configuration/Variable.ts"
import type { LookupError } from "../LookupError.ts"
import { makeCredentials } from "./credentials.ts"
import { type Place, placeOf, products } from "./places.ts"
import { readAll } from "./reading.ts"
import { saidIn } from "./refusals.ts"
import { type Project, ProjectRow, type Region, RegionRow } from "./rows.ts"
import { edgeVariables } from "./variables.ts"

/** The products that functions ask, and the two lists that most of them need. */
export interface EdgeClients {
  readonly cloud: ApiClient
  readonly cdn: ApiClient
  readonly dns: ApiClient
  /** Read once for the life of the clients. */
  readonly regions: Effect.Effect<ReadonlyArray<Region>, LookupError>
  /** Read once for the life of the clients. */
  readonly projects: Effect.Effect<ReadonlyArray<Project>, LookupError>
}

const timeouts = { platform: 60_000, cloud: 60_000, cdn: 60_000, dns: 10_000 }

const CERTIFICATE_ADVICE = "NODE_EXTRA_CA_CERTS names a PEM file of further authorities."

const serviceOf = (
  place: Place,
  rest: Pick<Service, "headers" | "timeoutMillis" | "refusesCredential" | "renewCredential"> & {
    readonly words: string
  }
): Service => ({
  ...rest,
  baseUrl: place.baseUrl,
  words: {
    name: "EdgeCenter",
    address: place.variable,
    credential: rest.words,
    certificate: `Does ${place.variable} name the service itself? ${CERTIFICATE_ADVICE}`
  },
  saidIn
})

/** What was read is kept; what failed is tried again by the next who asks. */
const keptWhenRead = (exit: Exit.Exit<unknown, unknown>): Duration.Input => (Exit.isSuccess(exit) ? "1000 weeks" : 0)

const readOnce = <A>(read: Effect.Effect<A, LookupError>) =>
  Effect.map(
    Cache.makeWith(() => read, { capacity: 1, timeToLive: keptWhenRead }),
    (cache) => Cache.get(cache, "all")
  )

const makeEdge = Effect.fnUntraced(function* (given: Given<typeof edgeVariables>) {
  const settings = yield* configure(edgeVariables, given)
  const connection = yield* makeConnection(yield* openTransport({}))
  const accept = { accept: "application/json" }
  const platform = makeApiClient(
    connection,
    serviceOf(yield* placeOf(settings, products.platform), {
      words: "userName (EC_USERNAME) and password (EC_PASSWORD)",
      headers: Effect.succeed(accept),
      timeoutMillis: timeouts.platform,
      refusesCredential: (status) => status === 400 || status === 401
    })
  )
  const { authorization, renew, words } = yield* makeCredentials(settings, platform)
  const client = (product: "cloud" | "cdn" | "dns") =>
    Effect.map(placeOf(settings, products[product]), (place) =>
      makeApiClient(
        connection,
        serviceOf(place, {
          words,
          headers: Effect.map(authorization, (value) => ({ ...accept, authorization: value })),
          timeoutMillis: timeouts[product],
          refusesCredential: (status) => status === 401,
          ...(renew === undefined ? {} : { renewCredential: renew })
        })
      )
    )
  const cloud = yield* client("cloud")
  const clients: EdgeClients = {
    cloud,
    cdn: yield* client("cdn"),
    dns: yield* client("dns"),
    regions: yield* readOnce(readAll(cloud, { path: "/v1/regions", row: RegionRow, idOf: ({ id }) => id })),
    projects: yield* readOnce(readAll(cloud, { path: "/v1/projects", row: ProjectRow, idOf: ({ id }) => id }))
  }
  return clients
})

/** What the edge functions ask through. */
export class Edge extends Context.Service<Edge, EdgeClients>()("platform-control/providers/Edge") {
  /** What is not given is read from the environment (`EC_…`), then from the defaults. */
  static readonly layer = (given: Given<typeof edgeVariables> = {}) => Layer.effect(Edge, makeEdge(given))
}
