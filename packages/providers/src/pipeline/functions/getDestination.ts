/** `pipeline:index/getDestination:getDestination`. */
import { Effect, Schema } from "effect"
import { segment } from "../../api/ApiClient.ts"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { camelCased } from "../camelCased.ts"
import { readOne } from "../reading.ts"
import { Destination, idOf } from "../rows.ts"
import { wireOf } from "../../wire.ts"

const Row = wireOf(Schema.Struct({ ...Destination.fields, config: Schema.optionalKey(Schema.Unknown) }))

/** One destination. */
export const getDestination = Lookup.make("getDestination", {
  description:
    "Looks up a destination by its id, with the configuration of its service. The service masks secrets in it: `******`.",
  input: Schema.Struct({ id: idOf("destination") }),
  output: Schema.Struct({
    ...Destination.fields,
    config: required(Schema.Record(Schema.String, Schema.Unknown), "The configuration; empty where there is none.")
  }),
  example: { id: "decent_dropsy" },
  find: ({ id }) =>
    Effect.map(readOne({ path: `/destinations/${segment(id)}`, row: Row }), ({ config, ...destination }) => ({
      ...destination,
      config: camelCased(config)
    }))
})
