/** `inventory:index/getVlan:getVlan`. */
import { Effect, Schema } from "effect"
import { Id, optional, required, Text } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { findOne } from "../reading.ts"
import { vlanOf, vlanOutputs, VlanRow } from "../vlans.ts"

const Vid = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 4094 }))

/** The one VLAN that fits. */
export const getVlan = Lookup.make("getVlan", {
  description: "Looks up a VLAN by its name or its number, in a group or at a site if these are given.",
  input: Schema.Struct({
    name: optional(Text, "Its name, exactly."),
    vid: optional(Vid, "The VLAN's own number."),
    groupId: optional(Id, "The group that it belongs to."),
    siteId: optional(Id, "The site that it belongs to.")
  }),
  rules: [Lookup.atLeastOneOf("name", "vid")],
  output: Schema.Struct({ ...vlanOutputs, id: required(Schema.String, "The number under which it is kept, as text.") }),
  example: { vid: 1234 },
  find: Effect.fnUntraced(function* ({ groupId, name, siteId, vid }) {
    const row = yield* findOne(
      { path: "/ipam/vlans/", query: { name, vid, group_id: groupId, site_id: siteId }, row: VlanRow },
      { none: "no vlan found matching filter", several: "more than one vlan returned, specify a more narrow filter" }
    )
    return { ...vlanOf(row), id: String(row.id) }
  })
})
