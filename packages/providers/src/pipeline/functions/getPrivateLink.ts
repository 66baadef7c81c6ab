/** `pipeline:index/getPrivateLink:getPrivateLink`. */
import { Effect, Schema } from "effect"
import { segment } from "../../api/ApiClient.ts"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { readOne } from "../reading.ts"
import { idOf, PrivateLink } from "../rows.ts"
import { wireOf } from "../../wire.ts"

const Config = Schema.Record(Schema.String, Schema.String)

const Row = wireOf(Schema.Struct({ ...PrivateLink.fields, config: Schema.optionalKey(Config) }))

/** One private link (Spec C, Data-pipeline functions). */
export const getPrivateLink = Lookup.make("getPrivateLink", {
  description: "Looks up a private link by its id, with its configuration.",
  input: Schema.Struct({ id: idOf("private link") }),
  output: Schema.Struct({
    ...PrivateLink.fields,
    configMap: required(Config, "Its configuration; names are the service's own, in snake case.")
  }),
  example: { id: "speeding_lettering" },
  find: ({ id }) =>
    Effect.map(readOne({ path: `/private-links/${segment(id)}`, row: Row }), ({ config = {}, ...link }) => ({
      ...link,
      configMap: config
    }))
})
