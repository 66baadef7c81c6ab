/** `inventory:index/getVrfs:getVrfs`. */
import { Effect, Schema } from "effect"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { sameNames } from "../filters.ts"
import { listInputs, listOutputs, listRows } from "../lists.ts"
import { vrfOf, vrfOutputs, VrfRow } from "../vrfs.ts"

const supported = sameNames(
  "id",
  "name",
  "description",
  "rd",
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

const Vrf = Schema.Struct({ ...vrfOutputs, id: required(Schema.Int, "The number under which it is kept.") })

/** Every VRF that fits. */
export const getVrfs = Lookup.make("getVrfs", {
  description: "Lists routing tables (VRFs). Nothing that fits is an empty list.",
  input: Schema.Struct(listInputs(supported)),
  output: Schema.Struct({ ...listOutputs(supported), vrfs: required(Schema.Array(Vrf), "The routing tables.") }),
  example: { filters: [{ name: "tenant", value: "acme" }] },
  find: Effect.fnUntraced(function* (input) {
    const { echoed, rows } = yield* listRows({ path: "/ipam/vrfs/", row: VrfRow, order: "name,id", supported }, input)
    return { ...echoed, vrfs: rows.map((row) => ({ id: row.id, ...vrfOf(row) })) }
  })
})
