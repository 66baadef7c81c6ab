import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SERVER_KEY_BYTES, ServerKey } from "@platform-control/core/ServerKey"
import { hkdfSync } from "node:crypto"

const keysOf = (fill: number) =>
  Effect.runSync(
    ServerKey.pipe(Effect.provide(ServerKey.layer(Redacted.make(new Uint8Array(SERVER_KEY_BYTES).fill(fill)))))
  )

describe("ServerKey.derive", () => {
  it("gives one key for one purpose in every process, and another for every other purpose and secret", () => {
    const key = keysOf(1).derive("a")
    assert.deepStrictEqual(key, keysOf(1).derive("a"))
    assert.notDeepEqual(key, keysOf(1).derive("b"))
    assert.notDeepEqual(key, keysOf(2).derive("a"))
  })

  it("is HKDF-SHA-256 to 256 bits, so that stored data stays readable", () => {
    const expected = hkdfSync("sha256", new Uint8Array(SERVER_KEY_BYTES).fill(1), "platform-control", "a", 32)
    assert.deepStrictEqual(keysOf(1).derive("a"), new Uint8Array(expected))
  })
})
