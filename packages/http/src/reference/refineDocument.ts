/** Turns the framework's OpenAPI document into one that says what clients need. Knows no particular operation. */
import type { OpenApi } from "effect/http-api"
import type { EndpointDescription } from "./describeEndpoints.ts"

type Document = OpenApi.OpenAPISpec
type Operation = OpenApi.OpenAPISpecOperation
type Response = OpenApi.OpenApiSpecResponse

const securitySchemes: Document["components"]["securitySchemes"] = {
  bearer: { type: "http", scheme: "bearer", description: "An access token: `Authorization: Bearer <token>`." },
  token: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description: "The same access token in the other spelling: `Authorization: token <token>`."
  }
}

const text = (description: string) => ({ description, schema: { type: "string" }, required: true })

const requestId = { "x-request-id": text("Names this request in the server's log; a sane one that was sent is kept.") }

const seconds = {
  "retry-after": { description: "Seconds to wait.", schema: { type: "integer", minimum: 1 }, required: true }
}

const headersOf: Readonly<Record<string, Response["headers"]>> = {
  401: { "www-authenticate": text("The scheme of the credential that is missing.") },
  429: seconds,
  503: seconds
}

const descriptions: Readonly<Record<string, string>> = {
  400: "The request can't be understood or breaks a stated rule; `errors` names the places.",
  401: "No credential, or one that is malformed, unknown, expired or revoked.",
  403: "The caller lacks the permission that the message names.",
  404: "Nothing of that name is visible to the caller.",
  406: "None of the media types that `Accept` asks for can be answered; the message names those that can.",
  409: "The request contradicts what already exists.",
  413: "The body is larger than the bound that the message states.",
  415: "The body's media type or encoding is not one that is read.",
  429: "Too many requests.",
  500: "A fault of the server; the message names the request id.",
  503: "The server is starting or stopping, or lacks something it needs."
}

/** A schema class stands in the framework's document by its wire side; clients should see its own name. */
const withoutSuffix = (name: string): string => name.replace(/Encoded$/, "")

/** Only operations with a body can be refused for their body. */
const aboutBodies = new Set(["413", "415"])

const refineParameter = (
  parameter: OpenApi.OpenAPISpecParameter,
  query: EndpointDescription["query"] | undefined
): OpenApi.OpenAPISpecParameter => {
  const typed = parameter.in === "query" ? query?.[parameter.name] : undefined
  const isText = typed === undefined || !("type" in typed) || typed.type === "string"
  const { description, ...schema }: { readonly description?: string } = isText ? parameter.schema : typed
  return { ...parameter, schema, ...(description === undefined ? {} : { description }) }
}

/** The name of the error class that an answer carries, where it carries one. */
const refusalName = (response: Response): string | undefined => {
  const reference: unknown = response.content?.["application/json"]?.schema.$ref
  return typeof reference === "string" ? /[^/]+$/.exec(reference)?.[0] : undefined
}

/** Refusals stand once in the components: in the operations they would be most of the document. */
const refineResponse = (status: string, response: Response, refusals: Map<string, Response>) => {
  const name = Number(status) >= 400 ? refusalName(response) : undefined
  const refined = {
    ...response,
    description: descriptions[status] ?? response.description,
    headers: { ...response.headers, ...headersOf[status], ...requestId }
  }
  if (name === undefined) return refined
  refusals.set(withoutSuffix(name), refined)
  return { $ref: `#/components/responses/${name}` }
}

const refineOperation = (
  operation: Operation,
  described: EndpointDescription | undefined,
  refusals: Map<string, Response>
) => ({
  ...operation,
  security: described?.security ?? [],
  parameters: operation.parameters.map((parameter) => refineParameter(parameter, described?.query)),
  responses: Object.fromEntries(
    Object.entries(operation.responses)
      .filter(([status]) => operation.requestBody !== undefined || !aboutBodies.has(status))
      .map(([status, response]) => [status, refineResponse(status, response, refusals)])
  )
})

/** Unknown fields are ignored, never refused (open points, section 1), and status codes are whole numbers. */
const refineSchema = (name: string, value: unknown): unknown => {
  if (name === "additionalProperties" && value === false) return undefined
  if (name === "$ref" && typeof value === "string") return withoutSuffix(value)
  if (typeof value !== "object" || value === null || !("type" in value) || !("enum" in value)) return value
  const isWhole = value.type === "number" && Array.isArray(value.enum) && value.enum.every(Number.isInteger)
  return isWhole ? { ...value, type: "integer" } : value
}

const mapValues = <A, B>(record: Readonly<Record<string, A>>, f: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, f(value)]))

/** The document for clients; `described` are the endpoints by operation id. */
export const refineDocument = (
  document: Document,
  described: ReadonlyMap<string, EndpointDescription>,
  publicUrl: string
): Document => {
  const refusals = new Map<string, Response>()
  const paths = mapValues(document.paths, (item) =>
    mapValues(item as Readonly<Record<string, Operation>>, (operation) =>
      refineOperation(operation, described.get(operation.operationId), refusals)
    )
  )
  const schemas = Object.entries(document.components.schemas)
  const refined = {
    ...document,
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: Object.fromEntries(schemas.map(([name, schema]) => [withoutSuffix(name), schema])),
      responses: Object.fromEntries(refusals),
      securitySchemes
    }
  }
  return JSON.parse(JSON.stringify(refined), refineSchema)
}
