/** `pipeline:index/getConnections:getConnections`. */
import { Effect, Schema, Struct } from "effect"
import { optional, required, Text } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { ACCEPT_CONNECTION, Connection, connectionOf, ConnectionRow } from "../connections.ts"
import { readAll } from "../reading.ts"
import { ignored, listId, WHOLE_ACCOUNT } from "../rows.ts"

const filters = {
  groupId: optional(Text, "The id of the group that the connections belong to."),
  schemaName: optional(Text, "The exact text of what the connections write to.")
}

/** The connections that fit (Spec C, Data-pipeline functions). */
export const getConnections = Lookup.make("getConnections", {
  description: "Lists connections: all of the account, or those of one group or schema.",
  input: Schema.Struct({ ...filters, connections: ignored }),
  output: Schema.Struct({
    ...filters,
    connections: required(Schema.Array(Connection), "The connections."),
    id: listId
  }),
  example: { groupId: "decent_dropsy" },
  find: (input) =>
    Effect.map(
      readAll({
        path: "/connections",
        query: { group_id: input.groupId, schema: input.schemaName },
        row: ConnectionRow,
        accept: ACCEPT_CONNECTION
      }),
      (rows) => ({ ...Struct.omit(input, ["connections"]), connections: rows.map(connectionOf), id: WHOLE_ACCOUNT })
    )
})
