import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { isInitialDevelopment, isStrictVersion } from "../../src/publish/strictVersion.ts"

const number = fc.oneof(fc.constantFrom(0, 1, 9, 10, Number.MAX_SAFE_INTEGER), fc.nat())
const word = fc.stringMatching(/^(?:0|[1-9][0-9]{0,3}|[0-9]{0,2}[a-zA-Z-][0-9a-zA-Z-]{0,5})$/)
const buildWord = fc.stringMatching(/^[0-9a-zA-Z-]{1,6}$/)
const version = fc
  .tuple(number, number, number, fc.array(word, { maxLength: 3 }), fc.array(buildWord, { maxLength: 3 }))
  .map(
    ([major, minor, patch, pre, build]) =>
      `${major}.${minor}.${patch}${pre.length > 0 ? `-${pre.join(".")}` : ""}${build.length > 0 ? `+${build.join(".")}` : ""}`
  )

describe("isStrictVersion", () => {
  it("accepts every semantic version, with pre-release and build metadata", () => {
    fc.assert(fc.property(version, (text) => assert.isTrue(isStrictVersion(text))))
  })

  it("refuses a semantic version with anything around it", () => {
    fc.assert(
      fc.property(version, fc.constantFrom("v", "V", "=", " ", "\t", "\u00a0", "\0"), (text, extra) => {
        assert.isFalse(isStrictVersion(extra + text))
        assert.isFalse(isStrictVersion(text + (extra === "v" || extra === "V" ? " " : extra)))
      })
    )
  })

  it.each([
    "",
    "1",
    "1.2",
    "v1.2.3",
    "01.2.3",
    "1.2.3.4",
    "latest",
    "1.2.3-",
    "1.2.3-01",
    "1.2.3+",
    "1.2.3-a..b",
    "1.2.x",
    "^1.2.3",
    "-1.2.3",
    "1.2.3-\u00e9",
    "99999999999999999999.0.0",
    `1.2.3-${"a".repeat(251)}`
  ])("refuses %j", (text) => {
    assert.isFalse(isStrictVersion(text))
  })

  it("accepts 256 characters", () => {
    assert.isTrue(isStrictVersion(`1.2.3-${"a".repeat(250)}`))
  })
})

describe("isInitialDevelopment", () => {
  it.each([
    ["0.0.1", true],
    ["0.99.0", true],
    ["1.0.0", false],
    ["1.0.0-rc.1", false]
  ] as const)("of %s is %s", (text, expected) => {
    assert.strictEqual(isInitialDevelopment(text), expected)
  })
})
