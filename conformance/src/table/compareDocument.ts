/** Compares the table with a served OpenAPI document: a hole on either side is named. */
import { isRecord } from "../wire/Exchange.ts"
import type { Operation } from "./Operation.ts"
import type { Field, RecordShape, Shape } from "./Shape.ts"

type Json = Readonly<Record<string, unknown>>

const at = (value: unknown, ...keys: ReadonlyArray<string>): unknown =>
  keys.reduce<unknown>((found, key) => (isRecord(found) ? found[key] : undefined), value)

const methods = new Set(["get", "put", "post", "delete", "patch"])

/** Paths of the specification whose table is not written yet, an area a line, so nothing of them is compared. */
const elsewhere: ReadonlyArray<RegExp> = [
  /\/api\/console\/orgs\/\{\w+\}\/integrations(?:\/|$)/,
  /\/api\/env\/cloudsetup\//,
  /\/api\/preview\/agents\/|\/agent\/token-budget$/
]

/** Extensions of ours that the specification does not name, so the table doesn't either. */
const statusesOfOurs = new Set(["429", "500", "503"])

class Comparison {
  readonly #document: Json
  readonly holes: Array<string> = []

  constructor(document: Json) {
    this.#document = document
  }

  resolve(schema: unknown): Json {
    const reference = at(schema, "$ref")
    if (typeof reference === "string")
      return this.resolve(at(this.#document, ...reference.replace(/^#\//, "").split("/")))
    const among = at(schema, "anyOf") ?? at(schema, "oneOf")
    if (Array.isArray(among)) return this.#either(among)
    return isRecord(schema) ? schema : {}
  }

  /** What may be null as what it is otherwise; one of several records as all of their fields. */
  #either(among: ReadonlyArray<unknown>): Json {
    const schemas = among.map((one) => this.resolve(one)).filter(({ type }) => type !== "null")
    const [first = {}] = schemas
    if (schemas.length === 1 || schemas.some(({ type }) => type !== "object")) return schemas.length === 1 ? first : {}
    const needed = schemas.map(({ required }) => new Set(Array.isArray(required) ? required.map(String) : []))
    return {
      type: "object",
      properties: Object.assign({}, ...schemas.map(({ properties }) => properties)),
      required: [...(needed[0] ?? [])].filter((name) => needed.every((names) => names.has(name)))
    }
  }

  shape(where: string, shape: Shape, written: unknown): void {
    const schema = this.resolve(written)
    const types: Readonly<Record<Exclude<Shape["kind"], "enum">, string>> = {
      string: "string",
      integer: "integer",
      boolean: "boolean",
      array: "array",
      map: "object",
      record: "object"
    }
    if (shape.kind === "enum") {
      const said = Array.isArray(schema["enum"]) ? schema["enum"].map(String).toSorted() : []
      if (said.length > 0 && said.join() !== shape.values.toSorted().join())
        this.holes.push(`${where}: the table lists ${shape.values.join(", ")}; the document ${said.join(", ")}`)
      return
    }
    if (schema["type"] !== undefined && schema["type"] !== types[shape.kind])
      this.holes.push(`${where}: the table says ${types[shape.kind]}, the document ${JSON.stringify(schema["type"])}`)
    if (shape.kind === "array") this.shape(`${where}[]`, shape.of, schema["items"])
    if (shape.kind === "record") this.record(where, shape, schema)
  }

  record(where: string, shape: RecordShape, schema: Json): void {
    const properties = isRecord(schema["properties"]) ? schema["properties"] : {}
    const needed = Array.isArray(schema["required"]) ? schema["required"].map(String) : []
    this.#names(where, "field", Object.keys(shape.fields), Object.keys(properties))
    for (const [name, field] of Object.entries(shape.fields)) {
      if (!Object.hasOwn(properties, name)) continue
      this.#required(`${where}.${name}`, field, needed.includes(name))
      this.shape(`${where}.${name}`, field.shape, properties[name])
    }
  }

  operation(operation: Operation, written: Json): void {
    const where = `${operation.method} ${operation.path}`
    const parameters = Array.isArray(written["parameters"]) ? written["parameters"].filter(isRecord) : []
    const queries = parameters.filter((one) => one["in"] === "query").map((one) => String(one["name"]))
    this.#names(where, "query parameter", Object.keys(operation.query), queries)
    const responses = isRecord(written["responses"]) ? written["responses"] : {}
    const stated = [operation.success.status, ...operation.refusals].map(String)
    for (const status of stated)
      if (!Object.hasOwn(responses, status)) this.holes.push(`${where}: the document lacks the status ${status}`)
    for (const status of Object.keys(responses))
      if (!status.startsWith("4") && !stated.includes(status) && !statusesOfOurs.has(status))
        this.holes.push(`${where}: the table lacks the status ${status}`)
    const body = at(written, "requestBody", "content", "application/json", "schema")
    if (operation.body !== undefined) this.record(`${where} body`, operation.body, this.resolve(body))
    else if (body !== undefined) this.holes.push(`${where}: the table lacks the request body`)
    const answer = at(responses, `${operation.success.status}`, "content", "application/json", "schema")
    if (operation.success.body !== undefined)
      this.record(`${where} answer`, operation.success.body, this.resolve(answer))
    const open =
      Array.isArray(written["security"]) &&
      (written["security"].length === 0 ||
        written["security"].some((one) => isRecord(one) && Object.keys(one).length === 0))
    if (open !== (operation.access === "public"))
      this.holes.push(`${where}: the table says ${operation.access}, the document ${open ? "public" : "credential"}`)
  }

  #required(where: string, field: Field, said: boolean): void {
    if (field.required !== said)
      this.holes.push(`${where}: the table says ${field.required ? "required" : "optional"}, the document the opposite`)
  }

  #names(where: string, what: string, ours: ReadonlyArray<string>, theirs: ReadonlyArray<string>): void {
    for (const name of ours)
      if (!theirs.includes(name)) this.holes.push(`${where}: the document lacks the ${what} ${name}`)
    for (const name of theirs)
      if (!ours.includes(name)) this.holes.push(`${where}: the table lacks the ${what} ${name}`)
  }
}

const pathsOf = (document: Json): ReadonlyMap<string, Json> => {
  const paths = isRecord(document["paths"]) ? document["paths"] : {}
  return new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(isRecord(item) ? item : {}).flatMap(([method, operation]): Array<[string, Json]> =>
        methods.has(method) && isRecord(operation) ? [[`${method.toUpperCase()} ${path}`, operation]] : []
      )
    )
  )
}

/**
 * The holes between table and document, as sentences. Operations of groups that the document lacks as a whole are not
 * missed.
 */
export const compareDocument = (table: ReadonlyArray<Operation>, document: unknown): ReadonlyArray<string> => {
  const root = isRecord(document) ? document : {}
  const comparison = new Comparison(root)
  const served = pathsOf(root)
  const groups = new Set(table.filter((one) => served.has(`${one.method} ${one.path}`)).map(({ group }) => group))
  for (const operation of table) {
    if (!groups.has(operation.group)) continue
    const found = served.get(`${operation.method} ${operation.path}`)
    if (found === undefined)
      comparison.holes.push(`${operation.method} ${operation.path}: the document lacks the operation`)
    else comparison.operation(operation, found)
  }
  for (const line of served.keys()) {
    if (!elsewhere.some((area) => area.test(line)) && !table.some((one) => `${one.method} ${one.path}` === line))
      comparison.holes.push(`${line}: the table lacks the operation`)
  }
  return comparison.holes
}
