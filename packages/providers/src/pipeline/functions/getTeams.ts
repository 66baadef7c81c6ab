/** `pipeline:index/getTeams:getTeams`. */
import { Effect, Schema } from "effect"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { readAll } from "../reading.ts"
import { listId, Team, WHOLE_ACCOUNT } from "../rows.ts"
import { wireOf } from "../../wire.ts"

/** Every team. */
export const getTeams = Lookup.make("getTeams", {
  description: "Lists the teams of the account.",
  input: Schema.Struct({}),
  output: Schema.Struct({ teams: required(Schema.Array(Team), "The teams."), id: listId }),
  example: {},
  find: () => Effect.map(readAll({ path: "/teams", row: wireOf(Team) }), (teams) => ({ teams, id: WHOLE_ACCOUNT }))
})
