import { assert, describe, it } from "@effect/vitest"
import { claimTexts } from "../../src/exchange/claimTexts.ts"
import { isTrusted, type Wanted } from "../../src/exchange/trustDecision.ts"
import type { TrustRule } from "../../src/organizations/TrustRule.ts"

describe("claimTexts", () => {
  const claims = {
    sub: "repo:acme/web",
    run: 7,
    protected: true,
    groups: ["a", "b", 3, null, { x: 1 }],
    nothing: null,
    job: { ref: "main", "with.dot": "inside", deep: { er: "yes" } },
    "kubernetes.io": { pod: { name: "web" } },
    "https://example.com/team": "ops",
    "a.b": "whole",
    a: { b: "parts" }
  }

  for (const [path, expected] of [
    ["sub", ["repo:acme/web"]],
    ["run", ["7"]],
    ["protected", ["true"]],
    ["groups", ["a", "b", "3"]],
    ["nothing", []],
    ["absent", []],
    ["job", []],
    ["job.ref", ["main"]],
    ["job.with.dot", ["inside"]],
    ["job.deep.er", ["yes"]],
    ["job.deep.er.est", []],
    ["kubernetes.io.pod.name", ["web"]],
    ["https://example.com/team", ["ops"]],
    ["a.b", ["whole"]],
    ["toString", []],
    ["__proto__.x", []],
    ["constructor.name", []],
    ["sub.length", []],
    [".", []],
    ["", []]
  ] as const) {
    it(`${JSON.stringify(path)} gives ${JSON.stringify(expected)}`, () => {
      assert.deepStrictEqual(claimTexts(claims, path), [...expected])
    })
  }
})

describe("isTrusted", () => {
  const organization: Wanted = { kind: "organization", admin: false }
  const administrator: Wanted = { kind: "organization", admin: true }
  const ops: Wanted = { kind: "team", name: "ops" }
  const claims = { sub: "repo:acme/web", ref: "main" }
  const rule = (decision: "allow" | "deny", more: Partial<TrustRule> = {}): TrustRule => ({
    decision,
    tokenType: "organization",
    claims: {},
    ...more
  })

  it("no without rules, and where none is about what is asked for", () => {
    assert.isFalse(isTrusted([], organization, claims))
    assert.isFalse(isTrusted([rule("allow", { tokenType: "team" })], organization, claims))
    assert.isFalse(isTrusted([rule("allow", { tokenType: "team", teamName: "dev" })], ops, claims))
    assert.isFalse(isTrusted([rule("allow", { claims: { sub: "other*" } })], organization, claims))
    assert.isFalse(isTrusted([rule("allow", { claims: { absent: "*" } })], organization, claims))
  })

  it("what the first rule that matches says", () => {
    const deny = rule("deny", { claims: { ref: "main" } })
    assert.isTrue(isTrusted([rule("allow"), deny], organization, claims))
    assert.isFalse(isTrusted([deny, rule("allow")], organization, claims))
    assert.isTrue(isTrusted([rule("deny", { claims: { ref: "dev" } }), rule("allow")], organization, claims))
  })

  it("needs all claims of a rule to match", () => {
    assert.isTrue(isTrusted([rule("allow", { claims: { sub: "repo:*", ref: "ma?n" } })], organization, claims))
    assert.isFalse(isTrusted([rule("allow", { claims: { sub: "repo:*", ref: "dev" } })], organization, claims))
  })

  it("tells requests for an administrator's token apart where the rule does", () => {
    for (const [admin, expected] of [
      [undefined, [true, true]],
      [true, [false, true]],
      [false, [true, false]]
    ] as const) {
      const rules = [rule("allow", admin === undefined ? {} : { admin })]
      assert.deepStrictEqual(
        [isTrusted(rules, organization, claims), isTrusted(rules, administrator, claims)],
        [...expected]
      )
    }
  })

  it("takes the name of the rule, where it has one, for the only one", () => {
    assert.isTrue(isTrusted([rule("allow", { tokenType: "team", teamName: "ops" })], ops, claims))
    assert.isTrue(isTrusted([rule("allow", { tokenType: "team" })], ops, claims))
    const user: Wanted = { kind: "personal", name: "ops" }
    assert.isTrue(isTrusted([rule("allow", { tokenType: "personal", userLogin: "ops" })], user, claims))
    assert.isFalse(isTrusted([rule("allow", { tokenType: "personal", userLogin: "o*" })], user, claims))
    const runner: Wanted = { kind: "runner", name: "ops" }
    assert.isFalse(isTrusted([rule("allow", { tokenType: "runner", runnerName: "r" })], runner, claims))
  })
})
