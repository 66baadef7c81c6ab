/** `pipeline:index/getGroupServiceAccount:getGroupServiceAccount`. */
import { Effect, Schema } from "effect"
import { segment } from "../../api/ApiClient.ts"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { readOne } from "../reading.ts"
import { idOf } from "../rows.ts"
import { wireOf } from "../../wire.ts"

const account = { serviceAccount: required(Schema.String, "The service account, as its cloud calls it.") }

/** The service account of a group. */
export const getGroupServiceAccount = Lookup.make("getGroupServiceAccount", {
  description: "Looks up the cloud service account that the connections of a group act under.",
  input: Schema.Struct({ id: idOf("group") }),
  output: Schema.Struct({ ...account, id: required(Schema.String, "The group's id.") }),
  example: { id: "decent_dropsy" },
  find: ({ id }) =>
    Effect.map(
      readOne({ path: `/groups/${segment(id)}/service-account`, row: wireOf(Schema.Struct(account)) }),
      ({ serviceAccount }) => ({ serviceAccount, id })
    )
})
