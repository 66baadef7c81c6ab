/** `pipeline:index/getGroupSshKey:getGroupSshKey`. */
import { Effect, Schema } from "effect"
import { segment } from "../../api/ApiClient.ts"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { readOne } from "../reading.ts"
import { idOf } from "../rows.ts"
import { wireOf } from "../../wire.ts"

const key = { publicKey: required(Schema.String, "The public key that connections of the group present.") }

/** The SSH key of a group (Spec C, Data-pipeline functions). */
export const getGroupSshKey = Lookup.make("getGroupSshKey", {
  description: "Looks up the public SSH key of a group.",
  input: Schema.Struct({ id: idOf("group") }),
  output: Schema.Struct({ ...key, id: required(Schema.String, "The group's id.") }),
  example: { id: "decent_dropsy" },
  find: ({ id }) =>
    Effect.map(
      readOne({ path: `/groups/${segment(id)}/public-key`, row: wireOf(Schema.Struct(key)) }),
      ({ publicKey }) => ({ publicKey, id })
    )
})
