/** `edge:index/getFlavor:getFlavor`. */
import { Effect, Schema } from "effect"
import type { Query } from "../../api/ApiClient.ts"
import { optional, required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { wireOf } from "../../wire.ts"
import { Edge } from "../Edge.ts"
import { givenLocation, locationFields, locationOf, projectRule, regionRule } from "../location.ts"
import { readWhole } from "../reading.ts"

const { Boolean, String } = Schema

const flavor = {
  flavorId: required(String, "The flavor's id."),
  flavorName: optional(String, "The flavor's name."),
  ram: optional(Schema.Finite, "Memory in MiB."),
  vcpus: optional(Schema.Finite, "Virtual processors."),
  disabled: optional(Boolean, "Whether nothing new can be made with it."),
  resourceClass: optional(String, "The kind of machine, of bare-metal flavors."),
  pricePerHour: optional(Schema.Finite, "Price of an hour."),
  pricePerMonth: optional(Schema.Finite, "Price of a month."),
  currencyCode: optional(String, "Currency of the prices."),
  hardwareDescription: optional(
    Schema.Record(String, String),
    "The machine: `cpu`, `ram`, `disk`, `network`, `gpu`, `ipu`, `poplar_count`, `sgx_epc_size`."
  )
}

const Row = wireOf(Schema.Struct(flavor))

const Flavor = Schema.Struct({ type: required(String, "What it is for."), ...flavor }).annotate({
  identifier: "Flavor"
})

const kinds = ["instance", "baremetal", "load_balancer"] as const

type Kind = (typeof kinds)[number]

const switches = {
  type: optional(Schema.Literals(kinds), "What the flavors are for; all three without it."),
  excludeWindows: optional(Boolean, "Leave out those for Windows."),
  includeDisabled: optional(Boolean, "Add those with which nothing new can be made."),
  includePrices: optional(Boolean, "With prices, unless `false`.")
}

type Switches = Schema.Struct<typeof switches>["Type"]

const paths: Readonly<Record<Kind, string>> = {
  instance: "flavors",
  baremetal: "bmflavors",
  load_balancer: "lbflavors"
}

const queryOf = (kind: Kind, { excludeWindows, includeDisabled = false, includePrices = true }: Switches): Query => ({
  ...(includePrices ? { include_prices: true } : {}),
  ...(kind === "load_balancer" ? {} : { disabled: includeDisabled }),
  ...(kind !== "load_balancer" && excludeWindows === true ? { exclude_windows: true } : {})
})

/** The flavors of a project in a region (Spec C, Edge-cloud functions). */
export const getFlavor = Lookup.make("getFlavor", {
  description: "Lists the sizes in which instances, bare-metal machines and load balancers can be made.",
  input: Schema.Struct({ ...locationFields, ...switches }),
  rules: [regionRule, projectRule],
  output: Schema.Struct({
    flavors: required(Schema.Array(Flavor), "The flavors: of instances first, then bare metal, then load balancers."),
    id: required(String, "`<region>:<project>`, by number."),
    ...locationFields,
    ...switches,
    includePrices: required(Boolean, "Whether prices were asked for.")
  }),
  example: { projectName: "default", regionName: "Luxembourg", type: "instance" },
  find: Effect.fnUntraced(function* (input) {
    const { cloud } = yield* Edge
    const { path, projectId, regionId } = yield* locationOf(input)
    const flavors = yield* Effect.forEach(
      input.type === undefined ? kinds : [input.type],
      (type) =>
        Effect.map(
          readWhole(cloud, { path: `/v1/${paths[type]}/${path}`, query: queryOf(type, input), row: Row }),
          (rows) => rows.map((row) => ({ type, ...row }))
        ),
      { concurrency: "unbounded" }
    )
    const { excludeWindows, includeDisabled, includePrices = true, type } = input
    return {
      flavors: flavors.flat(),
      id: `${regionId}:${projectId}`,
      ...givenLocation(input),
      ...(type === undefined ? {} : { type }),
      ...(excludeWindows === undefined ? {} : { excludeWindows }),
      ...(includeDisabled === undefined ? {} : { includeDisabled }),
      includePrices
    }
  })
})
