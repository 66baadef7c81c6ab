/** `pipeline:index/getConnectorsMetadata:getConnectorsMetadata`. */
import { Effect, Schema } from "effect"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { readAll } from "../reading.ts"
import { ConnectorMetadata, listId, WHOLE_ACCOUNT } from "../rows.ts"
import { wireOf } from "../../wire.ts"

/** Every service that data can come from. */
export const getConnectorsMetadata = Lookup.make("getConnectorsMetadata", {
  description: "Lists the services that data can come from.",
  input: Schema.Struct({}),
  output: Schema.Struct({ sources: required(Schema.Array(ConnectorMetadata), "The services."), id: listId }),
  example: {},
  find: () =>
    Effect.map(readAll({ path: "/metadata/connector-types", row: wireOf(ConnectorMetadata) }), (sources) => ({
      sources,
      id: WHOLE_ACCOUNT
    }))
})
