/** `pipeline:index/getConnection:getConnection`. */
import { Effect, Schema } from "effect"
import { segment } from "../../api/ApiClient.ts"
import * as Lookup from "../../Lookup.ts"
import { ACCEPT_CONNECTION, ConnectionDetails, connectionDetailsOf, connectionFields } from "../connections.ts"
import { readOne } from "../reading.ts"
import { idOf, ignored } from "../rows.ts"

/** One connection (Spec C, Data-pipeline functions). */
export const getConnection = Lookup.make("getConnection", {
  description: "Looks up a connection by its id.",
  input: Schema.Struct({ id: idOf("connection"), destinationSchema: ignored, status: ignored }),
  output: Schema.Struct(connectionFields),
  example: { id: "speak_inexpensive" },
  find: ({ id }) =>
    Effect.map(
      readOne({ path: `/connections/${segment(id)}`, row: ConnectionDetails, accept: ACCEPT_CONNECTION }),
      connectionDetailsOf
    )
})
