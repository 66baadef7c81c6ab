/** `pipeline:index/getDestinationCertificates:getDestinationCertificates`. */
import { Effect, Schema } from "effect"
import { segment } from "../../api/ApiClient.ts"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { readAll } from "../reading.ts"
import { Certificate, idOf } from "../rows.ts"
import { wireOf } from "../../wire.ts"

/** The certificates of a destination. */
export const getDestinationCertificates = Lookup.make("getDestinationCertificates", {
  description: "Lists the certificates that were approved for a destination.",
  input: Schema.Struct({ id: idOf("destination") }),
  output: Schema.Struct({
    certificates: required(Schema.Array(Certificate), "The approved certificates."),
    destinationId: required(Schema.String, "The destination's id."),
    id: required(Schema.String, "The destination's id.")
  }),
  example: { id: "decent_dropsy" },
  find: ({ id }) =>
    Effect.map(
      readAll({ path: `/destinations/${segment(id)}/certificates`, row: wireOf(Certificate) }),
      (certificates) => ({
        certificates,
        destinationId: id,
        id
      })
    )
})
