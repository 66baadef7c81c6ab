/** The served OpenAPI document, read as data: its operations, and whether an answer keeps to it. Knows no server code. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import { errorBodyFaults } from "./errorBodyFaults.ts"

/** One parameter, as the document declares it. */
export interface Parameter {
  readonly name: string
  readonly in: "path" | "query" | "header" | "cookie"
  readonly required?: boolean
  readonly schema: JsonSchema
}

/** What the generators read of a JSON Schema. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>
}

interface OperationObject {
  readonly operationId: string
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

interface Document {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, JsonSchema>> }
}

/** One operation with the checks of its answers. */
export interface Operation {
  readonly id: string
  readonly method: string
  /** The path with `{name}` for each parameter. */
  readonly template: string
  readonly parameters: ReadonlyArray<Parameter>
  /** The JSON body's schema, without references at its top; undefined when it takes none. */
  readonly body: JsonSchema | undefined
  /** By declared status; undefined where the document declares no body. */
  readonly responses: ReadonlyMap<number, ValidateFunction | undefined>
}

/** An answer as the checks see it. */
export interface Judged {
  readonly status: number
  readonly headers: { readonly get: (name: string) => string | null | undefined }
  readonly text: string
}

/** Statuses that any request can get, whatever its operation declares (open points, section 1). */
const EVERYWHERE: ReadonlySet<number> = new Set([400, 401, 404, 405, 408, 413, 415, 417, 429, 431])

const isJson = (type: string | null | undefined) => type?.split(";")[0]?.trim() === "application/json"

const parse = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Everything the suite knows about the API. */
export class ApiContract {
  /** Declared answers that are no JSON: operation, status and media type. */
  readonly #otherTypes = new Set<string>()
  readonly document: unknown
  readonly operations: ReadonlyArray<Operation>

  constructor(document: Document) {
    this.document = document
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
    ajv.addSchema({ $id: "openapi", ...document })
    const resolve = (schema: JsonSchema | undefined): JsonSchema | undefined => {
      const found =
        schema?.$ref === undefined ? schema : document.components?.schemas?.[schema.$ref.split("/").at(-1) ?? ""]
      if (found?.anyOf === undefined) return found
      // Of variants every field can be sent; those of the first are what it needs.
      const variants = found.anyOf.map(resolve)
      return {
        ...found,
        properties: Object.assign({}, ...variants.map((variant) => variant?.properties)),
        required: variants[0]?.required ?? []
      }
    }
    this.operations = Object.entries(document.paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, operation]): Operation => ({
        id: operation.operationId,
        method: method.toUpperCase(),
        template,
        parameters: operation.parameters ?? [],
        body: resolve(operation.requestBody?.content?.["application/json"]?.schema),
        responses: new Map(
          Object.entries(operation.responses).map(([status, response]) => {
            for (const type of Object.keys(response.content ?? {})) {
              if (!isJson(type)) this.#otherTypes.add(`${operation.operationId} ${status} ${type}`)
            }
            if (response.content?.["application/json"] === undefined) return [Number(status), undefined]
            const place = ["paths", template, method, "responses", status, "content", "application/json", "schema"]
            const pointer = place.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")))
            return [Number(status), ajv.compile({ $ref: `openapi#/${pointer.join("/")}` })]
          })
        )
      }))
    )
  }

  /** The operation of this id; its absence is a fault of the test. */
  operation(id: string): Operation {
    const found = this.operations.find((operation) => operation.id === id)
    if (found === undefined) throw new Error(`The document has no operation ${id}`)
    return found
  }

  /** Which operation a request is meant for; undefined for what the document does not describe. */
  match(method: string, path: string): Operation | undefined {
    const segments = path.split("?")[0]?.split("/") ?? []
    return this.operations.find((operation) => {
      const template = operation.template.split("/")
      return (
        operation.method === method &&
        template.length === segments.length &&
        template.every((part, index) => (part.startsWith("{") ? segments[index] !== "" : part === segments[index]))
      )
    })
  }

  /** What is wrong with an answer; empty when it is as decided. `operation` is undefined where none was meant. */
  faults(operation: Operation | undefined, reply: Judged, options: { readonly head?: boolean } = {}): Array<string> {
    const faults: Array<string> = []
    if (!reply.headers.get("x-request-id")) faults.push("no X-Request-Id")
    if (reply.status >= 500) faults.push(`status ${reply.status}`)
    const declared = operation === undefined || operation.responses.has(reply.status) || EVERYWHERE.has(reply.status)
    const notModified = reply.status === 304 && operation?.method === "GET"
    if (!declared && !notModified) faults.push(`status ${reply.status} is not declared for ${operation?.id}`)
    if (options.head === true || notModified) {
      if (reply.text !== "") faults.push("a body where none belongs")
      return faults
    }
    return [...faults, ...this.#bodyFaults(operation, reply)]
  }

  #bodyFaults(operation: Operation | undefined, reply: Judged): Array<string> {
    if (reply.status >= 400) {
      if (!isJson(reply.headers.get("content-type"))) return [`an error as ${reply.headers.get("content-type")}`]
      const body = parse(reply.text)
      if (body === undefined) return ["an error body that is no JSON"]
      const validate = operation?.responses.get(reply.status)
      const invalid = validate === undefined || validate(body.value) ? [] : [JSON.stringify(validate.errors)]
      return [...errorBodyFaults(reply.status, body.value), ...invalid]
    }
    const validate = operation?.responses.get(reply.status)
    if (validate === undefined) {
      const bodyless = operation !== undefined && operation.responses.has(reply.status)
      return bodyless && reply.text !== "" ? ["a body where none is declared"] : []
    }
    if (this.#otherTypes.has(`${operation?.id} ${reply.status} ${reply.headers.get("content-type")}`)) return []
    if (!isJson(reply.headers.get("content-type"))) return [`a body as ${reply.headers.get("content-type")}`]
    const body = parse(reply.text)
    if (body === undefined) return ["a body that is no JSON"]
    return validate(body.value) ? [] : [JSON.stringify(validate.errors)]
  }
}
