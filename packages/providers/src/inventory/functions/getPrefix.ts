/** `inventory:index/getPrefix:getPrefix`. */
import { Effect, Schema } from "effect"
import { Id, optional, required, Text } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { prefixOf, prefixOutputs, PrefixRow } from "../prefixes.ts"
import { findOne } from "../reading.ts"
import { present } from "../rows.ts"

const Vid = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 4094 }))

const tagInputs = {
  tag: optional(Text, "Slug of a tag to include."),
  tagN: optional(Text, "Slug of a tag to exclude.")
}

/** The one prefix that fits. */
export const getPrefix = Lookup.make("getPrefix", {
  description: "Looks up a prefix by itself, by where it belongs, or by its tag.",
  input: Schema.Struct({
    prefix: optional(Text, "The prefix in CIDR notation."),
    description: optional(Text, "Its description, exactly."),
    family: optional(Schema.Literals([4, 6]), "4 or 6."),
    roleId: optional(Id, "Its role."),
    siteId: optional(Id, "The site that it belongs to."),
    status: optional(Text, "Its status, for example `active`."),
    ...tagInputs,
    tenantId: optional(Id, "The tenant that it belongs to."),
    vlanId: optional(Id, "The number under which its VLAN is kept."),
    vlanVid: optional(Vid, "The VLAN's own number."),
    vrfId: optional(Id, "The routing table that it belongs to.")
  }),
  rules: [
    Lookup.atLeastOneOf(
      "prefix",
      "description",
      "family",
      "roleId",
      "siteId",
      "status",
      "tag",
      "tenantId",
      "vlanId",
      "vlanVid",
      "vrfId"
    )
  ],
  output: Schema.Struct({
    ...prefixOutputs,
    ...tagInputs,
    id: required(Schema.Int, "The number under which it is kept.")
  }),
  example: { prefix: "10.0.0.0/24" },
  find: Effect.fnUntraced(function* ({ description, family, prefix, status, tag, tagN, ...ids }) {
    const query = {
      prefix,
      description,
      family,
      status,
      tag,
      tag__n: tagN,
      role_id: ids.roleId,
      site_id: ids.siteId,
      tenant_id: ids.tenantId,
      vlan_id: ids.vlanId,
      vlan_vid: ids.vlanVid,
      vrf_id: ids.vrfId
    }
    const row = yield* findOne(
      { path: "/ipam/prefixes/", query, row: PrefixRow },
      {
        none: "no prefix found matching filter",
        several: "more than one prefix returned, specify a more narrow filter"
      }
    )
    return { ...prefixOf(row), ...present("tag", tag), ...present("tagN", tagN) }
  })
})
