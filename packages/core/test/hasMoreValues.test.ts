import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { hasMoreValues } from "@platform-control/core/hasMoreValues"

/** An empty list or object counts twice. */
const valuesIn = (value: unknown): number => {
  if (typeof value !== "object" || value === null) return 1
  const inside = Object.values(value)
  return inside.length === 0 ? 2 : inside.reduce<number>((sum, one) => sum + valuesIn(one), 1)
}

describe("hasMoreValues", () => {
  it("counts every value, whatever stands in texts and names", () => {
    const text = fc.string({ unit: fc.constantFrom('"', "\\", ",", "[", "{", "a", "\u{1f600}") })
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, text, fc.integer(), fc.constantFrom(null, true), tie("list"), tie("object")),
      list: fc.array(tie("value"), { maxLength: 6 }),
      object: fc.dictionary(text, tie("value"), { maxKeys: 6 })
    }))
    fc.assert(
      fc.property(value, fc.constantFrom(0, 1, 4), (one, indent) => {
        const json = JSON.stringify(one, null, indent)
        const count = valuesIn(one)
        assert.isFalse(hasMoreValues(json, count))
        if (count > 1) assert.isTrue(hasMoreValues(json, count - 1))
      }),
      { numRuns: 2000 }
    )
  })

  it("ends for what is no JSON", () => {
    for (const text of ['"', '"\\', "\\", "[[[[", ",,,,", '["a', ""]) assert.isFalse(hasMoreValues(text, 10))
    assert.isTrue(hasMoreValues(",".repeat(20), 10))
  })
})
