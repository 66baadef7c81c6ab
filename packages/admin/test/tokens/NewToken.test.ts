import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
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

describe("the expiry of a token", () => {
  const HOUR = 3600
  const latestOf = (now: number) => {
    const latest = new Date(now)
    latest.setUTCFullYear(latest.getUTCFullYear() + 2)
    return Math.floor(latest.getTime() / 1000)
  }
  const isAccepted = (expiresAt: number, now: number) => Result.isSuccess(checkNewToken({ ...token, expiresAt }, now))
  const moments = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: Date.UTC(2100, 0, 1) })))
  const offsets = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: -10 * HOUR, maximum: 10 * HOUR })))

  it.effect.prop(
    "is accepted from the next second on up to two years, at whatever moment",
    { now: moments, offset: offsets },
    ({ now, offset }) => {
      const soon = Math.floor(now / 1000) + offset
      assert.strictEqual(isAccepted(soon, now), soon === 0 || soon * 1000 > now)
      const latest = latestOf(now)
      assert.strictEqual(isAccepted(latest + offset, now), offset <= 0)
      assert.isTrue(isAccepted(0, now))
      assert.isFalse(isAccepted(soon + 0.5, now))
      return Effect.void
    }
  )

  it("on 29 February two years on is 1 March", () => {
    const leapDay = Date.UTC(2028, 1, 29, 12)
    assert.isTrue(isAccepted(Date.UTC(2030, 2, 1, 12) / 1000, leapDay))
    assert.isFalse(isAccepted(Date.UTC(2030, 2, 1, 12) / 1000 + 1, leapDay))
  })
})
