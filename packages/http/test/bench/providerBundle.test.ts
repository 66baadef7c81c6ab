/** A program that imports one provider holds nothing of the others. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { providerBundle } from "../../bench/samples/providerBundle.ts"

const providers = ["inventory", "pipeline", "edge"]

describe("the bundle of a program", () => {
  for (const provider of providers)
    it.effect(`that imports all of ${provider} holds that provider alone`, () =>
      Effect.gen(function* () {
        const program = `import * as all from "@platform-control/providers/${provider}"; console.log(all)`
        const { bytesOf } = yield* providerBundle(program)
        for (const one of providers)
          if (one === provider) assert.isAbove(bytesOf(one), 5000)
          else assert.strictEqual(bytesOf(one), 0)
      })
    )

  it.effect("that imports one function holds that function, and not the others", () =>
    Effect.gen(function* () {
      const { bytesOf } = yield* providerBundle(
        'import { getAsn } from "@platform-control/providers/inventory"; console.log(getAsn)'
      )
      assert.isAbove(bytesOf("inventory/functions/getAsn.ts"), 100)
      assert.strictEqual(bytesOf("inventory/functions/getDevices.ts"), 0)
      assert.strictEqual(bytesOf("inventory/provider.ts"), 0)
    })
  )
})
