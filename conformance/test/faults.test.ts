/** What a run makes of a target with a fault: its verdict, reports, case file, replay, baseline, ledger. */
import { assert, layer } from "@effect/vitest"
import { temporaryFolder, testEngines } from "@platform-control/core/testing/databases"
import { Context, Effect, Layer } from "effect"
import { readFileSync } from "node:fs"
import { ownServer } from "../own/ownServer.ts"
import type { Configuration } from "../src/config/Configuration.ts"
import { Ledger, ledgerFile } from "../src/engine/Ledger.ts"
import { pathOf } from "../src/mutants/Mutant.ts"
import { repaging } from "../src/mutants/repaging.ts"
import { json } from "../src/reports/json.ts"
import { junit } from "../src/reports/junit.ts"
import { markdown } from "../src/reports/markdown.ts"
import { summary } from "../src/reports/summary.ts"
import { rules } from "../src/rules.ts"
import { readCase } from "../src/runs/caseFile.ts"
import { doctor } from "../src/runs/doctor.ts"
import { replay } from "../src/runs/replay.ts"
import { exitCodeOf, textsOf } from "../src/runs/Report.ts"
import { sweep } from "../src/runs/sweep.ts"
import { faultOf, faulty, only, suite } from "./suite.ts"

class Target extends Context.Service<Target, Configuration>()("test/Target") {}

const adminToken = ({ identities }: Configuration) => identities.admin ?? "no token"

for (const engine of testEngines.slice(0, 1))
  layer(Layer.effect(Target, ownServer(engine)), { excludeTestServices: true })("a target with a fault", (it) => {
    it.effect("fails the rule, with clause, requests, curl, seed and case; no token stands in any of it", () =>
      Effect.gen(function* () {
        const right = yield* Target
        const folder = yield* temporaryFolder
        const wrong = yield* faulty(right, faultOf("MUT-041"))
        const report = yield* suite(wrong, { rules: only("REG-031", "REG-053"), folder })
        assert.deepStrictEqual(
          report.outcomes.map(({ rule, status }) => `${rule} ${status}`),
          ["REG-031 FAIL", "REG-053 PASS"]
        )
        assert.strictEqual(exitCodeOf(report), 1)
        const text = textsOf(report).join("\n")
        for (const part of [
          /Clause: A\/States r1/,
          /Expected: status 409/,
          /curl --path-as-is -i -X POST/,
          /--seed 1/,
          /Replay: /
        ])
          assert.match(text, part)
        const file = report.outcomes[0]?.failure?.caseFile ?? ""
        const written = [text, readFileSync(file, "utf8"), json(report), junit(report), markdown(report)]
        for (const one of written) assert.notInclude(one, adminToken(right))
        assert.match(
          junit(report),
          /<failure message="An existing version can't be started"[^]*property name="requirement"/
        )
        assert.match(markdown(report), /### Violated[^]*REG-031/)
        assert.strictEqual(JSON.parse(json(report)).outcomes[0].failure.expected, "status 409")

        const again = readCase(file)
        assert.match(again.steps.map(({ target }) => target).join(" "), /\$\{name:\d+\}/)
        for (const rule of only("REG-031")) {
          const replayed = (on: Configuration) => Effect.promise(() => replay(again, rule, on))
          assert.deepStrictEqual(yield* replayed(right), { result: "FIXED", by: "requests" })
          assert.deepStrictEqual(yield* replayed(wrong), { result: "STILL FAILS", by: "requests" })
          const unpublishing = yield* faulty(right, faultOf("GEN-swap registry.complete 201"))
          assert.deepInclude(yield* replayed(unpublishing), { result: "DRIFTED", expected: 201, got: 200 })
        }
      })
    )

    it.effect("warns of what only follows from a clause, where the level does not insist on it", () =>
      Effect.gen(function* () {
        const wrong = yield* faulty(yield* Target, faultOf("MUT-045"))
        const warned = yield* suite(wrong, { rules: only("REG-048"), level: "must" })
        assert.deepStrictEqual(
          warned.outcomes.map(({ status }) => status),
          ["WARN"]
        )
        assert.strictEqual(exitCodeOf(warned), 0)
        const failed = yield* suite(wrong, { rules: only("REG-048"), level: "derived" })
        assert.strictEqual(exitCodeOf(failed), 1)
      })
    )

    it.effect("is a success where the baseline knows the fault; an entry that is kept by now is stale", () =>
      Effect.gen(function* () {
        const right = yield* Target
        const wrong = yield* faulty(right, faultOf("MUT-041"))
        const known = yield* suite(wrong, { rules: only("REG-031"), baseline: ["REG-031"] })
        assert.strictEqual(exitCodeOf(known), 0)
        const stale = yield* suite(right, { rules: only("REG-031"), baseline: ["REG-031"] })
        assert.deepStrictEqual(stale.stale, ["REG-031"])
        assert.strictEqual(exitCodeOf(stale), 6)
      })
    )

    it.effect("is not conclusive without an identity, with a spent budget, or when nothing can be published", () =>
      Effect.gen(function* () {
        const right = yield* Target
        const { refresh: _refresh, ...identities } = right.identities
        const poor = yield* suite({ ...right, identities }, { rules: only("CORE-017") })
        assert.deepInclude(poor.outcomes[0], { status: "INCONCLUSIVE", reason: "NO_FIXTURE" })
        assert.strictEqual(exitCodeOf(poor), 5)
        const short = yield* suite(right, { rules: only("REG-042"), limits: { requests: 5 } })
        assert.deepInclude(short.outcomes[0], { status: "INCONCLUSIVE", reason: "BUDGET" })
        assert.deepStrictEqual(short.profiles, { registry: "partial" })
        const strange = yield* suite({ ...right, organization: "nobody" }, { rules: only("REG-031") })
        assert.deepInclude(strange.outcomes[0], { status: "INCONCLUSIVE", reason: "REFUSED" })
      })
    )

    it.effect("that lets nothing be deleted leaves a list, from which a sweep deletes", () =>
      Effect.gen(function* () {
        const right = yield* Target
        const folder = yield* temporaryFolder
        const stuck = yield* faulty(right, (hop, next) =>
          hop.method === "DELETE" ? Promise.resolve({ status: 500, headers: {}, text: "" }) : next(hop)
        )
        const report = yield* suite(stuck, { rules: only("REG-052"), folder })
        assert.strictEqual(report.leaks.length, 1)
        const ledger = Ledger.load(ledgerFile(folder, report.run))
        assert.deepStrictEqual(
          ledger?.open.map(({ path }) => path),
          [...report.leaks]
        )
        const swept = yield* Effect.promise(() => sweep(ledger ?? new Ledger(undefined), right))
        assert.deepStrictEqual(
          swept.map(({ status }) => status),
          [204]
        )
      })
    )

    it.effect(
      "that is none: other pages and tokens are legal",
      () =>
        Effect.gen(function* () {
          const paging = rules.filter(({ id, turn }) => turn === "alone" && id.startsWith("CORE-0"))
          const wrong = yield* faulty(yield* Target, repaging({ plusToken: true })())
          const report = yield* suite(wrong, { rules: paging })
          assert.deepStrictEqual(textsOf(report), [])
        }),
      120_000
    )

    it.effect("that hides operations from a rule makes it not conclusive, unless their profile is switched off", () =>
      Effect.gen(function* () {
        const wrong = yield* faulty(yield* Target, async (hop, next) => {
          const answer = await next(hop)
          return hop.method === "POST" && pathOf(hop).endsWith("/tokens") && answer.status === 200
            ? { ...answer, status: 201 }
            : answer
        })
        for (const id of ["CORE-015", "CORE-016", "CORE-017"]) {
          const [outcome] = (yield* suite(wrong, { rules: only(id), level: "derived" })).outcomes
          assert.deepInclude(outcome, { status: "INCONCLUSIVE", reason: "REFUSED" })
          assert.match(outcome?.notes.join() ?? "", /not tried on .*organizationTokens\.list/)
        }
        const without = yield* suite({ ...wrong, disabled: ["admin/tokens"] }, { rules: only("CORE-015") })
        assert.strictEqual(without.outcomes[0]?.status, "PASS")
      })
    )

    it.effect("that stops answering on the way ends the run, with a report of what came out until then", () =>
      Effect.gen(function* () {
        let answers = 0
        const dying = yield* faulty(yield* Target, (hop, next) => {
          answers += 1
          return answers > 30 ? Promise.reject(new Error("gone")) : next(hop)
        })
        const registry = rules.filter(({ profile }) => profile === "registry")
        const report = yield* suite(dying, { rules: registry })
        assert.deepInclude(report.stopped, { code: 3, left: registry.length - report.outcomes.length })
        assert.strictEqual(exitCodeOf(report), 3)
        assert.isAbove(report.stopped?.left ?? 0, 0)
        assert.match(textsOf(report).join("\n"), /ECONNRESET/)
        assert.isAbove(report.leaks.length, 0)
        assert.match(summary(report), /Stopped: .*be reached[^]* sweep --run /)
      })
    )

    it.effect("the doctor names what is missing, switched off, or not as it should be", () =>
      Effect.gen(function* () {
        const right = yield* Target
        const look = (configuration: Configuration) =>
          Effect.map(
            Effect.promise(() => doctor(configuration, rules)),
            (found) => ({
              well: found.filter(({ isWell }) => isWell).map(({ text }) => text),
              unwell: found.filter(({ isWell }) => !isWell).map(({ text }) => text)
            })
          )
        const whole = yield* look(right)
        assert.deepStrictEqual(
          whole.unwell.filter((text) => !/hook|fixture/.test(text)),
          []
        )
        assert.include(whole.well, "hook issuer: a signing key")
        assert.include(whole.well, "profile registry: GET /api/registry/packages answers 200")
        assert.isTrue(whole.well.some((text) => /^clock: \d+ s (?:ahead of|behind) this machine's/.test(text)))

        const { teamToken: _teamToken, ...identities } = right.identities
        const documentedPackage = { source: "private", publisher: "conformance", name: "none", version: "1.0.0" }
        const poor = yield* look({
          ...right,
          identities: { ...identities, member: "token-of-nobody" },
          fixtures: { documentedPackage },
          disabled: ["CORE-02*", "registry"]
        })
        assert.include(poor.unwell, "identity teamToken: not configured")
        assert.include(poor.unwell, "identity member: GET /api/user answers 401")
        assert.include(poor.unwell, "fixture documentedPackage: reading its version answers 404")
        assert.isTrue(poor.well.some((text) => /^switched off by the configuration: .*CORE-021.*REG-031/.test(text)))
        assert.isFalse(poor.unwell.some((text) => text.includes("CORE-021")))
        const open = yield* look({ ...right, identities })
        assert.include(open.unwell, "not conclusive without identity teamToken: CORE-021")

        const late = yield* faulty(right, async (hop, next) => {
          const answer = await next(hop)
          return { ...answer, headers: { ...answer.headers, date: new Date(Date.now() - 90_000).toUTCString() } }
        })
        const { unwell } = yield* look(late)
        // 90 s, and what the answer took on its way and its date lost by being in whole seconds.
        assert.match(unwell.join("\n"), /clock: 9[0-3] s behind this machine's, 60 s are overlooked/)
      })
    )
  })
