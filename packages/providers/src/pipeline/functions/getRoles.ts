/** `pipeline:index/getRoles:getRoles`. */
import { Effect, Schema } from "effect"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { readAll } from "../reading.ts"
import { listId, Role, WHOLE_ACCOUNT } from "../rows.ts"
import { wireOf } from "../../wire.ts"

/** Every role. */
export const getRoles = Lookup.make("getRoles", {
  description: "Lists the roles that users and teams can have.",
  input: Schema.Struct({}),
  output: Schema.Struct({ roles: required(Schema.Array(Role), "The roles."), id: listId }),
  example: {},
  find: () => Effect.map(readAll({ path: "/roles", row: wireOf(Role) }), (roles) => ({ roles, id: WHOLE_ACCOUNT }))
})
