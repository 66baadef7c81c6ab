import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import {
  comparePositions,
  pageOf,
  type PageOrder,
  pageOrder,
  type Placed,
  positionOf
} from "../../src/packages/pageOrder.ts"

const small = fc.integer({ min: 0, max: 2 })
const placed: fc.Arbitrary<Placed> = fc.record({
  source: fc.constantFrom("platform", "bridged", "private"),
  publisher: fc.constantFrom("a", "B", "a-b", "a.b"),
  name: fc.constantFrom("x", "X", "x_y", "x-y", "x.y", "x2"),
  published_at: small,
  tier: small,
  totalStacks: small
})
const items = fc.uniqueArray(placed, {
  maxLength: 30,
  selector: (item) => `${item.source}/${item.publisher}/${item.name}`
})
const sorts = fc.constantFrom("name", "publishedAt", "usage", "relevance")

describe("pageOf", () => {
  it("gives every item once, in one order, for every page size", () => {
    fc.assert(
      fc.property(items, sorts, fc.boolean(), fc.integer({ min: 1, max: 31 }), (all, sort, ascending, size) => {
        const order: PageOrder = { sort, ascending }
        const walked: Array<Placed> = []
        for (;;) {
          const last = walked.at(-1)
          const page = pageOf(order, all, last === undefined ? undefined : positionOf(order, last), size)
          walked.push(...page)
          if (page.length < size) break
        }
        assert.deepStrictEqual(walked, pageOf(order, all, undefined, all.length))
        assert.sameMembers(walked, all)
      })
    )
  })

  it("is reversed exactly by the other direction", () => {
    fc.assert(
      fc.property(items, sorts, (all, sort) => {
        const up = pageOf({ sort, ascending: true }, all, undefined, all.length)
        assert.deepStrictEqual(pageOf({ sort, ascending: false }, all, undefined, all.length), up.toReversed())
      })
    )
  })
})

describe("comparePositions", () => {
  it("orders names by their bytes", () => {
    const order: PageOrder = { sort: "name", ascending: true }
    const names = ["-", ".", "0", "A", "Z", "_", "a", "a-b", "aa"]
    assert.deepStrictEqual(
      names.toSorted((a, b) => comparePositions(order, [a], [b])),
      names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    )
  })
})

describe("pageOrder", () => {
  it.each([
    [{}, { sort: "name", ascending: true }],
    [{ sort: "publishedAt" }, { sort: "publishedAt", ascending: false }],
    [{ sort: "usage" }, { sort: "usage", ascending: false }],
    [{ search: "a" }, { sort: "relevance", ascending: true }],
    [
      { search: "a", sort: "name", asc: false },
      { sort: "name", ascending: false }
    ]
  ] as const)("of %j is %j", (query, order) => {
    assert.deepStrictEqual(pageOrder(query), order)
  })
})
