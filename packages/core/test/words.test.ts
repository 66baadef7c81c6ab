import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { credentialOf } from "@platform-control/core/Authorization"
import { OrganizationName, PackageName, PathName, UserLogin } from "@platform-control/core/Names"
import { BooleanText, ContinuationToken, integerText, pageSize } from "@platform-control/core/Paging"
import { TimestampInput, toTimestamp } from "@platform-control/core/Timestamps"
import * as fc from "fast-check"

const decoded = <A, I>(schema: Schema.Codec<A, I>, input: unknown) =>
  Option.getOrUndefined(Schema.decodeUnknownOption(schema)(input))

describe("pageSize", () => {
  it("takes every integer from 1 to the maximum in decimal digits", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 1000 }), (maximum, size) => {
        assert.strictEqual(decoded(pageSize(maximum), String(size)), size <= maximum ? size : undefined)
      })
    )
  })

  for (const input of [
    "0",
    "-1",
    "501",
    "abc",
    "1.5",
    "1e2",
    "",
    " ",
    " 5",
    "0x10",
    "NaN",
    "Infinity",
    "true",
    "+5",
    "٥",
    String(2 ** 31),
    String(2 ** 53),
    "1".repeat(31),
    5,
    null
  ]) {
    it(`refuses ${JSON.stringify(input)}`, () => {
      assert.isUndefined(decoded(pageSize(500), input))
    })
  }

  it("says which sizes there are", () => {
    for (const input of ["0", "x"]) {
      assert.throws(() => Schema.decodeSync(pageSize(500))(input), /Expected an integer between 1 and 500/)
    }
  })
})

describe("integerText", () => {
  it("takes negative numbers where they are in range", () => {
    assert.strictEqual(decoded(integerText(-10, 10), "-10"), -10)
    assert.isUndefined(decoded(integerText(-10, 10), "-11"))
  })
})

describe("BooleanText", () => {
  it("takes true and false only", () => {
    assert.strictEqual(decoded(BooleanText, "true"), true)
    assert.strictEqual(decoded(BooleanText, "false"), false)
    for (const input of ["", "TRUE", "1", "yes", true]) assert.isUndefined(decoded(BooleanText, input))
  })
})

describe("ContinuationToken", () => {
  it("is bounded", () => {
    assert.isDefined(decoded(ContinuationToken, "a".repeat(4096)))
    assert.isUndefined(decoded(ContinuationToken, "a".repeat(4097)))
  })
})

describe("TimestampInput", () => {
  for (const input of [
    "2026-01-31T12:00:00.000Z",
    "2026-01-31T12:00:00Z",
    "2026-01-31T12:00Z",
    "2026-01-31t12:00:00z",
    "2026-01-31T12:00:00.123456789+05:30",
    "2024-02-29T00:00:00Z",
    "1970-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999Z"
  ]) {
    it(`takes ${input} as sent`, () => {
      assert.strictEqual(decoded(TimestampInput, input), input)
    })
  }

  for (const input of [
    "",
    "yesterday",
    "2026-01-31",
    "2026-01-31T12:00:00",
    "2026-01-31 12:00:00Z",
    "2026-02-30T12:00:00Z",
    "2023-02-29T12:00:00Z",
    "2026-13-01T12:00:00Z",
    "2026-01-31T25:00:00Z",
    "2026-01-31T12:00:00+25:00",
    "1969-12-31T23:59:59Z",
    "1970-01-01T00:00:00+01:00",
    "9999-12-31T23:59:59-01:00",
    "+012026-01-31T12:00:00Z",
    "1769860800000",
    1_769_860_800_000
  ]) {
    it(`refuses ${JSON.stringify(input)}`, () => {
      assert.isUndefined(decoded(TimestampInput, input))
    })
  }
})

describe("toTimestamp", () => {
  it("writes what TimestampInput takes, with milliseconds and Z", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 253_402_300_799_999 }), (milliseconds) => {
        const text = toTimestamp(milliseconds)
        assert.match(text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
        assert.strictEqual(Date.parse(decoded(TimestampInput, text) ?? ""), milliseconds)
      })
    )
  })
})

describe("names", () => {
  const names = [OrganizationName, PackageName, UserLogin]

  it("keep their letters", () => {
    for (const input of ["a", "0", "Acme", "aws-native", "a.b_c-d", "a--b", "x-", "a".repeat(100)]) {
      for (const name of names) assert.strictEqual(decoded(name, input), input)
    }
  })

  it("refuse what could not stand in a path, or looks like another name", () => {
    for (const input of ["", ".", "..", ".a", "-a", "_a", "a.", "a/b", "a b", "a%2Fb", "ä", "a\n", "a".repeat(101)]) {
      for (const name of names) assert.isUndefined(decoded(name, input), input)
    }
  })
})

describe("PathName", () => {
  it("takes anything that may be looked up, and nothing that no database stores", () => {
    for (const input of ["", "..", "ä b", "a/b", "a".repeat(1024)]) assert.strictEqual(decoded(PathName, input), input)
    for (const input of ["a\0", "a".repeat(1025)]) assert.isUndefined(decoded(PathName, input))
  })
})

describe("credentialOf", () => {
  for (const [header, expected] of [
    ["Bearer abc", "abc"],
    ["bearer abc", "abc"],
    ["token abc", "abc"],
    ["TOKEN  abc", "abc"],
    [undefined, undefined],
    ["", undefined],
    ["abc", undefined],
    ["Bearer", undefined],
    ["Bearer a b", undefined],
    ["Bearerabc", undefined],
    ["Basic abc", undefined],
    ["XBearer abc", undefined]
  ] as const) {
    it(`${JSON.stringify(header)} gives ${expected ?? "none"}`, () => {
      assert.strictEqual(credentialOf(header), expected)
    })
  }
})
