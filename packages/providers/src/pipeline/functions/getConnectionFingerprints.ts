/** `pipeline:index/getConnectionFingerprints:getConnectionFingerprints`. */
import { Effect, Schema } from "effect"
import { segment } from "../../api/ApiClient.ts"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { readAll } from "../reading.ts"
import { Fingerprint, idOf } from "../rows.ts"
import { wireOf } from "../../wire.ts"

/** The fingerprints of a connection (Spec C, Data-pipeline functions). */
export const getConnectionFingerprints = Lookup.make("getConnectionFingerprints", {
  description: "Lists the keys of SSH servers that were approved for a connection.",
  input: Schema.Struct({ id: idOf("connection") }),
  output: Schema.Struct({
    fingerprints: required(Schema.Array(Fingerprint), "The approved keys."),
    id: required(Schema.String, "The connection's id.")
  }),
  example: { id: "speak_inexpensive" },
  find: ({ id }) =>
    Effect.map(
      readAll({ path: `/connections/${segment(id)}/fingerprints`, row: wireOf(Fingerprint) }),
      (fingerprints) => ({
        fingerprints,
        id
      })
    )
})
