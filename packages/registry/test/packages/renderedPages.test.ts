/** When a page is rendered again. */
import { describe, expect, it } from "vitest"
import type { RowRef } from "../../src/packages/ListRows.ts"
import { makeRenderedPages } from "../../src/packages/renderedPages.ts"

const [one, two, later]: ReadonlyArray<RowRef> = [
  { id: 1, operation_id: "one" },
  { id: 2, operation_id: "two" },
  { id: 2, operation_id: "later" }
]

/** Enough for every page of these tests. */
const ENOUGH = 1_000_000

/** Renders numbered texts, so that a new one is told from a kept one. */
const counted = (maxBytes = ENOUGH, filling = "") => {
  const pages = makeRenderedPages(maxBytes)
  let count = 0
  return (key: string, ...rows: ReadonlyArray<RowRef | undefined>) =>
    pages(key, rows, () => `text ${++count}${filling}`).trimEnd()
}

describe("a rendered page", () => {
  it("is kept while its rows show the same versions, read anew or not", () => {
    const page = counted()
    expect([page("key", one, two), page("key", { ...one! }, two)]).toEqual(["text 1", "text 1"])
  })

  it.each([
    ["a row shows another version", [one, later]],
    ["a row is another one of the same operation", [one, { ...two!, id: 3 }]],
    ["the order is another", [two, one]],
    ["there are fewer rows", [one]],
    ["there are more rows", [one, two, later]],
    ["there are none", []]
  ])("is rendered again when %s", (_, rows) => {
    const page = counted()
    page("key", one, two)
    expect(page("key", ...rows)).toBe("text 2")
    expect(page("key", ...rows)).toBe("text 2")
  })

  it("is rendered each time while a row is missing, as it may be another one that is", () => {
    const page = counted()
    expect([page("key", one, undefined), page("key", one, undefined)]).toEqual(["text 1", "text 2"])
  })

  it("is another one under another key", () => {
    const page = counted()
    expect([page("key", one), page("other", one), page("key", one)]).toEqual(["text 1", "text 2", "text 1"])
  })

  it("makes room for others, the one rendered first before all", () => {
    // A page takes a little more than 2,600 bytes: eight find room, a ninth does not.
    const page = counted(21_500, " ".repeat(1_000))
    const keys = [..."abcdefghi"]
    for (const key of keys) page(key, one)
    const again = keys.toReversed().map((key) => page(key, one))
    expect(again).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 10].map((count) => `text ${count}`))
  })

  it.each([
    ["text", counted(24_000, " ".repeat(1_300)), "key", 1],
    ["key", counted(24_000), "k".repeat(1_300), 1],
    ["number of rows", counted(24_000), "key", 26]
  ])("is rendered each time when it is larger than an eighth of all bytes by its %s", (_, page, key, count) => {
    const rows = Array.from({ length: count }, () => one)
    expect([page(key, ...rows), page(key, ...rows)]).toEqual(["text 1", "text 2"])
  })
})
