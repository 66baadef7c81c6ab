import { anonymous } from "@platform-control/core/Authorization"
import { testPrincipal } from "@platform-control/core/testing/authorization"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { answerSetting, packageJson, versionAnswer } from "../../src/packages/packageAnswer.ts"
import type { PackageId } from "../../src/packages/PackageId.ts"
import type { UsageFigures } from "../../src/PackageUsage.ts"

const id: PackageId = { source: "platform", publisher: "acme", name: "widget" }
const stored = { version: "1.2.3+build", operation_id: "operation", wire: '{"name":"widget"}' }
const figures = (totalStacks: number): UsageFigures => ({ totalStacks, onLatest: 1, onOlder: 0, versionUnresolved: 0 })

const settingWith = (uses: Readonly<Record<string, UsageFigures>>, origin = "https://host/prefix") =>
  answerSetting(origin, {
    inOrganization: (organization) =>
      new Map(
        Object.entries(uses).flatMap(([name, used]) => (name === organization ? [["platform/acme/widget", used]] : []))
      )
  })

const setting = settingWith({})
const member = testPrincipal("member", {
  acme: { role: "member", grants: new Set() },
  globex: { role: "member", grants: new Set() }
})

describe("packageJson", () => {
  it("adds stable addresses with an escaped version", () => {
    assert.deepStrictEqual(JSON.parse(packageJson(setting, anonymous, id, stored)), {
      name: "widget",
      readmeURL: "https://host/prefix/artifacts/platform/acme/widget/1.2.3%2Bbuild/index.md",
      schemaURL: "https://host/prefix/artifacts/platform/acme/widget/1.2.3%2Bbuild/schema.json"
    })
  })

  it("adds zeros for an authenticated caller when nothing is known, and nothing for an anonymous one", () => {
    assert.deepStrictEqual(JSON.parse(packageJson(setting, member, id, stored)).usageStats, {
      totalStacks: 0,
      onLatest: 0,
      onOlder: 0,
      versionUnresolved: 0
    })
    assert.notProperty(JSON.parse(packageJson(setting, anonymous, id, stored)), "usageStats")
  })

  it("adds up the figures of the caller's organizations and of no others", () => {
    const uses = settingWith({ acme: figures(3), globex: figures(4), other: figures(100) })
    assert.deepStrictEqual(JSON.parse(packageJson(uses, member, id, stored)).usageStats, {
      totalStacks: 7,
      onLatest: 2,
      onOlder: 0,
      versionUnresolved: 0
    })
  })

  it("stays JSON whatever the address", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (origin) => {
        const json = packageJson(settingWith({}, origin), member, id, stored)
        assert.isTrue(String(JSON.parse(json).readmeURL).startsWith(origin))
      })
    )
  })
})

describe("versionAnswer", () => {
  const etagOf = (...[setting, caller, , of]: Parameters<typeof versionAnswer>) =>
    versionAnswer(setting, caller, id, of, undefined).headers.etag!
  const etag = etagOf(setting, member, id, stored, undefined)

  it("has a strong tag that changes with the publish, the address, the figures and the kind of caller", () => {
    const others = [
      etagOf(setting, member, id, { ...stored, operation_id: "another" }, undefined),
      etagOf(settingWith({}, "https://elsewhere"), member, id, stored, undefined),
      etagOf(settingWith({ acme: figures(1) }), member, id, stored, undefined),
      etagOf(setting, anonymous, id, stored, undefined)
    ]
    assert.match(etag, /^"[\x21\x23-\x7e]+"$/)
    assert.strictEqual(new Set([etag, ...others]).size, 5)
  })

  it.each([etag, `W/${etag}`, "*", ` * `, `"other", ${etag}`, `"other",W/${etag} ,"third"`])(
    "is 304 without a body for If-None-Match: %s",
    (sent) => {
      const answer = versionAnswer(setting, member, id, stored, sent)
      assert.deepStrictEqual([answer.status, answer.body, answer.headers.etag], [304, "", etag])
    }
  )

  it.each(["", '"other"', etag.slice(1, -1), `${etag}x`])("is 200 for If-None-Match: %s", (sent) => {
    assert.strictEqual(versionAnswer(setting, member, id, stored, sent).status, 200)
  })

  it("may be kept by its caller only, and is asked for again each time", () => {
    assert.strictEqual(
      versionAnswer(setting, member, id, stored, undefined).headers["cache-control"],
      "private, no-cache"
    )
  })
})
