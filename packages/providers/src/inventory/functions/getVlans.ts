/** `inventory:index/getVlans:getVlans`. */
import { Effect, Schema } from "effect"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { sameNames } from "../filters.ts"
import { listInputs, listOutputs, listRows } from "../lists.ts"
import { vlanOf, vlanOutputs, VlanRow } from "../vlans.ts"

const supported = sameNames(
  "vid",
  "vid__gt",
  "vid__gte",
  "vid__lt",
  "vid__lte",
  "vid__n",
  "group",
  "group__n",
  "group_id",
  "group_id__n",
  "site_id",
  "site_id__n",
  "status",
  "tag",
  "tenant",
  "tenant__n",
  "tenant_group",
  "tenant_group__n",
  "tenant_group_id",
  "tenant_group_id__n",
  "tenant_id",
  "tenant_id__n"
)

const Vlan = Schema.Struct({ ...vlanOutputs, id: required(Schema.Int, "The number under which it is kept.") })

/** Every VLAN that fits. */
export const getVlans = Lookup.make("getVlans", {
  description: "Lists VLANs. Nothing that fits is an empty list.",
  input: Schema.Struct(listInputs(supported)),
  output: Schema.Struct({ ...listOutputs(supported), vlans: required(Schema.Array(Vlan), "The VLANs.") }),
  example: { filters: [{ name: "vid__gte", value: "100" }] },
  find: Effect.fnUntraced(function* (input) {
    const { echoed, rows } = yield* listRows({ path: "/ipam/vlans/", row: VlanRow, order: "vid,id", supported }, input)
    return { ...echoed, vlans: rows.map((row) => ({ id: row.id, ...vlanOf(row) })) }
  })
})
