import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Result, Schema } from "effect"
import { PageTokens } from "@platform-control/core/PageTokens"
import { ContinuationToken } from "@platform-control/core/Paging"
import { SERVER_KEY_BYTES, ServerKey } from "@platform-control/core/ServerKey"
import { layerTestKey } from "@platform-control/core/testing/ServerKeys"
import * as fc from "fast-check"

const tokens = Effect.runSync(PageTokens.pipe(Effect.provide(layerTestKey)))
const otherKey = ServerKey.layer(Redacted.make(new Uint8Array(SERVER_KEY_BYTES).fill(8)))
const otherTokens = Effect.runSync(PageTokens.pipe(Effect.provide(PageTokens.layer.pipe(Layer.provide(otherKey)))))

const text = fc.string({ unit: "binary", maxLength: 20 })
const position = fc.array(
  fc.oneof(
    text,
    fc.maxSafeInteger().filter((value) => !Object.is(value, -0))
  ),
  { maxLength: 4 }
)

const is400 = (result: Result.Result<unknown, { readonly code: number }>) =>
  Result.isFailure(result) && result.failure.code === 400

describe("PageTokens", () => {
  it("opens what it sealed, for the same list and shape, in any process with the same server key", () => {
    fc.assert(
      fc.property(text, text, position, (list, shape, where) => {
        assert.deepStrictEqual(tokens.open(list, shape, tokens.seal(list, shape, where)), Result.succeed(where))
      })
    )
  })

  it("seals to text that fits a URL unescaped and is never empty", () => {
    fc.assert(
      fc.property(text, text, position, (list, shape, where) => {
        const token = tokens.seal(list, shape, where)
        assert.match(token, /^[A-Za-z0-9_-]+$/)
        assert.isTrue(Schema.is(ContinuationToken)(token))
      })
    )
  })

  it("400 for another list, another shape, and another server's token", () => {
    fc.assert(
      fc.property(text, text, text, position, (list, shape, other, where) => {
        const token = tokens.seal(list, shape, where)
        if (other !== list) assert.isTrue(is400(tokens.open(other, shape, token)))
        if (other !== shape) assert.isTrue(is400(tokens.open(list, other, token)))
        assert.isTrue(is400(otherTokens.open(list, shape, token)))
      })
    )
  })

  it("400 when list and shape run into each other", () => {
    const token = tokens.seal("ab", "c", ["x"])
    for (const [list, shape] of [
      ["a", "bc"],
      ["abc", ""],
      ['ab","c', ""]
    ] as const) {
      assert.isTrue(is400(tokens.open(list, shape, token)))
    }
  })

  it("400 with any one letter changed, taken away or added", () => {
    fc.assert(
      fc.property(position, fc.stringMatching(/^[A-Za-z0-9_=-]$/), (where, letter) => {
        const token = tokens.seal("list", "shape", where)
        for (let index = 0; index < token.length; index++) {
          const [before, after] = [token.slice(0, index), token.slice(index + 1)]
          for (const changed of [before + letter + after, before + after, before + letter + token.slice(index)]) {
            if (changed !== token) assert.isTrue(is400(tokens.open("list", "shape", changed)), changed)
          }
        }
        assert.isTrue(is400(tokens.open("list", "shape", token + letter)))
      })
    )
  })

  it("400 for any other text, with a message that names the parameter", () => {
    fc.assert(fc.property(fc.string(), (other) => is400(tokens.open("list", "shape", other))))
    const refusal = Result.getOrThrow(Result.flip(tokens.open("list", "shape", "")))
    assert.match(refusal.message, /^query\.continuationToken: /)
    assert.deepStrictEqual(refusal.errors, [
      { resource: "query", attribute: "continuationToken", errorType: "invalid" }
    ])
  })
})
