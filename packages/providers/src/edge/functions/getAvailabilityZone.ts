/** `edge:index/getAvailabilityZone:getAvailabilityZone`. */
import { Effect, Schema } from "effect"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { wireOf } from "../../wire.ts"
import { Edge } from "../Edge.ts"
import { givenRegion, regionFields, regionOf, regionRule } from "../location.ts"

const Answer = wireOf(Schema.Struct({ regionId: Schema.Int, availabilityZones: Schema.Array(Schema.String) }))

/** The availability zones of a region (Spec C, Edge-cloud functions). */
export const getAvailabilityZone = Lookup.make("getAvailabilityZone", {
  description: "Lists the availability zones of a region.",
  input: Schema.Struct(regionFields),
  rules: [regionRule],
  output: Schema.Struct({
    availabilityZones: required(Schema.Array(Schema.String), "The names of the zones."),
    id: required(Schema.String, "The region's number, as text."),
    ...regionFields
  }),
  example: { regionName: "Luxembourg" },
  find: Effect.fnUntraced(function* (input) {
    const { cloud } = yield* Edge
    const region = yield* regionOf(input)
    const found = yield* cloud.get({ path: `/v1/availability_zones/${region}`, answer: Answer })
    return { availabilityZones: found.availabilityZones, id: `${found.regionId}`, ...givenRegion(input) }
  })
})
