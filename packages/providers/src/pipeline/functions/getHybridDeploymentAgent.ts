/** `pipeline:index/getHybridDeploymentAgent:getHybridDeploymentAgent`. */
import { Schema } from "effect"
import { segment } from "../../api/ApiClient.ts"
import * as Lookup from "../../Lookup.ts"
import { readOne } from "../reading.ts"
import { HybridDeploymentAgent, idOf } from "../rows.ts"
import { wireOf } from "../../wire.ts"

/** One agent (Spec C, Data-pipeline functions). */
export const getHybridDeploymentAgent = Lookup.make("getHybridDeploymentAgent", {
  description: "Looks up a hybrid deployment agent by its id.",
  input: Schema.Struct({ id: idOf("agent") }),
  output: HybridDeploymentAgent,
  example: { id: "agent_id" },
  find: ({ id }) => readOne({ path: `/hybrid-deployment-agents/${segment(id)}`, row: wireOf(HybridDeploymentAgent) })
})
