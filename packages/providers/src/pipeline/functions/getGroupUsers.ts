/** `pipeline:index/getGroupUsers:getGroupUsers`. */
import { Effect, Schema } from "effect"
import { segment } from "../../api/ApiClient.ts"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { readAll, readOne } from "../reading.ts"
import { idOf, User } from "../rows.ts"
import { wireOf } from "../../wire.ts"

const Account = wireOf(Schema.Struct({ userId: Schema.optionalKey(Schema.String) }))

/** Whose key this is. A key that belongs to nobody has no user, and one that may not ask tells nothing. */
const ownUser = readOne({ path: "/account/info", row: Account }).pipe(
  Effect.map(({ userId }) => userId),
  Effect.orElseSucceed(() => undefined)
)

/** The users of a group (Spec C, Data-pipeline functions). */
export const getGroupUsers = Lookup.make("getGroupUsers", {
  description: "Lists the users of a group, without the one whose API key is used.",
  input: Schema.Struct({ id: idOf("group") }),
  output: Schema.Struct({
    users: required(Schema.Array(User), "The users."),
    id: required(Schema.String, "The group's id.")
  }),
  example: { id: "decent_dropsy" },
  find: Effect.fnUntraced(function* ({ id }) {
    const users = yield* readAll({ path: `/groups/${segment(id)}/users`, row: wireOf(User) })
    const own = yield* ownUser
    return { users: users.filter((user) => user.id !== own), id }
  })
})
