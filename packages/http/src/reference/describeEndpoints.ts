/** What the framework's OpenAPI document leaves out of an API's endpoints: their credentials and their typed queries. */
import { Authorization, OptionalAuthorization, ReadAuthorization } from "@platform-control/core/Authorization"
import { Schema } from "effect"
import { HttpApi, type HttpApiEndpoint, type HttpApiGroup, type OpenApi } from "effect/http-api"

type Security = OpenApi.OpenAPISpecOperation["security"]

/** One endpoint, beyond what the document says. */
export interface EndpointDescription {
  /** Alternatives; empty for an operation that looks at no credential. */
  readonly security: Security
  /** JSON schemas of the query's parameters as handlers see them, by name. */
  readonly query: Readonly<Record<string, object>>
}

/** The two spellings of one credential (open points, section 1). */
const credential: Security = [{ bearer: [] }, { token: [] }]

const securityOf = ({ middlewares }: HttpApiEndpoint.Top, anonymousReads: boolean): Security => {
  const behind = (door: object) => [...middlewares].some((middleware) => Object.is(middleware, door))
  if (behind(Authorization) || (behind(ReadAuthorization) && !anonymousReads)) return credential
  return behind(OptionalAuthorization) || behind(ReadAuthorization) ? [{}, ...credential] : []
}

const isRecord = (value: unknown): value is Readonly<Record<string, object>> =>
  typeof value === "object" && value !== null

/** On the wire a query is text; what it has to spell stands on the side of its type. */
const queryOf = ({ query }: HttpApiEndpoint.Top): EndpointDescription["query"] => {
  if (query === undefined) return {}
  const { properties } = Schema.toJsonSchemaDocument(Schema.toType(query)).schema
  return isRecord(properties) ? properties : {}
}

/** By operation id, as the framework makes it. */
export const describeEndpoints = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  options: { readonly anonymousReads: boolean }
): ReadonlyMap<string, EndpointDescription> => {
  const descriptions = new Map<string, EndpointDescription>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group }) => {
      descriptions.set(`${group.identifier}.${endpoint.identifier}`, {
        security: securityOf(endpoint, options.anonymousReads),
        query: queryOf(endpoint)
      })
    }
  })
  return descriptions
}
