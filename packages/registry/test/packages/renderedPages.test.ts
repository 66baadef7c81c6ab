/** When a page is rendered again. */
import { describe, expect, it } from "vitest"
import { makeRenderedPages } from "../../src/packages/renderedPages.ts"

const [one, two, later] = [{ name: "one" }, { name: "two" }, { name: "two" }]

/** Renders numbered texts, so that a new one is told from a kept one. */
const counted = (capacity: number) => {
  const pages = makeRenderedPages(capacity)
  let count = 0
  return (key: string, ...rows: ReadonlyArray<object | undefined>) => pages(key, rows, () => `text ${++count}`)
}

describe("a rendered page", () => {
  it("is kept while its rows are the very same", () => {
    const page = counted(2)
    expect([page("key", one, two), page("key", one, two)]).toEqual(["text 1", "text 1"])
  })

  it.each([
    ["a row is another one, though it looks alike", [one, later]],
    ["the order is another", [two, one]],
    ["there are fewer rows", [one]],
    ["there are more rows", [one, two, later]],
    ["there are none", []]
  ])("is rendered again when %s", (_, rows) => {
    const page = counted(2)
    page("key", one, two)
    expect(page("key", ...rows)).toBe("text 2")
    expect(page("key", ...rows)).toBe("text 2")
  })

  it("is rendered each time while a row is missing, as it may be another one that is", () => {
    const page = counted(2)
    expect([page("key", one, undefined), page("key", one, undefined)]).toEqual(["text 1", "text 2"])
  })

  it("is another one under another key", () => {
    const page = counted(2)
    expect([page("key", one), page("other", one), page("key", one)]).toEqual(["text 1", "text 2", "text 1"])
  })

  it("makes room for others, the one rendered first before all", () => {
    const page = counted(2)
    for (const key of ["a", "b", "c"]) page(key, one)
    expect([page("c", one), page("b", one), page("a", one)]).toEqual(["text 3", "text 2", "text 4"])
  })
})
