/** `inventory:index/getVlanGroup:getVlanGroup`. */
import { Effect, Schema } from "effect"
import { Id, optional, required, Text } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { InvalidInput } from "../../LookupError.ts"
import { findOne } from "../reading.ts"
import { OptionalNumber, OptionalText, present } from "../rows.ts"

const Row = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  slug: Schema.String,
  description: OptionalText,
  // Several ranges since 4.1, one range before.
  vid_ranges: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Array(Schema.Int)))),
  min_vid: OptionalNumber,
  max_vid: OptionalNumber,
  vlan_count: OptionalNumber
})

const scope = {
  scopeType: optional(Text, "The kind of place that it is for, for example `dcim.site`."),
  scopeId: optional(Id, "The number of that place; only with `scopeType`.")
}

const bounds = (row: typeof Row.Type) => {
  const numbers = (row.vid_ranges ?? []).flat()
  return numbers.length === 0
    ? { ...present("minVid", row.min_vid), ...present("maxVid", row.max_vid) }
    : { minVid: Math.min(...numbers), maxVid: Math.max(...numbers) }
}

/** The one group of VLANs that fits. */
export const getVlanGroup = Lookup.make("getVlanGroup", {
  description: "Looks up a group of VLANs by its name or its slug; a place narrows.",
  input: Schema.Struct({
    name: optional(Text, "Its name, exactly."),
    slug: optional(Text, "Its slug."),
    ...scope
  }),
  rules: [Lookup.atLeastOneOf("name", "slug")],
  output: Schema.Struct({
    description: required(Schema.String, "Its description."),
    id: required(Schema.String, "The number under which it is kept, as text."),
    maxVid: optional(Schema.Finite, "The highest number of its VLANs."),
    minVid: optional(Schema.Finite, "The lowest number of its VLANs."),
    name: required(Schema.String, "Its name."),
    ...scope,
    slug: required(Schema.String, "Its slug."),
    vlanCount: optional(Schema.Finite, "How many VLANs it has.")
  }),
  example: { slug: "campus" },
  find: Effect.fnUntraced(function* ({ name, scopeId, scopeType, slug }) {
    if (scopeId !== undefined && scopeType === undefined)
      return yield* new InvalidInput({ message: "getVlanGroup: scopeId needs scopeType." })
    const row = yield* findOne(
      { path: "/ipam/vlan-groups/", query: { name, slug, scope_type: scopeType, scope_id: scopeId }, row: Row },
      {
        none: "no vlan group found matching filter",
        several: "more than one vlan group returned, specify a more narrow filter"
      }
    )
    return {
      description: row.description ?? "",
      id: String(row.id),
      ...bounds(row),
      name: row.name,
      ...present("scopeType", scopeType),
      ...present("scopeId", scopeId),
      slug: row.slug,
      ...present("vlanCount", row.vlan_count)
    }
  })
})
