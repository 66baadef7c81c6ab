/** `inventory:index/getPrefixes:getPrefixes`. */
import { Effect, Schema } from "effect"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { sameNames } from "../filters.ts"
import { listInputs, listOutputs, listRows } from "../lists.ts"
import { prefixOf, prefixOutputs, PrefixRow } from "../prefixes.ts"

const supported = sameNames(
  "prefix",
  "contains",
  "vlan_vid",
  "vrf_id",
  "vlan_id",
  "status",
  "tenant_id",
  "site_id",
  "role_id",
  "region_id",
  "description",
  "tag"
)

const Prefix = Schema.Struct({ ...prefixOutputs, id: required(Schema.Int, "The number under which it is kept.") })

/** Every prefix that fits. */
export const getPrefixes = Lookup.make("getPrefixes", {
  description: "Lists prefixes. Nothing that fits is an empty list.",
  input: Schema.Struct(listInputs(supported)),
  output: Schema.Struct({ ...listOutputs(supported), prefixes: required(Schema.Array(Prefix), "The prefixes.") }),
  example: { filters: [{ name: "contains", value: "10.0.0.0/8" }] },
  find: Effect.fnUntraced(function* (input) {
    const { echoed, rows } = yield* listRows(
      { path: "/ipam/prefixes/", row: PrefixRow, order: "prefix,id", supported },
      input
    )
    return { ...echoed, prefixes: rows.map(prefixOf) }
  })
})
