/** `pipeline:index/getTeam:getTeam`. */
import { Schema } from "effect"
import { segment } from "../../api/ApiClient.ts"
import * as Lookup from "../../Lookup.ts"
import { readOne } from "../reading.ts"
import { idOf, Team } from "../rows.ts"
import { wireOf } from "../../wire.ts"

/** One team. */
export const getTeam = Lookup.make("getTeam", {
  description: "Looks up a team by its id.",
  input: Schema.Struct({ id: idOf("team") }),
  output: Team,
  example: { id: "climbed_consulted" },
  find: ({ id }) => readOne({ path: `/teams/${segment(id)}`, row: wireOf(Team) })
})
