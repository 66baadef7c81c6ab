import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Result } from "effect"
import { SecretBox } from "@platform-control/core/SecretBox"
import { SERVER_KEY_BYTES, ServerKey } from "@platform-control/core/ServerKey"
import { layerTestKey } from "@platform-control/core/testing/ServerKeys"
import * as fc from "fast-check"

const boxWith = (keys: Layer.Layer<ServerKey>) =>
  Effect.runSync(SecretBox.pipe(Effect.provide(SecretBox.layer.pipe(Layer.provide(keys)))))

const box = boxWith(layerTestKey)
const otherBox = boxWith(ServerKey.layer(Redacted.make(new Uint8Array(SERVER_KEY_BYTES).fill(8))))

const opened = (purpose: string, sealed: string) => Result.map(box.open(purpose, sealed), Redacted.value)

const isRefused = (result: Result.Result<unknown, { readonly _tag: string }>) =>
  Result.isFailure(result) && result.failure._tag === "SecretUnreadable"

const text = fc.string({ unit: "grapheme", maxLength: 60 })

describe("SecretBox", () => {
  it("opens what it sealed, for the same purpose", () => {
    fc.assert(
      fc.property(text, text, (purpose, secret) => {
        assert.deepStrictEqual(opened(purpose, box.seal(purpose, Redacted.make(secret))), Result.succeed(secret))
      })
    )
  })

  it("seals differently each time, in text that does not show the secret", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4 }), (secret) => {
        const sealed = box.seal("a", Redacted.make(secret))
        assert.notStrictEqual(sealed, box.seal("a", Redacted.make(secret)))
        assert.match(sealed, /^v1\.[A-Za-z0-9_-]+$/)
        assert.notInclude(Buffer.from(sealed.slice(3), "base64url").toString("latin1"), secret)
      })
    )
  })

  it("refuses another purpose, and another server key", () => {
    fc.assert(
      fc.property(text, text, text, (purpose, other, secret) => {
        fc.pre(purpose !== other)
        const sealed = box.seal(purpose, Redacted.make(secret))
        assert.isTrue(isRefused(box.open(other, sealed)))
        assert.isTrue(isRefused(otherBox.open(purpose, sealed)))
      })
    )
  })

  it("refuses the text with any one letter changed, taken away or added", () => {
    fc.assert(
      fc.property(text, fc.stringMatching(/^[A-Za-z0-9_.=-]$/), (secret, letter) => {
        const sealed = box.seal("a", Redacted.make(secret))
        for (let index = 0; index < sealed.length; index++) {
          const [before, after] = [sealed.slice(0, index), sealed.slice(index + 1)]
          for (const changed of [before + letter + after, before + after, before + letter + sealed.slice(index)]) {
            if (changed !== sealed) assert.isTrue(isRefused(box.open("a", changed)), changed)
          }
        }
        assert.isTrue(isRefused(box.open("a", sealed + letter)))
      })
    )
  })

  it("refuses every change of one byte", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 255 }), (secret, flip) => {
        const sealed = Buffer.from(box.seal("a", Redacted.make(secret)).slice(3), "base64url")
        for (const index of sealed.keys()) {
          const changed = Buffer.from(sealed)
          changed[index] = (changed[index] ?? 0) ^ flip
          assert.isTrue(isRefused(box.open("a", `v1.${changed.toString("base64url")}`)))
        }
      })
    )
  })

  it("refuses any other text", () => {
    fc.assert(fc.property(fc.string(), (other) => isRefused(box.open("a", other))))
    assert.isTrue(isRefused(box.open("a", "")))
    assert.isTrue(isRefused(box.open("a", "v1.")))
  })

  it("says what can't be opened without showing what is stored", () => {
    const failure = Result.getOrThrow(Result.flip(box.open("integration/42/token", "v1.secret")))
    assert.strictEqual(
      failure.message,
      "A stored secret (integration/42/token) can't be opened: it was changed, or sealed with another server key"
    )
  })
})
