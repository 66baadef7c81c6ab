/** How much of the providers' code lies in the bundle of a program that imports some of it. */
import { Effect } from "effect"
import type { BenchFault } from "../BenchFault.ts"
import type { Figure, Outcome } from "../results/Outcome.ts"
import { providerBundle } from "../samples/providerBundle.ts"

const KILOBYTE = 1000

const used = (door: string): string => `import * as all from "@platform-control/providers/${door}"; console.log(all)`

const programs: Readonly<Record<string, string>> = {
  "one function of inventory":
    'import { getAsn, Inventory } from "@platform-control/providers/inventory"; console.log(getAsn, Inventory)',
  "all of inventory": used("inventory"),
  "all of pipeline": used("pipeline"),
  "all of edge": used("edge")
}

const figure = (contestant: string, bytes: number): Figure => ({
  contestant,
  value: bytes / KILOBYTE,
  unit: "kB",
  spread: 0
})

/** A bundle is the same each time, so each is made once. */
export const bundleSize = Effect.fnUntraced(function* (): Effect.fn.Return<Outcome, BenchFault> {
  const bundles = yield* Effect.forEach(Object.entries(programs), ([name, program]) =>
    Effect.map(providerBundle(program), (bundle) => ({ name, ...bundle }))
  )
  const foreign = bundles
    .filter(({ name }) => name.includes("inventory"))
    .reduce((total, { bytesOf }) => total + bytesOf("pipeline") + bytesOf("edge"), 0)
  return {
    operation: "bundle-size",
    figures: bundles.flatMap(({ bytes, name, ownBytes }) => [
      figure(`${name}: our code`, ownBytes),
      figure(`${name}: with libraries`, bytes)
    ]),
    verdicts: [
      {
        subject: "Code of other providers in programs that import inventory",
        byClock: foreign / KILOBYTE,
        most: 0,
        unit: "kB"
      }
    ]
  }
})
