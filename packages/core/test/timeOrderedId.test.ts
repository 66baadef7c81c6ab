import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { timeOrderedId } from "../src/timeOrderedId.ts"

const times = fc.integer({ min: 0, max: 2 ** 48 - 1 })

describe("timeOrderedId", () => {
  it("is a UUID of version 7", () => {
    fc.assert(
      fc.property(times, (now) =>
        /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(timeOrderedId(now))
      )
    )
  })

  it("sorts by its time", () => {
    fc.assert(fc.property(times, times, (one, other) => one >= other || timeOrderedId(one) < timeOrderedId(other)))
  })

  it("is another one each time", () => {
    assert.strictEqual(new Set(Array.from({ length: 1_000 }, () => timeOrderedId(0))).size, 1_000)
  })
})
