/** `pipeline:index/getConnectorFingerprints:getConnectorFingerprints`. */
import { Effect, Schema } from "effect"
import { segment } from "../../api/ApiClient.ts"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { readAll } from "../reading.ts"
import { Fingerprint, idOf } from "../rows.ts"
import { wireOf } from "../../wire.ts"

/** The fingerprints of a connection (Spec C, Data-pipeline functions). */
export const getConnectorFingerprints = Lookup.make("getConnectorFingerprints", {
  description: "Lists the keys of SSH servers that were approved for a connection, under its older name.",
  input: Schema.Struct({ id: idOf("connection") }),
  output: Schema.Struct({
    fingerprints: required(Schema.Array(Fingerprint), "The approved keys."),
    connectorId: required(Schema.String, "The connection's id."),
    id: required(Schema.String, "The connection's id.")
  }),
  example: { id: "speak_inexpensive" },
  find: ({ id }) =>
    Effect.map(
      readAll({ path: `/connections/${segment(id)}/fingerprints`, row: wireOf(Fingerprint) }),
      (fingerprints) => ({
        fingerprints,
        connectorId: id,
        id
      })
    )
})
