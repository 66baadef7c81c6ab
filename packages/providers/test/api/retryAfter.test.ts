import { assert, describe, it } from "@effect/vitest"
import { retryAfterSeconds } from "../../src/api/retryAfter.ts"

const now = Date.parse("2026-11-21T12:00:00Z")

describe("retryAfterSeconds", () => {
  it("reads seconds", () => {
    assert.strictEqual(retryAfterSeconds(" 120 ", now), 120)
    assert.strictEqual(retryAfterSeconds("0", now), 0)
  })

  it("reads an HTTP date, and takes a past one for now", () => {
    assert.strictEqual(retryAfterSeconds("Sat, 21 Nov 2026 12:00:30 GMT", now), 30)
    assert.strictEqual(retryAfterSeconds("Sat, 21 Nov 2026 11:00:00 GMT", now), 0)
  })

  it("is undefined for anything else", () => {
    for (const text of [undefined, "", "-5", "1.5", "soon", "12e3"]) assert.isUndefined(retryAfterSeconds(text, now))
  })
})
