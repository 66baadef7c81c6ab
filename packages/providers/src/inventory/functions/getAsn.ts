/** `inventory:index/getAsn:getAsn`. */
import { Effect, Schema } from "effect"
import { optional, required, Text } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { findOne } from "../reading.ts"
import { OptionalText, present, tagNames, Tags } from "../rows.ts"

const Row = Schema.Struct({ id: Schema.Int, asn: Schema.Int, description: OptionalText, tags: Tags })

const inputs = {
  asn: optional(Text, "The number of the autonomous system."),
  tag: optional(Text, "Slug of a tag to include."),
  tagN: optional(Text, "Slug of a tag to exclude.")
}

/** The one autonomous system that fits (Spec C, Inventory functions). */
export const getAsn = Lookup.make("getAsn", {
  description: "Looks up an autonomous system by its number or its tag.",
  input: Schema.Struct(inputs),
  rules: [Lookup.atLeastOneOf("asn", "tag")],
  output: Schema.Struct({
    asn: required(Schema.String, "The number of the autonomous system."),
    description: required(Schema.String, "Its description."),
    id: required(Schema.Int, "The number under which it is kept."),
    tag: inputs.tag,
    tagN: inputs.tagN,
    tags: required(Schema.Array(Schema.String), "The names of its tags.")
  }),
  example: { asn: "65000" },
  find: Effect.fnUntraced(function* ({ asn, tag, tagN }) {
    const row = yield* findOne(
      { path: "/ipam/asns/", query: { asn, tag, tag__n: tagN }, row: Row },
      { none: "no asn found matching filter", several: "more than one asn returned, specify a more narrow filter" }
    )
    return {
      asn: String(row.asn),
      description: row.description ?? "",
      id: row.id,
      ...present("tag", tag),
      ...present("tagN", tagN),
      tags: tagNames(row.tags)
    }
  })
})
