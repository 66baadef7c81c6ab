/** Requests spoilt in every way that the table's row of an operation allows. Knows no rule. */
import type { Sending } from "../engine/Caller.ts"
import type { Sample } from "../laws/Sample.ts"
import type { Shape } from "../table/Shape.ts"

/** A spoilt request, and what is wrong with it. */
export interface Spoilt {
  readonly what: string
  readonly sending: Sending
}

/** Bodies that are no JSON object in UTF-8; the last two are JSON, and still no object. */
export const malformedBodies: ReadonlyArray<Spoilt> = [
  { what: "truncated JSON", sending: { rawBody: '{"version": "1.0' } },
  { what: "a NUL", sending: { rawBody: "\0" } },
  { what: "no JSON", sending: { rawBody: "version=1.0.0" } },
  { what: "an empty body", sending: { rawBody: "" } },
  { what: "an array", sending: { rawBody: "[]" } },
  { what: "a text", sending: { rawBody: '"1.0.0"' } }
]

/** Each required field left out in turn. */
export const withoutFields = ({ body = {}, operation }: Sample): ReadonlyArray<Spoilt> =>
  Object.entries(operation.body?.fields ?? {})
    .filter(([, field]) => field.required)
    .map(([name]) => ({
      what: `without ${name}`,
      sending: { body: Object.fromEntries(Object.entries(body).filter(([key]) => key !== name)) }
    }))

const others: Readonly<Record<string, unknown>> = {
  null: null,
  number: 7,
  string: "seven",
  boolean: true,
  array: ["a"],
  object: { a: 1 }
}

const jsonKind: Readonly<Record<Shape["kind"], string>> = {
  string: "string",
  enum: "string",
  integer: "number",
  boolean: "boolean",
  array: "array",
  map: "object",
  record: "object"
}

/** Each field with values of every other JSON type. */
export const mistypedFields = ({ body = {}, operation }: Sample): ReadonlyArray<Spoilt> =>
  Object.entries(operation.body?.fields ?? {}).flatMap(([name, field]) =>
    Object.entries(others)
      .filter(([kind]) => kind !== jsonKind[field.shape.kind] && !(kind === "null" && !field.required))
      .map(([kind, value]) => ({ what: `${name} as ${kind}`, sending: { body: { ...body, [name]: value } } }))
  )

/** Everything that has to be refused with 400. */
export const spoiltBodies = (sample: Sample): ReadonlyArray<Spoilt> =>
  sample.operation.body === undefined ? [] : [...malformedBodies, ...withoutFields(sample), ...mistypedFields(sample)]
