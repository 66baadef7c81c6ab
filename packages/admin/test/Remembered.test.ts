import { assert, describe, it } from "@effect/vitest"
import { makeRemembered, type Perishable } from "../src/Remembered.ts"

interface Entry extends Perishable {
  readonly name: string
}

const entry = (name: string, validUntil = 1000): Entry => ({ name, validUntil })

describe("what is remembered", () => {
  it("is given until its own time is over", () => {
    const entries = makeRemembered<Entry>(10)
    const one = entry("one", 1000)
    entries.put("a", one, entries.generation())
    assert.strictEqual(entries.get("a", 999), one)
    assert.isUndefined(entries.get("a", 1000))
    assert.isUndefined(entries.get("b", 0))
  })

  it("is never more than the capacity: the oldest makes room, and one that was put again is young", () => {
    const entries = makeRemembered<Entry>(3)
    for (const key of ["a", "b", "c", "a", "d"]) entries.put(key, entry(key), entries.generation())
    const kept = ["a", "b", "c", "d"].filter((key) => entries.get(key, 0) !== undefined)
    assert.deepStrictEqual(kept, ["a", "c", "d"])
  })

  it("is dropped where it matches, and nothing else", () => {
    const entries = makeRemembered<Entry>(10)
    for (const key of ["a", "b", "c"]) entries.put(key, entry(key), entries.generation())
    entries.drop(({ name }) => name === "b")
    const kept = ["a", "b", "c"].filter((key) => entries.get(key, 0) !== undefined)
    assert.deepStrictEqual(kept, ["a", "c"])
  })

  it("is not put when something was dropped since it was read", () => {
    const entries = makeRemembered<Entry>(10)
    const generation = entries.generation()
    entries.drop(() => false)
    entries.put("a", entry("a"), generation)
    assert.isUndefined(entries.get("a", 0))
    entries.put("a", entry("a"), entries.generation())
    assert.isDefined(entries.get("a", 0))
  })
})
