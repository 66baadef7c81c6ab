/** `inventory:index/getTenant:getTenant`. */
import { Effect, Schema } from "effect"
import { optional, required, Text } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { findOne } from "../reading.ts"
import { OptionalReference, OptionalText, present } from "../rows.ts"

const Row = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  slug: Schema.String,
  group: OptionalReference,
  description: OptionalText
})

/** The one tenant that fits. */
export const getTenant = Lookup.make("getTenant", {
  description: "Looks up a tenant by its name or its slug.",
  input: Schema.Struct({
    name: optional(Text, "Its name, exactly."),
    slug: optional(Text, "Its slug.")
  }),
  rules: [Lookup.atLeastOneOf("name", "slug")],
  output: Schema.Struct({
    description: required(Schema.String, "Its description."),
    groupId: optional(Schema.Int, "The group that it belongs to."),
    id: required(Schema.String, "The number under which it is kept, as text."),
    name: required(Schema.String, "Its name."),
    slug: required(Schema.String, "Its slug.")
  }),
  example: { name: "Acme" },
  find: Effect.fnUntraced(function* ({ name, slug }) {
    const row = yield* findOne(
      { path: "/tenancy/tenants/", query: { name, slug }, row: Row },
      {
        none: "no tenant found matching filter",
        several: "more than one tenant returned, specify a more narrow filter"
      }
    )
    return {
      description: row.description ?? "",
      ...present("groupId", row.group?.id),
      id: String(row.id),
      name: row.name,
      slug: row.slug
    }
  })
})
