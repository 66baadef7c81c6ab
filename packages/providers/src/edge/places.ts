/** Where the products of the edge cloud answer, and under which names their addresses are set. */
import { Effect } from "effect"
import { variableText } from "../configuration/configure.ts"
import { InvalidConfiguration } from "../configuration/InvalidConfiguration.ts"
import { edgeVariables, type EdgeSettings } from "./variables.ts"

/** A variable as both ways of setting it call it. */
export const called = (name: keyof typeof edgeVariables): string => variableText(name, edgeVariables[name])

interface Product {
  readonly newName: "edgePlatformApi" | "edgeCloudApi" | "edgeCdnApi" | "edgeDnsApi"
  readonly oldName?: "edgePlatform" | "edgeApi"
  /** Behind the endpoint of all products. */
  readonly path: string
}

/** The products that functions ask. */
export const products = {
  platform: { newName: "edgePlatformApi", oldName: "edgePlatform", path: "/iam" },
  cloud: { newName: "edgeCloudApi", oldName: "edgeApi", path: "/cloud" },
  cdn: { newName: "edgeCdnApi", path: "" },
  dns: { newName: "edgeDnsApi", path: "/dns" }
} as const satisfies Readonly<Record<string, Product>>

/** Where a product answers, and which variable says so. */
export interface Place {
  readonly baseUrl: string
  readonly variable: string
}

const withoutSlashes = (address: string): string => address.replace(/\/+$/, "")

/** Fails when the older and the newer variable are both set. */
export const placeOf = Effect.fnUntraced(function* (settings: EdgeSettings, { newName, oldName, path }: Product) {
  const [newer, older] = [settings[newName], oldName === undefined ? undefined : settings[oldName]]
  if (newer !== undefined && older !== undefined && oldName !== undefined)
    return yield* new InvalidConfiguration({
      variable: oldName,
      message: `${called(oldName)} is the older name of ${called(newName)}: set only one of the two.`
    })
  const place: Place =
    newer === undefined && older !== undefined && oldName !== undefined
      ? { baseUrl: withoutSlashes(older), variable: called(oldName) }
      : newer === undefined
        ? { baseUrl: withoutSlashes(settings.apiEndpoint) + path, variable: called("apiEndpoint") }
        : { baseUrl: withoutSlashes(newer), variable: called(newName) }
  return place
})
