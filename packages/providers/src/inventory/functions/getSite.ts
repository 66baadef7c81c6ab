/** `inventory:index/getSite:getSite`. */
import { Effect, Schema } from "effect"
import { optional, required, Text } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { findOne } from "../reading.ts"
import { Choice, OptionalReference, OptionalText, present, Reference } from "../rows.ts"

const Row = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  slug: Schema.String,
  status: Choice,
  region: OptionalReference,
  group: OptionalReference,
  tenant: OptionalReference,
  facility: OptionalText,
  time_zone: OptionalText,
  description: OptionalText,
  physical_address: OptionalText,
  comments: OptionalText,
  asns: Schema.optionalKey(Schema.Array(Reference))
})

/** The one site that fits. */
export const getSite = Lookup.make("getSite", {
  description: "Looks up a site by its name, its slug, its facility or its number.",
  input: Schema.Struct({
    id: optional(Text.check(Schema.isPattern(/^\d{1,18}$/)), "The number of the site, as text."),
    name: optional(Text, "Its name, exactly."),
    slug: optional(Text, "Its slug."),
    facility: optional(Text, "Its facility, exactly.")
  }),
  rules: [Lookup.atLeastOneOf("name", "slug", "facility", "id")],
  output: Schema.Struct({
    asnIds: required(Schema.Array(Schema.Int), "The numbers under which its autonomous systems are kept."),
    comments: required(Schema.String, "Comments on it."),
    description: required(Schema.String, "Its description."),
    facility: required(Schema.String, "Its facility."),
    groupId: optional(Schema.Int, "The group that it belongs to."),
    id: required(Schema.String, "The number of the site, as text."),
    name: required(Schema.String, "Its name."),
    physicalAddress: required(Schema.String, "Where it is."),
    regionId: optional(Schema.Int, "The region that it belongs to."),
    siteId: required(Schema.Int, "The number of the site."),
    slug: required(Schema.String, "Its slug."),
    status: optional(Schema.String, "Its status, for example `active`."),
    tenantId: optional(Schema.Int, "The tenant that it belongs to."),
    timeZone: optional(Schema.String, "Its time zone, for example `Europe/Berlin`.")
  }),
  example: { slug: "dm-akron" },
  find: Effect.fnUntraced(function* ({ facility, id, name, slug }) {
    const row = yield* findOne(
      { path: "/dcim/sites/", query: { id, name, slug, facility }, row: Row },
      { none: "no site found matching filter", several: "more than one site returned, specify a more narrow filter" }
    )
    return {
      asnIds: (row.asns ?? []).map(({ id }) => id),
      comments: row.comments ?? "",
      description: row.description ?? "",
      facility: row.facility ?? "",
      ...present("groupId", row.group?.id),
      id: String(row.id),
      name: row.name,
      physicalAddress: row.physical_address ?? "",
      ...present("regionId", row.region?.id),
      siteId: row.id,
      slug: row.slug,
      ...present("status", row.status?.value),
      ...present("tenantId", row.tenant?.id),
      ...present("timeZone", row.time_zone)
    }
  })
})
