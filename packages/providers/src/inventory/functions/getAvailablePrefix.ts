/** `inventory:index/getAvailablePrefix:getAvailablePrefix`. */
import { Effect, Schema } from "effect"
import { segment } from "../../api/ApiClient.ts"
import { Id, optional, required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { Inventory } from "../Inventory.ts"
import { OptionalReference, present } from "../rows.ts"

const Row = Schema.Struct({ family: Schema.Int, prefix: Schema.String, vrf: OptionalReference })

const AvailablePrefix = Schema.Struct({
  family: required(Schema.Int, "4 or 6."),
  prefix: required(Schema.String, "The prefix in CIDR notation."),
  vrfId: optional(Schema.Int, "The routing table that it belongs to.")
})

const prefixId = required(Id, "The number of the prefix.")

/** What is free inside a prefix (Spec C, Inventory functions). */
export const getAvailablePrefix = Lookup.make("getAvailablePrefix", {
  description: "Lists the prefixes that are free inside a prefix. None is free where the list is empty.",
  input: Schema.Struct({ prefixId }),
  output: Schema.Struct({
    id: required(Schema.String, "The number of the prefix, as text."),
    prefixId,
    prefixesAvailables: required(Schema.Array(AvailablePrefix), "The free prefixes.")
  }),
  example: { prefixId: 1 },
  find: Effect.fnUntraced(function* ({ prefixId }) {
    const api = yield* Inventory
    const rows = yield* api.get({
      path: `/ipam/prefixes/${segment(prefixId)}/available-prefixes/`,
      answer: Schema.Array(Row)
    })
    return {
      id: String(prefixId),
      prefixId,
      prefixesAvailables: rows.map(({ family, prefix, vrf }) => ({ family, prefix, ...present("vrfId", vrf?.id) }))
    }
  })
})
