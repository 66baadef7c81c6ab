/** `edge:index/getCdnShieldingLocation:getCdnShieldingLocation`. */
import { Effect, Schema } from "effect"
import { required, Text } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { Ambiguous, NotFound } from "../../LookupError.ts"
import { Edge } from "../Edge.ts"

const Locations = Schema.Array(Schema.Struct({ id: Schema.Int, datacenter: Schema.String }))

/** The shielding location in a data center (Spec C, Edge-cloud functions). */
export const getCdnShieldingLocation = Lookup.make("getCdnShieldingLocation", {
  description: "Looks up the place from which the CDN shields origins, by its data center.",
  input: Schema.Struct({ datacenter: required(Text, "The data center's name, exactly.") }),
  output: Schema.Struct({
    datacenter: required(Schema.String, "The data center's name."),
    id: required(Schema.String, "The location's number, as text.")
  }),
  example: { datacenter: "am3" },
  find: Effect.fnUntraced(function* ({ datacenter }) {
    const { cdn } = yield* Edge
    const locations = yield* cdn.get({ path: "/cdn/shielding_pop", answer: Locations })
    const [found, second] = locations.filter((one) => one.datacenter === datacenter)
    if (found === undefined)
      return yield* new NotFound({ message: `shielding location for datacenter ${datacenter} not found` })
    if (second !== undefined)
      return yield* new Ambiguous({ message: `several shielding locations are in datacenter ${datacenter}` })
    return { datacenter, id: `${found.id}` }
  })
})
