/** `pipeline:index/getGroup:getGroup`. */
import { Schema } from "effect"
import { segment } from "../../api/ApiClient.ts"
import * as Lookup from "../../Lookup.ts"
import { readOne } from "../reading.ts"
import { Group, idOf } from "../rows.ts"
import { wireOf } from "../../wire.ts"

/** One group. */
export const getGroup = Lookup.make("getGroup", {
  description: "Looks up a group by its id.",
  input: Schema.Struct({ id: idOf("group") }),
  output: Group,
  example: { id: "decent_dropsy" },
  find: ({ id }) => readOne({ path: `/groups/${segment(id)}`, row: wireOf(Group) })
})
