/** `pipeline:index/getUser:getUser`. */
import { Schema } from "effect"
import { segment } from "../../api/ApiClient.ts"
import * as Lookup from "../../Lookup.ts"
import { readOne } from "../reading.ts"
import { idOf, User } from "../rows.ts"
import { wireOf } from "../../wire.ts"

/** One user. */
export const getUser = Lookup.make("getUser", {
  description: "Looks up a user by their id.",
  input: Schema.Struct({ id: idOf("user") }),
  output: User,
  example: { id: "cherry_spoilt" },
  find: ({ id }) => readOne({ path: `/users/${segment(id)}`, row: wireOf(User) })
})
