/** `pipeline:index/getProxyAgent:getProxyAgent`. */
import { Schema } from "effect"
import { segment } from "../../api/ApiClient.ts"
import * as Lookup from "../../Lookup.ts"
import { readOne } from "../reading.ts"
import { idOf, ProxyAgent, proxyAgentNames } from "../rows.ts"
import { wireOf } from "../../wire.ts"

/** One proxy agent (Spec C, Data-pipeline functions). */
export const getProxyAgent = Lookup.make("getProxyAgent", {
  description: "Looks up a proxy agent by its id.",
  input: Schema.Struct({ id: idOf("agent") }),
  output: ProxyAgent,
  example: { id: "agent_id" },
  find: ({ id }) => readOne({ path: `/proxy/${segment(id)}`, row: wireOf(ProxyAgent, proxyAgentNames) })
})
