/** `pipeline:index/getPrivateLinks:getPrivateLinks`. */
import { Effect, Schema } from "effect"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { readAll } from "../reading.ts"
import { listId, PrivateLink, WHOLE_ACCOUNT } from "../rows.ts"
import { wireOf } from "../../wire.ts"

/** Every private link (Spec C, Data-pipeline functions). */
export const getPrivateLinks = Lookup.make("getPrivateLinks", {
  description: "Lists the private links of the account.",
  input: Schema.Struct({}),
  output: Schema.Struct({
    items: required(Schema.Array(PrivateLink), "The private links, without their configuration."),
    id: listId
  }),
  example: {},
  find: () =>
    Effect.map(readAll({ path: "/private-links", row: wireOf(PrivateLink) }), (items) => ({ items, id: WHOLE_ACCOUNT }))
})
