/** `pipeline:index/getConnectionCertificates:getConnectionCertificates`. */
import { Effect, Schema } from "effect"
import { segment } from "../../api/ApiClient.ts"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { readAll } from "../reading.ts"
import { Certificate, idOf } from "../rows.ts"
import { wireOf } from "../../wire.ts"

/** The certificates of a connection (Spec C, Data-pipeline functions). */
export const getConnectionCertificates = Lookup.make("getConnectionCertificates", {
  description: "Lists the certificates that were approved for a connection.",
  input: Schema.Struct({ id: idOf("connection") }),
  output: Schema.Struct({
    certificates: required(Schema.Array(Certificate), "The approved certificates."),
    id: required(Schema.String, "The connection's id.")
  }),
  example: { id: "speak_inexpensive" },
  find: ({ id }) =>
    Effect.map(
      readAll({ path: `/connections/${segment(id)}/certificates`, row: wireOf(Certificate) }),
      (certificates) => ({
        certificates,
        id
      })
    )
})
