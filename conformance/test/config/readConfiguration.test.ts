/** What the file and the environment say, put together; and what makes no sense. */
import { assert, describe, it } from "vitest"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Configuration, identityNames, parseConfiguration } from "../../src/config/Configuration.ts"
import { fixtureNames, Fixtures } from "../../src/config/fixtures.ts"
import { hookAnswers, hookNames, Hooks } from "../../src/config/hooks.ts"
import { readConfiguration } from "../../src/config/readConfiguration.ts"

const reading = (file: string, env: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(tmpdir(), "conformance-config-"))
  const path = join(folder, "conformance.yaml")
  writeFileSync(path, file)
  try {
    return readConfiguration({ file: path }, env)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const packageVersion = { source: "private", publisher: "acme", name: "thing", version: "1.2.3" }

describe("readConfiguration", () => {
  it("takes hooks, fixtures, quota and what is switched off from the file", () => {
    const found = reading(
      [
        "url: http://a",
        "identities:",
        "hooks: { applyPack: 'http://h/apply', runTask: [node, run.js], authorizeSso: ./sso.sh --now }",
        "fixtures: { documentedPackage: { source: private, publisher: acme, name: thing, version: 1.2.3 } }",
        "quota: 50",
        "disabled: [registry, CORE-03*]"
      ].join("\n"),
      {}
    )
    assert.deepStrictEqual(found, {
      url: "http://a",
      identities: {},
      hooks: { applyPack: "http://h/apply", runTask: ["node", "run.js"], authorizeSso: "./sso.sh --now" },
      fixtures: { documentedPackage: packageVersion },
      quota: 50,
      disabled: ["registry", "CORE-03*"]
    })
  })

  it("puts the environment above the file, key by key", () => {
    const found = reading("url: http://a\nhooks: { issuer: http://old, runTask: ./run }\nquota: 1", {
      PLATFORM_CONFORMANCE_ADMIN_TOKEN: "token-of-admin",
      PLATFORM_CONFORMANCE_HOOK_ISSUER: "http://new",
      PLATFORM_CONFORMANCE_HOOK_APPLY_PACK: "./apply",
      PLATFORM_CONFORMANCE_HOOK_ENABLE_PACK: '["node", "enable.js"]',
      PLATFORM_CONFORMANCE_FIXTURE_DOCUMENTED_PACKAGE: JSON.stringify(packageVersion),
      PLATFORM_CONFORMANCE_QUOTA: "20",
      PLATFORM_CONFORMANCE_SKEW_SECONDS: "5",
      PLATFORM_CONFORMANCE_DISABLED: "agents, REG-0*"
    })
    assert.deepStrictEqual(found.hooks, {
      issuer: "http://new",
      runTask: "./run",
      applyPack: "./apply",
      enablePack: ["node", "enable.js"]
    })
    assert.deepStrictEqual(found.fixtures, { documentedPackage: packageVersion })
    assert.deepStrictEqual([found.quota, found.skewSeconds, found.disabled], [20, 5, ["agents", "REG-0*"]])
  })

  it("names every key that makes no sense, and shows no value", () => {
    const wrong = {
      url: "http://a",
      identities: {},
      hooks: { applyPacks: "x", issuer: 5 },
      fixtures: { documentedPackage: { source: "private" } },
      quota: 0
    }
    assert.throws(() => parseConfiguration(wrong), /hooks\.applyPacks: [^]*hooks\.issuer: /)
    assert.throws(() => parseConfiguration(wrong), /fixtures\.documentedPackage\.publisher: [^]*quota: /)
    assert.throws(
      () =>
        reading("url: http://a", {
          PLATFORM_CONFORMANCE_FIXTURE_DOCUMENTED_PACKAGE: "{ no",
          PLATFORM_CONFORMANCE_QUOTA: "many"
        }),
      /fixtures\.documentedPackage: [^]*quota: |quota: [^]*fixtures\.documentedPackage: /
    )
  })

  it("knows every hook and fixture by name", () => {
    assert.sameMembers([...hookNames], Object.keys(Hooks.fields))
    assert.sameMembers([...hookNames], Object.keys(hookAnswers))
    assert.sameMembers([...fixtureNames], Object.keys(Fixtures.fields))
  })

  it("is explained key by key in the README", () => {
    const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8")
    for (const name of [...Object.keys(Configuration.fields), ...identityNames, ...hookNames, ...fixtureNames])
      assert.match(readme, new RegExp(`^\\| \`${name}\` +\\|`, "m"))
  })
})
