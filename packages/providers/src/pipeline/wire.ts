/** How the pipeline service writes the records that functions give: the same fields, their names in snake case. */
import { Schema } from "effect"

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
