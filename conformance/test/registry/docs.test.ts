/** The rules of the documentation: on the package that the suite publishes, on one that lies ready, and on none. */
import { assert, layer } from "@effect/vitest"
import { temporaryFolder, testEngines } from "@platform-control/core/testing/databases"
import { Context, Effect, Layer } from "effect"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { ownServer } from "../../own/ownServer.ts"
import type { Configuration } from "../../src/config/Configuration.ts"
import { type Fault, plainAnswer } from "../../src/mutants/Mutant.ts"
import { docsRules } from "../../src/registry/docs/docsRules.ts"
import { documentedPackage } from "../../src/registry/docs/fixture/documentedPackage.ts"
import { readCase } from "../../src/runs/caseFile.ts"
import { replay } from "../../src/runs/replay.ts"
import { textsOf } from "../../src/runs/Report.ts"
import { faultOf, faulty, only, suite } from "../suite.ts"
import { publishTo, type Texts } from "./publishedFolder.ts"

class Target extends Context.Service<Target, Configuration>()("test/Target") {}

/** Nobody may publish. */
const closed: Fault = (hop, next) =>
  hop.method === "POST" && hop.target.endsWith("/versions")
    ? Promise.resolve(plainAnswer(403, { code: 403, message: "no" }))
    : next(hop)

/** These need a package whose every letter is known, or one more beside it. */
const needPublishing = [
  "OUR-014",
  "OUR-015",
  "OUR-016",
  "OUR-017",
  "OUR-018",
  "OUR-019",
  "REG-059",
  "REG-111",
  "REG-130"
]

const packagesFolder = fileURLToPath(new URL("../../../../shared/data/packages", import.meta.url))

/** Real packages, where they lie beside the repository. */
const realPackages = existsSync(packagesFolder)
  ? readdirSync(packagesFolder).filter((name) => existsSync(join(packagesFolder, name, "schema.json")))
  : []

const artifactsIn = (folder: string): Texts => {
  const text = (...names: ReadonlyArray<string>) => {
    const found = names.map((name) => join(folder, name)).find((file) => existsSync(file))
    return found === undefined ? undefined : readFileSync(found, "utf8")
  }
  const installationConfiguration = text("installation-configuration.md", "installation.md")
  return {
    schema: text("schema.json") ?? "",
    index: text("_index.md", "index.md", "README.md") ?? `# ${folder}\n`,
    ...(installationConfiguration === undefined ? {} : { installationConfiguration })
  }
}

const withFixture = (target: Configuration, name: string, version: string): Configuration => ({
  ...target,
  fixtures: {
    documentedPackage: { source: "private", publisher: target.organization ?? "", name, version }
  }
})

const inconclusive = (report: {
  readonly outcomes: ReadonlyArray<{ readonly rule: string; readonly status: string }>
}) => report.outcomes.filter(({ status }) => status === "INCONCLUSIVE").map(({ rule }) => rule)

for (const engine of testEngines.slice(0, 1))
  layer(Layer.effect(Target, ownServer(engine)), { excludeTestServices: true })("the rules of documentation", (it) => {
    it.effect("are all kept by our own server, and the documented package is gone afterwards", () =>
      Effect.gen(function* () {
        const report = yield* suite(yield* Target, { rules: docsRules })
        const open = report.outcomes.filter(({ status }) => status !== "PASS" && status !== "RECORDED")
        assert.deepStrictEqual(open, [], textsOf(report).join("\n\n"))
        assert.deepStrictEqual(report.leaks, [])
      })
    )

    it.effect("are decided on a package that lies ready, where nothing can be published", () =>
      Effect.gen(function* () {
        const target = yield* Target
        const name = "lies-ready"
        const id = { source: "private", publisher: target.organization ?? "", name, version: "1.0.0" }
        yield* Effect.promise(() => publishTo(target, id, documentedPackage(name).artifacts))
        const report = yield* suite(yield* faulty(withFixture(target, name, "1.0.0"), closed), { rules: docsRules })
        assert.deepStrictEqual(
          textsOf(report).filter((text) => text.startsWith("FAIL")),
          []
        )
        assert.deepStrictEqual(inconclusive(report), needPublishing)
        assert.deepStrictEqual(report.leaks, [])
      })
    )

    it.effect("fail with requests that publish the package and can be sent again", () =>
      Effect.gen(function* () {
        const right = yield* Target
        const folder = yield* temporaryFolder
        const wrong = yield* faulty(right, faultOf("DOC-009"))
        // REG-073 comes first, and publishes the package for both.
        const report = yield* suite(wrong, { rules: only("REG-073", "REG-075"), folder })
        const [kept, broken] = report.outcomes
        assert.deepStrictEqual([kept?.status, broken?.status], ["PASS", "FAIL"])
        const written = readCase(broken?.failure?.caseFile ?? "")
        assert.strictEqual(written.steps[0]?.method, "POST")
        for (const rule of only("REG-075")) {
          const replayed = (on: Configuration) => Effect.promise(() => replay(written, rule, on))
          assert.deepStrictEqual(yield* replayed(wrong), { result: "STILL FAILS", by: "requests" })
          assert.deepStrictEqual(yield* replayed(right), { result: "FIXED", by: "requests" })
        }
      })
    )

    it.effect("are not conclusive where there is neither", () =>
      Effect.gen(function* () {
        const report = yield* suite(yield* faulty(yield* Target, closed), { rules: docsRules })
        assert.deepStrictEqual([...new Set(report.outcomes.map(({ status }) => status))], ["INCONCLUSIVE"])
        assert.strictEqual(report.outcomes.find(({ rule }) => rule === "REG-068")?.reason, "NO_FIXTURE")
      })
    )

    it.effect.skipIf(realPackages.length === 0)(
      "fail on no real package",
      () =>
        Effect.gen(function* () {
          const target = yield* Target
          for (const name of realPackages) {
            const texts = artifactsIn(join(packagesFolder, name))
            const version = String(JSON.parse(texts.schema ?? "{}").version ?? "1.0.0")
            const id = { source: "private", publisher: target.organization ?? "", name, version }
            yield* Effect.promise(() => publishTo(target, id, texts))
            const report = yield* suite(yield* faulty(withFixture(target, name, version), closed), { rules: docsRules })
            assert.deepStrictEqual(
              textsOf(report).filter((text) => text.startsWith("FAIL")),
              [],
              name
            )
            assert.include(
              report.outcomes.find(({ rule }) => rule === "REG-101"),
              { status: "PASS" }
            )
          }
        }),
      60_000
    )
  })
