import { assert, describe, it } from "@effect/vitest"
import type { Principal } from "@platform-control/core/Authorization"
import { makePrincipalEntries, type PrincipalEntry } from "../../src/tokens/PrincipalEntries.ts"

const principal: Principal = {
  _tag: "Principal",
  tokenKind: "personal",
  tokenId: "id",
  userId: "user",
  delegated: false,
  login: "login",
  siteAdmin: false,
  registryAdmin: false,
  memberships: new Map()
}

const entry = (tokenId: string, validUntil = 1000): PrincipalEntry => ({
  principal: { ...principal, tokenId },
  issuedFrom: null,
  validUntil,
  usedAt: 0
})

describe("principal entries", () => {
  it("are given until their own time is over", () => {
    const entries = makePrincipalEntries(10)
    const one = entry("one", 1000)
    entries.put("a", one, entries.generation())
    assert.strictEqual(entries.get("a", 999), one)
    assert.isUndefined(entries.get("a", 1000))
    assert.isUndefined(entries.get("b", 0))
  })

  it("are never more than the capacity: the oldest makes room, and one that was put again is young", () => {
    const entries = makePrincipalEntries(3)
    for (const hash of ["a", "b", "c", "a", "d"]) entries.put(hash, entry(hash), entries.generation())
    const kept = ["a", "b", "c", "d"].filter((hash) => entries.get(hash, 0) !== undefined)
    assert.deepStrictEqual(kept, ["a", "c", "d"])
  })

  it("are dropped where they match, and no others", () => {
    const entries = makePrincipalEntries(10)
    for (const hash of ["a", "b", "c"]) entries.put(hash, entry(hash), entries.generation())
    entries.drop(({ principal: { tokenId } }) => tokenId === "b")
    const kept = ["a", "b", "c"].filter((hash) => entries.get(hash, 0) !== undefined)
    assert.deepStrictEqual(kept, ["a", "c"])
  })

  it("are not put when something was dropped since they were read", () => {
    const entries = makePrincipalEntries(10)
    const generation = entries.generation()
    entries.drop(() => false)
    entries.put("a", entry("a"), generation)
    assert.isUndefined(entries.get("a", 0))
    entries.put("a", entry("a"), entries.generation())
    assert.isDefined(entries.get("a", 0))
  })
})
