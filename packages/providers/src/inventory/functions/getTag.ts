/** `inventory:index/getTag:getTag`. */
import { Effect, Schema } from "effect"
import { optional, required, Text } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { findOne } from "../reading.ts"
import { tagOf, tagOutputs, TagRow } from "../tags.ts"

/** The one tag that fits. */
export const getTag = Lookup.make("getTag", {
  description: "Looks up a tag by its name or its slug.",
  input: Schema.Struct({
    name: optional(Text, "Its name, exactly."),
    slug: optional(Text, "Its slug, which filters take.")
  }),
  rules: [Lookup.atLeastOneOf("name", "slug")],
  output: Schema.Struct({ ...tagOutputs, id: required(Schema.String, "The number under which it is kept, as text.") }),
  example: { name: "Prod West" },
  find: Effect.fnUntraced(function* ({ name, slug }) {
    const row = yield* findOne(
      { path: "/extras/tags/", query: { name, slug }, row: TagRow },
      { none: "no tag found matching filter", several: "more than one tag returned, specify a more narrow filter" }
    )
    return { ...tagOf(row), id: String(row.id) }
  })
})
