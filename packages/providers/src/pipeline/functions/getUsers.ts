/** `pipeline:index/getUsers:getUsers`. */
import { Effect, Schema } from "effect"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { readAll } from "../reading.ts"
import { listId, User, WHOLE_ACCOUNT } from "../rows.ts"
import { wireOf } from "../../wire.ts"

/** Every user. */
export const getUsers = Lookup.make("getUsers", {
  description: "Lists the users of the account.",
  input: Schema.Struct({}),
  output: Schema.Struct({ users: required(Schema.Array(User), "The users."), id: listId }),
  example: {},
  find: () => Effect.map(readAll({ path: "/users", row: wireOf(User) }), (users) => ({ users, id: WHOLE_ACCOUNT }))
})
