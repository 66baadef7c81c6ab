/** Tags as the service sends them, and what the functions for one and for many give of them. */
import { Schema } from "effect"
import { optional, required } from "../inputs.ts"
import { OptionalText, present } from "./rows.ts"

/** A tag on the wire. */
export const TagRow = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  slug: Schema.String,
  color: OptionalText,
  description: OptionalText
})

/** The outputs of both functions, without the id. */
export const tagOutputs = {
  color: optional(Schema.String, "Its color, six hexadecimal digits."),
  description: required(Schema.String, "Its description."),
  name: required(Schema.String, "Its name."),
  slug: required(Schema.String, "Its slug, which filters take.")
}

/** What both functions give of a tag. */
export const tagOf = (row: typeof TagRow.Type) => ({
  ...present("color", row.color),
  description: row.description ?? "",
  name: row.name,
  slug: row.slug
})
