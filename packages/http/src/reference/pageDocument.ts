/** The document as the page shows it: what holds for every operation is said once, at the top, and not in each. */
import type { OpenApi } from "effect/http-api"

type Document = OpenApi.OpenAPISpec

/** What every refusal carries; a refusal with more of its own keeps its body. */
const shared = new Set(["code", "message", "documentationUrl", "errors"])

const introduction = `Refusals stand below with their meaning alone. Each has a body like this one:

\`\`\`json
{ "code": 404, "message": "…", "errors": [{ "resource": "…", "attribute": "…", "errorType": "not_found" }] }
\`\`\``

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const at = (value: unknown, ...names: ReadonlyArray<string>): unknown =>
  names.reduce<unknown>((found, name) => (isRecord(found) ? found[name] : undefined), value)

const hasSharedBody = (schemas: unknown, response: unknown): boolean => {
  const reference = at(response, "content", "application/json", "schema", "$ref")
  const properties = typeof reference === "string" ? at(schemas, reference.split("/").at(-1) ?? "", "properties") : {}
  return isRecord(properties) && Object.keys(properties).every((name) => shared.has(name))
}

/** The header that every answer has is named at the top. */
const withoutRequestId = (name: string, value: unknown): unknown => {
  if (name !== "headers" || !isRecord(value)) return value
  const { "x-request-id": _, ...others } = value
  return Object.keys(others).length === 0 ? undefined : others
}

/** That a JSON number is exact is no bound to be told to people, and no good example. */
const withoutExactBounds = (value: unknown): unknown => {
  if (!isRecord(value)) return value
  const { maximum, minimum, ...others } = value
  return {
    ...others,
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum })
  }
}

/** One field to fill in, though the server reads two spellings. */
const withoutSecondSpelling = (name: string, value: unknown): unknown =>
  name === "security" && Array.isArray(value) ? value.filter((one) => !isRecord(one) || !("token" in one)) : value

const entriesOf = (value: unknown): ReadonlyArray<[string, unknown]> => (isRecord(value) ? Object.entries(value) : [])

const foldRefusals = ({ components }: Document) =>
  Object.fromEntries(
    entriesOf(at(components, "responses")).map(([name, response]) => [
      name,
      isRecord(response) && hasSharedBody(components.schemas, response) ? { ...response, content: undefined } : response
    ])
  )

/** For the page alone: a client is made from the document itself. */
export const pageDocument = (document: Document): Document => {
  const { token: _, ...securitySchemes } = document.components.securitySchemes
  const shown = {
    ...document,
    info: { ...document.info, description: `${document.info.description}\n\n${introduction}` },
    components: { ...document.components, responses: foldRefusals(document), securitySchemes }
  }
  return JSON.parse(
    JSON.stringify(shown, (name, value: unknown) =>
      withoutExactBounds(withoutSecondSpelling(name, withoutRequestId(name, value)))
    )
  )
}
