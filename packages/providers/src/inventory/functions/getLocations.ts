/** `inventory:index/getLocations:getLocations`. */
import { Effect, Schema } from "effect"
import { optional, required, Text } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { sameNames } from "../filters.ts"
import { listInputs, listOutputs, listRows } from "../lists.ts"
import { Choice, OptionalReference, OptionalText, present, Reference } from "../rows.ts"

const supported = sameNames("name", "slug", "site", "site_id", "parent_id", "tenant", "tenant_id", "status", "tag")

const Row = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  slug: Schema.String,
  site: Reference,
  parent: OptionalReference,
  status: Choice,
  tenant: OptionalReference,
  description: OptionalText
})

const Location = Schema.Struct({
  description: required(Schema.String, "Its description."),
  id: required(Schema.String, "The number under which it is kept, as text."),
  name: required(Schema.String, "Its name."),
  parentId: optional(Schema.Int, "The location that it is a part of."),
  siteId: required(Schema.Int, "The site that it is at."),
  slug: required(Schema.String, "Its slug."),
  status: optional(Schema.String, "Its status, for example `active`."),
  tenantId: optional(Schema.Int, "The tenant that it belongs to.")
})

const locationOf = (row: typeof Row.Type): typeof Location.Type => ({
  description: row.description ?? "",
  id: String(row.id),
  name: row.name,
  ...present("parentId", row.parent?.id),
  siteId: row.site.id,
  slug: row.slug,
  ...present("status", row.status?.value),
  ...present("tenantId", row.tenant?.id)
})

const tags = optional(Schema.Array(Text), "Only what has all of these tags, by their slugs.")

/** Every location that fits. */
export const getLocations = Lookup.make("getLocations", {
  description: "Lists locations: floors, rooms and cages of sites. Nothing that fits is an empty list.",
  input: Schema.Struct({ ...listInputs(supported), tags }),
  output: Schema.Struct({
    ...listOutputs(supported),
    tags,
    locations: required(Schema.Array(Location), "The locations.")
  }),
  example: { filters: [{ name: "site", value: "dm-akron" }] },
  find: Effect.fnUntraced(function* ({ tags, ...input }) {
    const filters = [...(input.filters ?? []), ...(tags ?? []).map((value) => ({ name: "tag", value }))]
    const { echoed, rows } = yield* listRows(
      { path: "/dcim/locations/", row: Row, order: "site,name,id", supported },
      { ...input, filters }
    )
    const { filters: _, ...told } = echoed
    return { ...told, ...present("filters", input.filters), ...present("tags", tags), locations: rows.map(locationOf) }
  })
})
