/** `inventory:index/getVrf:getVrf`. */
import { Effect, Schema } from "effect"
import { Id, optional, required, Text } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { findOne } from "../reading.ts"
import { vrfOf, vrfOutputs, VrfRow } from "../vrfs.ts"

/** The one VRF that fits. */
export const getVrf = Lookup.make("getVrf", {
  description: "Looks up a routing table (VRF) by its name or its route distinguisher; a tenant narrows.",
  input: Schema.Struct({
    name: optional(Text, "Its name, exactly."),
    rd: optional(Text, "Its route distinguisher."),
    tenantId: optional(Id, "The tenant that it belongs to.")
  }),
  rules: [Lookup.atLeastOneOf("name", "rd")],
  output: Schema.Struct({ ...vrfOutputs, id: required(Schema.String, "The number under which it is kept, as text.") }),
  example: { name: "production" },
  find: Effect.fnUntraced(function* ({ name, rd, tenantId }) {
    const row = yield* findOne(
      { path: "/ipam/vrfs/", query: { name, rd, tenant_id: tenantId }, row: VrfRow },
      { none: "no vrf found matching filter", several: "more than one vrf returned, specify a more narrow filter" }
    )
    return { ...vrfOf(row), id: String(row.id) }
  })
})
