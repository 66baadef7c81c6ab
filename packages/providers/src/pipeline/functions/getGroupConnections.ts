/** `pipeline:index/getGroupConnections:getGroupConnections`. */
import { Effect, Schema } from "effect"
import { segment } from "../../api/ApiClient.ts"
import { optional, required, Text } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { ACCEPT_CONNECTION, Connection, connectionOf, ConnectionRow } from "../connections.ts"
import { readAll } from "../reading.ts"
import { idOf } from "../rows.ts"

const schema = optional(Text, "The exact text of what the connections write to.")

/** The connections of one group. */
export const getGroupConnections = Lookup.make("getGroupConnections", {
  description: "Lists the connections of a group.",
  input: Schema.Struct({ id: idOf("group"), schema }),
  output: Schema.Struct({
    connections: required(Schema.Array(Connection), "The connections."),
    id: required(Schema.String, "The group's id."),
    schema
  }),
  example: { id: "decent_dropsy" },
  find: (given) =>
    Effect.map(
      readAll({
        path: `/groups/${segment(given.id)}/connections`,
        query: { schema: given.schema },
        row: ConnectionRow,
        accept: ACCEPT_CONNECTION
      }),
      (rows) => ({ ...given, connections: rows.map(connectionOf) })
    )
})
