/** How services write the records that functions give: the same fields, names in snake case, null for no value. */
import { Schema, SchemaTransformation } from "effect"

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The record as it comes; `renamed` has the names that are no snake case of the function's. */
export const wireOf = <F extends Schema.Struct.Fields>(
  record: Schema.Struct<F>,
  renamed: Readonly<Record<string, string>> = {}
): Schema.Codec<Schema.Struct<F>["Type"], unknown> => {
  const names: Record<string, string> = {}
  for (const name of Object.keys(record.fields)) names[name] = renamed[name] ?? snakeCase(name)
  const written: Schema.Top = Schema.encodeKeys<Schema.Struct<Schema.Struct.Fields>, Record<string, string>>(names)(
    record
  )
  return written as Schema.Codec<Schema.Struct<F>["Type"], unknown>
}

const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (one === null ? [] : [[name, withoutNulls(one)]]))
  )
}

/** An answer in which null, at any depth, is as good as an absent field. */
export const nullAsAbsent = <A>(answer: Schema.Codec<A, unknown>): Schema.Codec<A, unknown> =>
  Schema.Unknown.pipe(
    Schema.decodeTo(answer, SchemaTransformation.transform({ decode: withoutNulls, encode: (written) => written }))
  )
