import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { checkNewToken, type NewOrganizationToken } from "../../src/tokens/NewToken.ts"

const now = Date.UTC(2026, 0, 31, 12)
const nowSeconds = now / 1000
const daySeconds = 86_400

const token: NewOrganizationToken = {
  kind: "organization",
  organization: "acme",
  name: "automation",
  admin: false,
  description: "",
  expiresAt: 0,
  createdBy: "alice"
}

const refusedAttribute = (changes: Partial<NewOrganizationToken>) =>
  Result.match(checkNewToken({ ...token, ...changes }, now), {
    onSuccess: () => undefined,
    onFailure: ({ code, errors }) => `${code} ${errors?.[0]?.attribute}`
  })

describe("checkNewToken", () => {
  it("accepts names of 1 and of 40 characters", () => {
    for (const name of ["a", "two words", "ä".repeat(40), "🙂".repeat(40)]) {
      assert.isUndefined(refusedAttribute({ name }))
    }
  })

  it("400 for a name that is empty, blank, too long, or holds U+0000", () => {
    for (const name of ["", "   ", "a".repeat(41), "a\0b"]) assert.strictEqual(refusedAttribute({ name }), "400 name")
  })

  it("accepts no expiry, and one from now up to two years on", () => {
    for (const expiresAt of [0, nowSeconds + 1, nowSeconds + 730 * daySeconds]) {
      assert.isUndefined(refusedAttribute({ expiresAt }))
    }
  })

  it("400 for an expiry in the past, after two years, in milliseconds, or that is no integer", () => {
    for (const expiresAt of [-1, 1, nowSeconds, nowSeconds + 731 * daySeconds, now + 1000, nowSeconds + 1.5, NaN]) {
      assert.strictEqual(refusedAttribute({ expiresAt }), "400 expires")
    }
  })

  it("400 for a description or reason that holds U+0000", () => {
    assert.strictEqual(refusedAttribute({ description: "\0" }), "400 description")
    assert.strictEqual(refusedAttribute({ reason: "\0" }), "400 reason")
  })
})
