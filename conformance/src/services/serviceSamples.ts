/** A request that succeeds for every operation of services. */
import type { MakeSample, Sample } from "../laws/Sample.ts"
import type { Trial } from "../engine/Trial.ts"
import { operationOf } from "../table/operations.ts"
import * as services from "./services.ts"

/** Everything that can be wrong in an answer has something to be wrong in. */
const rich = (trial: Trial) =>
  services.made(trial, {
    items: services.stacks(2),
    properties: [{ key: "kept", value: "as it was", type: "text", order: 1 }]
  })

const onService =
  (id: string, below: string, body?: Sample["body"]): MakeSample =>
  async (trial) => {
    const { path } = await rich(trial)
    return {
      operation: operationOf(id),
      path: `${path}${below}`,
      ...(body === undefined ? {} : { body }),
      state: () => services.stateOf(trial, path)
    }
  }

const item = { type: "stack", name: "cf/sample" }
const encoded = "stack/cf%2Fs000"

/** By operation id. */
export const serviceSamples: Readonly<Record<string, MakeSample>> = {
  "services.list": async (trial) => {
    const { path } = await rich(trial)
    return {
      operation: operationOf("services.list"),
      path: services.listPath(trial),
      state: () => services.stateOf(trial, path)
    }
  },
  "services.create": async (trial) => {
    const { body, id } = await services.newService(trial, {
      items: services.stacks(1),
      properties: [{ key: "kept", value: "as it was", type: "text", order: 1 }]
    })
    const path = services.servicePath(trial, id)
    services.expectToExist(trial, path)
    return {
      operation: operationOf("services.create"),
      path: services.listPath(trial),
      body,
      state: () => services.stateOf(trial, path)
    }
  },
  "services.get": onService("services.get", ""),
  "services.update": onService("services.update", "", { description: "changed" }),
  "services.delete": onService("services.delete", ""),
  "services.addItemsDeprecated": onService("services.addItemsDeprecated", "/items", { items: [item] }),
  "services.removeItemDeprecated": onService("services.removeItemDeprecated", `/items/${encoded}`),
  "services.addItems": onService("services.addItems", "/v2/items", { items: [item] }),
  "services.removeItem": onService("services.removeItem", `/v2/items/${encoded}`)
}
