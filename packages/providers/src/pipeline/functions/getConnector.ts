/** `pipeline:index/getConnector:getConnector`. */
import { Effect, Schema } from "effect"
import { segment } from "../../api/ApiClient.ts"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { camelCased } from "../camelCased.ts"
import { ACCEPT_CONNECTION, connectionDetailsOf, connectionFields, ConnectorDetails } from "../connections.ts"
import { readOne } from "../reading.ts"
import { idOf, ignored } from "../rows.ts"

/** One connection with its configuration (Spec C, Data-pipeline functions). */
export const getConnector = Lookup.make("getConnector", {
  description:
    "Looks up a connection by its id, with the configuration of its service. The service masks secrets in it: `******`.",
  input: Schema.Struct({ id: idOf("connection"), config: ignored, destinationSchema: ignored, status: ignored }),
  output: Schema.Struct({
    ...connectionFields,
    config: required(Schema.Record(Schema.String, Schema.Unknown), "The configuration; empty where there is none.")
  }),
  example: { id: "speak_inexpensive" },
  find: ({ id }) =>
    Effect.map(
      readOne({ path: `/connections/${segment(id)}`, row: ConnectorDetails, accept: ACCEPT_CONNECTION }),
      ({ config, ...connection }) => ({ ...connectionDetailsOf(connection), config: camelCased(config) })
    )
})
