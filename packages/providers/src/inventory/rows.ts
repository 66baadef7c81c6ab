/** The parts that rows of the inventory service share, as far as functions read them. */
import { Schema } from "effect"

/** Another row, named by its number. */
export const Reference = Schema.Struct({ id: Schema.Int })

/** Another row, or none; services leave such a field out as well. */
export const OptionalReference = Schema.optionalKey(Schema.NullOr(Reference))

/** The tags of a row. Filters take slugs, functions give names. */
export const Tags = Schema.optionalKey(Schema.Array(Schema.Struct({ name: Schema.String })))

/** A text that older versions leave out. */
export const OptionalText = Schema.optionalKey(Schema.NullOr(Schema.String))

/** The names of tags, in the service's order. */
export const tagNames = (tags: ReadonlyArray<{ readonly name: string }> = []): ReadonlyArray<string> =>
  tags.map(({ name }) => name)

/** A field for an output that has it only where there is a value. */
export const present = <Key extends string, A>(key: Key, value: A | null | undefined): { readonly [K in Key]?: A } =>
  value === null || value === undefined ? {} : ({ [key]: value } as { readonly [K in Key]: A })
