/** `pipeline:index/getHybridDeploymentAgents:getHybridDeploymentAgents`. */
import { Effect, Schema } from "effect"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { readAll } from "../reading.ts"
import { HybridDeploymentAgent, listId, WHOLE_ACCOUNT } from "../rows.ts"
import { wireOf } from "../../wire.ts"

/** Every agent (Spec C, Data-pipeline functions). */
export const getHybridDeploymentAgents = Lookup.make("getHybridDeploymentAgents", {
  description: "Lists the hybrid deployment agents of the account.",
  input: Schema.Struct({}),
  output: Schema.Struct({ items: required(Schema.Array(HybridDeploymentAgent), "The agents."), id: listId }),
  example: {},
  find: () =>
    Effect.map(readAll({ path: "/hybrid-deployment-agents", row: wireOf(HybridDeploymentAgent) }), (items) => ({
      items,
      id: WHOLE_ACCOUNT
    }))
})
