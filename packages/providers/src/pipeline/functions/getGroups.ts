/** `pipeline:index/getGroups:getGroups`. */
import { Effect, Schema } from "effect"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { readAll } from "../reading.ts"
import { Group, listId, WHOLE_ACCOUNT } from "../rows.ts"
import { wireOf } from "../../wire.ts"

/** Every group (Spec C, Data-pipeline functions). */
export const getGroups = Lookup.make("getGroups", {
  description: "Lists the groups of the account.",
  input: Schema.Struct({}),
  output: Schema.Struct({ groups: required(Schema.Array(Group), "The groups."), id: listId }),
  example: {},
  find: () => Effect.map(readAll({ path: "/groups", row: wireOf(Group) }), (groups) => ({ groups, id: WHOLE_ACCOUNT }))
})
