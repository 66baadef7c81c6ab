/** The parts that rows of the inventory service share, as far as functions read them, and what they become. */
import { Schema } from "effect"
import { optional } from "../inputs.ts"

/** Another row, named by its number. */
export const Reference = Schema.Struct({ id: Schema.Int })

/** Another row, or none; the service leaves such a field out as well. */
export const OptionalReference = Schema.optionalKey(Schema.NullOr(Reference))

/** The tags of a row. Filters take slugs, functions give names. */
export const Tags = Schema.optionalKey(Schema.Array(Schema.Struct({ id: Schema.Int, name: Schema.String })))

/** A text that older versions leave out. */
export const OptionalText = Schema.optionalKey(Schema.NullOr(Schema.String))

/** A number that may be absent. */
export const OptionalNumber = Schema.optionalKey(Schema.NullOr(Schema.Finite))

/** One of a closed set, of which the service sends value and label. Read as text: it may add to the set. */
export const Choice = Schema.optionalKey(Schema.NullOr(Schema.Struct({ value: OptionalText })))

/** Values of any kind by name. */
export const CustomFields = Schema.optionalKey(Schema.NullOr(Schema.Record(Schema.String, Schema.Unknown)))

/** Where a row belongs: one field for all kinds of places since 4.2, only the site before. */
export const scopeFields = {
  scope_type: OptionalText,
  scope_id: OptionalNumber,
  site: OptionalReference
}

/** The names of tags, in the service's order. */
export const tagNames = (tags: ReadonlyArray<{ readonly name: string }> = []): ReadonlyArray<string> =>
  tags.map(({ name }) => name)

/** The numbers of tags, in the service's order. */
export const tagIds = (tags: ReadonlyArray<{ readonly id: number }> = []): ReadonlyArray<number> =>
  tags.map(({ id }) => id)

/** A field for an output that has it only where there is a value. */
export const present = <Key extends string, A>(key: Key, value: A | null | undefined): { readonly [K in Key]?: A } =>
  value === null || value === undefined ? {} : ({ [key]: value } as { readonly [K in Key]: A })

/** As text: JSON where it is no scalar, nothing for null. */
export const jsonText = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** Every value as text: a map of texts is what part C gives, and values are of any kind. */
export const flatCustomFields = (fields: Readonly<Record<string, unknown>> | null = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(fields ?? {}).map(([name, value]) => [name, jsonText(value)]))

/** The outputs for a scope. */
export const scopeOutputs = {
  scopeType: optional(Schema.String, "The kind of place that it belongs to, for example `dcim.site`."),
  scopeId: optional(Schema.Int, "The number of that place."),
  siteId: optional(Schema.Int, "The site, if it belongs to one."),
  siteGroupId: optional(Schema.Int, "The group of sites, if it belongs to one."),
  locationId: optional(Schema.Int, "The location, if it belongs to one."),
  regionId: optional(Schema.Int, "The region, if it belongs to one.")
}

const scopes: Readonly<Record<string, "siteId" | "siteGroupId" | "locationId" | "regionId">> = {
  "dcim.site": "siteId",
  "dcim.sitegroup": "siteGroupId",
  "dcim.location": "locationId",
  "dcim.region": "regionId"
}

/** The scope of a row: at most one of the four places. */
export const scopeOf = (row: {
  readonly scope_type?: string | null
  readonly scope_id?: number | null
  readonly site?: { readonly id: number } | null
}) => {
  const type = row.scope_type ?? (row.site === undefined || row.site === null ? undefined : "dcim.site")
  const id = row.scope_id ?? row.site?.id
  const place = type === undefined ? undefined : scopes[type]
  return {
    ...present("scopeType", type),
    ...present("scopeId", id),
    ...(place === undefined || id === undefined ? {} : { [place]: id })
  }
}
