import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { makeTokenId } from "../../src/tokens/makeTokenId.ts"

const times = fc.integer({ min: 0, max: 2 ** 48 - 1 })

describe("makeTokenId", () => {
  it("is a UUID of version 7 at every time", () => {
    fc.assert(
      fc.property(times, (now) =>
        /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(makeTokenId(now))
      )
    )
  })

  it("sorts by the time at which it was made", () => {
    fc.assert(fc.property(times, times, (one, other) => one >= other || makeTokenId(one) < makeTokenId(other)))
  })

  it("is another one each time", () => {
    assert.strictEqual(new Set(Array.from({ length: 1000 }, () => makeTokenId(0))).size, 1000)
  })
})
