import { assert, describe, it } from "@effect/vitest"
import { makeKnownCredentials } from "../../src/front/KnownCredentials.ts"

const MINUTE = 60_000

const make = () => {
  let now = 0
  const valid = new Set<string>()
  const isKnown = makeKnownCredentials(
    (credential) => valid.has(credential),
    () => now
  )
  return { isKnown, valid, pass: (millis: number) => (now += millis) }
}

describe("makeKnownCredentials", () => {
  it("knows what is valid, and goes on knowing it for ten minutes after its last use", () => {
    const { isKnown, pass, valid } = make()
    assert.isFalse(isKnown("a"))
    valid.add("a")
    assert.isTrue(isKnown("a"))
    valid.delete("a")
    for (let use = 0; use < 10; use++) {
      pass(10 * MINUTE - 1)
      assert.isTrue(isKnown("a"), `${use}`)
    }
    assert.isFalse(isKnown("b"))
  })

  it("forgets what is used no longer", () => {
    const { isKnown, pass, valid } = make()
    valid.add("a")
    isKnown("a")
    valid.delete("a")
    pass(11 * MINUTE)
    isKnown("b")
    pass(11 * MINUTE)
    assert.isFalse(isKnown("a"))
  })

  it("remembers the last ones where they are too many", () => {
    const { isKnown, valid } = make()
    const names = Array.from({ length: 50_000 }, (_, index) => `token ${index}`)
    for (const name of names) {
      valid.add(name)
      isKnown(name)
    }
    valid.clear()
    assert.isFalse(isKnown("token 0"))
    assert.isTrue(isKnown("token 49999"))
  })
})
