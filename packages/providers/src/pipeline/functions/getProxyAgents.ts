/** `pipeline:index/getProxyAgents:getProxyAgents`. */
import { Effect, Schema } from "effect"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { readAll } from "../reading.ts"
import { listId, ProxyAgent, proxyAgentNames, WHOLE_ACCOUNT } from "../rows.ts"
import { wireOf } from "../../wire.ts"

/** Every proxy agent (Spec C, Data-pipeline functions). */
export const getProxyAgents = Lookup.make("getProxyAgents", {
  description: "Lists the proxy agents of the account.",
  input: Schema.Struct({}),
  output: Schema.Struct({ items: required(Schema.Array(ProxyAgent), "The agents."), id: listId }),
  example: {},
  find: () =>
    Effect.map(readAll({ path: "/proxy", row: wireOf(ProxyAgent, proxyAgentNames) }), (items) => ({
      items,
      id: WHOLE_ACCOUNT
    }))
})
