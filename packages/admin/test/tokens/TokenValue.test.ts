import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { hashOf, kindOf, makeValue, type StoredTokenKind, VALUE_LENGTH } from "../../src/tokens/TokenValue.ts"

const kinds: ReadonlyArray<StoredTokenKind> = ["personal", "organization", "team", "runner", "refresh", "agent"]
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

const makeText = (kind: StoredTokenKind) => Effect.map(makeValue(kind), Redacted.value)

describe("makeValue", () => {
  it.effect("has the decided form and is read back as its kind", () =>
    Effect.gen(function* () {
      for (const [index, kind] of kinds.entries()) {
        const text = yield* makeText(kind)
        assert.match(text, new RegExp(`^pct_${"portfa".charAt([0, 1, 3, 2, 4, 5][index]!)}_[0-9A-Za-z]{36}$`))
        assert.strictEqual(text.length, VALUE_LENGTH)
        assert.strictEqual(kindOf(text), kind)
      }
    })
  )

  it.effect("draws different values, each place of them from the whole alphabet", () =>
    Effect.gen(function* () {
      const texts = yield* Effect.all(Array.from({ length: 2000 }, () => makeText("personal")))
      assert.strictEqual(new Set(texts).size, texts.length)
      for (let place = 6; place < 36; place++) {
        assert.strictEqual(new Set(texts.map((text) => text[place])).size, base62.length)
      }
    })
  )

  it.effect("does not show itself", () =>
    Effect.gen(function* () {
      const value = yield* makeValue("personal")
      assert.notInclude(`${String(value)} ${JSON.stringify({ value })}`, "pct_")
    })
  )
})

describe("kindOf", () => {
  it.effect("is undefined after any change of one character", () =>
    Effect.gen(function* () {
      const text = yield* makeText("organization")
      for (let place = 0; place < text.length; place++) {
        for (const other of `${base62}_-. é`) {
          if (other === text[place]) continue
          assert.isUndefined(kindOf(text.slice(0, place) + other + text.slice(place + 1)))
        }
      }
    })
  )

  it.effect("is undefined when two neighbours changed places, or an end was cut off or put on", () =>
    Effect.gen(function* () {
      const text = yield* makeText("personal")
      for (let place = 0; place + 1 < text.length; place++) {
        const swapped = text.slice(0, place) + text[place + 1]! + text[place]! + text.slice(place + 2)
        if (swapped !== text) assert.isUndefined(kindOf(swapped))
      }
      for (const other of [text.slice(1), text.slice(0, -1), `${text}0`, `0${text}`, ` ${text}`, `${text}\n`]) {
        assert.isUndefined(kindOf(other))
      }
    })
  )

  it.effect.prop("is undefined for whatever is no token", { text: Schema.String }, ({ text }) =>
    Effect.sync(() => {
      assert.isUndefined(kindOf(text))
      assert.isUndefined(kindOf(`pct_p_${text}`))
    })
  )
})

describe("hashOf", () => {
  it("is SHA-256 in base64url", () => {
    assert.strictEqual(hashOf("abc"), "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0")
  })
})
