/** `pipeline:index/getWebhook:getWebhook`. */
import { Schema } from "effect"
import { segment } from "../../api/ApiClient.ts"
import * as Lookup from "../../Lookup.ts"
import { readOne } from "../reading.ts"
import { idOf, Webhook } from "../rows.ts"
import { wireOf } from "../../wire.ts"

/** One webhook. */
export const getWebhook = Lookup.make("getWebhook", {
  description: "Looks up a webhook by its id.",
  input: Schema.Struct({ id: idOf("webhook") }),
  output: Webhook,
  example: { id: "recur_readable" },
  find: ({ id }) => readOne({ path: `/webhooks/${segment(id)}`, row: wireOf(Webhook) })
})
