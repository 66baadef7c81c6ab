/** `pipeline:index/getDestinationFingerprints:getDestinationFingerprints`. */
import { Effect, Schema } from "effect"
import { segment } from "../../api/ApiClient.ts"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { readAll } from "../reading.ts"
import { Fingerprint, idOf } from "../rows.ts"
import { wireOf } from "../../wire.ts"

/** The fingerprints of a destination. */
export const getDestinationFingerprints = Lookup.make("getDestinationFingerprints", {
  description: "Lists the keys of SSH servers that were approved for a destination.",
  input: Schema.Struct({ id: idOf("destination") }),
  output: Schema.Struct({
    fingerprints: required(Schema.Array(Fingerprint), "The approved keys."),
    destinationId: required(Schema.String, "The destination's id."),
    id: required(Schema.String, "The destination's id.")
  }),
  example: { id: "decent_dropsy" },
  find: ({ id }) =>
    Effect.map(
      readAll({ path: `/destinations/${segment(id)}/fingerprints`, row: wireOf(Fingerprint) }),
      (fingerprints) => ({
        fingerprints,
        destinationId: id,
        id
      })
    )
})
