import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { negotiate } from "@platform-control/core/Accept"
import * as fc from "fast-check"

const JSON_TYPE = "application/json"
const MARKDOWN = "text/markdown"
const offers = [JSON_TYPE, MARKDOWN] as const

const chosen = (accept: string | undefined) => Result.getOrUndefined(negotiate(accept, offers))

describe("negotiate", () => {
  for (const [accept, expected] of [
    [undefined, JSON_TYPE],
    ["", JSON_TYPE],
    [" , ,", JSON_TYPE],
    ["*/*", JSON_TYPE],
    ["application/*", JSON_TYPE],
    ["text/*", MARKDOWN],
    ["text/markdown", MARKDOWN],
    ["TEXT/Markdown", MARKDOWN],
    ["text/markdown; charset=utf-8", MARKDOWN],
    ["text/html, text/markdown;q=0.1", MARKDOWN],
    ["text/markdown, application/json", JSON_TYPE],
    ["text/markdown;q=0.9, application/json;q=0.8", MARKDOWN],
    ["text/markdown;q=0.8, application/json;q=0.9", JSON_TYPE],
    ["text/markdown; Q=0.9, application/json; q=0.8", MARKDOWN],
    ["text/markdown, */*;q=0.1", MARKDOWN],
    ["*/*, application/json;q=0.5", MARKDOWN],
    ["*/*, application/json;q=0", MARKDOWN],
    ["text/*, text/markdown;q=0.2, application/json;q=0.5", JSON_TYPE],
    ["application/vnd.platform+8", JSON_TYPE],
    ["application/vnd.platform+8, text/markdown", MARKDOWN],
    ["application/vnd.platform+8;q=0.1, text/markdown;q=0.1", MARKDOWN],
    ["application/vnd.platform+8, application/vnd.other+12", JSON_TYPE],
    ["application/xml", undefined],
    ["application/vnd.platform+8, application/xml", undefined],
    ["application/vnd.platform+json", undefined],
    ["*/*;q=0", undefined],
    ["application/json;q=0", undefined],
    ["application/json;q=nonsense", undefined],
    ["application/jsonx", undefined]
  ] as const) {
    it(`${JSON.stringify(accept)} gives ${expected ?? "406"}`, () => {
      assert.strictEqual(chosen(accept), expected)
    })
  }

  it("406 names the types that can be had", () => {
    const refusal = Result.getOrThrow(Result.flip(negotiate("application/xml", offers)))
    assert.deepStrictEqual(
      [refusal.code, refusal.message],
      [406, "This operation answers application/json or text/markdown"]
    )
  })

  const range = fc
    .tuple(fc.constantFrom(JSON_TYPE, MARKDOWN, "*/*", "text/*", "text/html"), fc.integer({ min: 0, max: 10 }))
    .map(([type, tenths]) => `${type};q=${tenths / 10}`)
  const ranges = fc.array(range, { minLength: 1, maxLength: 5 })
  const marker = fc.constantFrom("application/vnd.a+1", "application/vnd.b.c+22;q=0.3")

  it("does not depend on the order of the header's parts, nor on markers among them", () => {
    fc.assert(
      fc.property(
        ranges.chain((parts) => fc.tuple(fc.constant(parts), fc.shuffledSubarray(parts, { minLength: parts.length }))),
        marker,
        ([parts, shuffled], mark) => {
          const expected = chosen(parts.join(","))
          assert.strictEqual(chosen(shuffled.join(", ")), expected)
          assert.strictEqual(chosen([mark, ...shuffled].join(",")), expected)
        }
      )
    )
  })

  it("never chooses a type that the header excludes, nor refuses one that it asks for", () => {
    fc.assert(
      fc.property(ranges, fc.constantFrom(...offers), (parts, offer) => {
        const others = parts.filter((part) => !part.startsWith(offer)).join(",")
        assert.notStrictEqual(chosen(`${others},${offer};q=0`), offer)
        assert.notStrictEqual(chosen(`${others},${offer};q=0.001`), undefined)
      })
    )
  })
})
