/** `pipeline:index/getWebhooks:getWebhooks`. */
import { Effect, Schema } from "effect"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { readAll } from "../reading.ts"
import { listId, Webhook, WHOLE_ACCOUNT } from "../rows.ts"
import { wireOf } from "../../wire.ts"

/** Every webhook. */
export const getWebhooks = Lookup.make("getWebhooks", {
  description: "Lists the webhooks of the account.",
  input: Schema.Struct({}),
  output: Schema.Struct({ webhooks: required(Schema.Array(Webhook), "The webhooks."), id: listId }),
  example: {},
  find: () =>
    Effect.map(readAll({ path: "/webhooks", row: wireOf(Webhook) }), (webhooks) => ({ webhooks, id: WHOLE_ACCOUNT }))
})
