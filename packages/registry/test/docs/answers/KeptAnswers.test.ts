import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { answerAbove, answerOf, KeptAnswers } from "../../../src/docs/answers/KeptAnswers.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

describe("answers", () => {
  it("have equal tags exactly when they have equal bytes and equal parts", () => {
    assert.strictEqual(answerOf("a").etag, answerOf("a").etag)
    assert.notStrictEqual(answerOf("a").etag, answerOf("b").etag)
    const tag = (above: string, digest: string) => answerAbove(above, bytes(""), digest).etag
    assert.strictEqual(tag("a", "b"), tag("a", "b"))
    assert.strictEqual(new Set([tag("a", "b"), tag("ab", ""), tag("", "ab"), tag("b", "a")]).size, 4)
    assert.match(tag("a", "b"), /^"[\w-]{22}"$/)
  })

  it("are what stands above and the body", () => {
    assert.strictEqual(new TextDecoder().decode(answerAbove("é ", bytes("ö"), "x").bytes), "é ö")
  })
})

describe("KeptAnswers", () => {
  it("gives back what was set, and never another answer", () => {
    const operations = fc.array(fc.tuple(fc.nat(30), fc.nat(3_000), fc.boolean()), { maxLength: 200 })
    fc.assert(
      fc.property(operations, (operations) => {
        const kept = new KeptAnswers(64_000)
        for (const [key, size, isSet] of operations) {
          if (isSet) kept.set(`${key}`, answerOf(`${key}:${"x".repeat(size)}`))
          const found = kept.get(`${key}`)
          if (found !== undefined) assert.isTrue(new TextDecoder().decode(found.bytes).startsWith(`${key}:`))
        }
      })
    )
  })

  it("keeps what was used last when there is no more room", () => {
    const kept = new KeptAnswers(16 * 2_000)
    const sized = answerOf("x".repeat(1_400))
    for (let key = 0; key < 100; key++) {
      kept.set(`${key}`, sized)
      kept.get("0")
    }
    const found = Array.from({ length: 100 }, (_, key) => key).filter((key) => kept.get(`${key}`) !== undefined)
    assert.deepStrictEqual([found[0], found.at(-1)], [0, 99])
    assert.isAtLeast(found.length, 14)
    assert.isAtMost(found.length, 17)
    assert.strictEqual(found[1], 100 - found.length + 1)
  })

  it("does not keep answers that would push out many others", () => {
    const kept = new KeptAnswers(16_000)
    kept.set("small", answerOf("x"))
    kept.set("large", answerOf("x".repeat(1_600)))
    assert.isDefined(kept.get("small"))
    assert.isUndefined(kept.get("large"))
  })
})
