/** The kinds of inputs and outputs that functions share. Descriptions stand on the key: `text("what it is")`. */
import { Schema } from "effect"

/** Not empty: services take an empty filter for none, and would answer with everything. */
export const Text = Schema.NonEmptyString.check(Schema.isMaxLength(1000))

/** Not empty, and a part of a path as it stands: no part of dots, no broken characters. */
export const PathText = Text.check(
  Schema.makeFilter((text: string) => (!/^\.{1,2}$/.test(text) && text.isWellFormed()) || "Expected an id")
)

/** The number under which a service keeps a thing. */
export const Id = Schema.Int.check(Schema.isGreaterThan(0))

/** How many at most; 0 is all. */
export const Limit = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** A field that has to be there. */
export const required = <S extends Schema.Top>(schema: S, description: string): S["Rebuild"] =>
  schema.annotateKey({ description })

/** A field that may be absent. */
export const optional = <S extends Schema.Top>(schema: S, description: string): Schema.optionalKey<S>["Rebuild"] =>
  Schema.optionalKey(schema).annotateKey({ description })
