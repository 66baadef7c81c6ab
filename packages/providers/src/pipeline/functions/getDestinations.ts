/** `pipeline:index/getDestinations:getDestinations`. */
import { Effect, Schema } from "effect"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { readAll } from "../reading.ts"
import { Destination, listId, WHOLE_ACCOUNT } from "../rows.ts"
import { wireOf } from "../../wire.ts"

/** Every destination. */
export const getDestinations = Lookup.make("getDestinations", {
  description: "Lists the destinations of the account.",
  input: Schema.Struct({}),
  output: Schema.Struct({
    destinations: required(Schema.Array(Destination), "The destinations, without their configuration."),
    id: listId
  }),
  example: {},
  find: () =>
    Effect.map(readAll({ path: "/destinations", row: wireOf(Destination) }), (destinations) => ({
      destinations,
      id: WHOLE_ACCOUNT
    }))
})
