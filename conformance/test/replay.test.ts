/** Violations that are no status: their cases are tried again, in the run that found them and by `replay`. */
import { assert, layer } from "@effect/vitest"
import { temporaryFolder, testEngines } from "@platform-control/core/testing/databases"
import { Context, Effect, Layer } from "effect"
import { ownServer } from "../own/ownServer.ts"
import type { Configuration } from "../src/config/Configuration.ts"
import { Ledger } from "../src/engine/Ledger.ts"
import { Pace } from "../src/engine/Pace.ts"
import { RunContext } from "../src/engine/RunContext.ts"
import { Trial } from "../src/engine/Trial.ts"
import { readCase } from "../src/runs/caseFile.ts"
import { replay } from "../src/runs/replay.ts"
import { textsOf } from "../src/runs/Report.ts"
import { isRacing, Resending } from "../src/runs/Resending.ts"
import { type Fault, pathOf } from "../src/mutants/Mutant.ts"
import { faultOf, faulty, only, suite } from "./suite.ts"

class Target extends Context.Service<Target, Configuration>()("test/Target") {}

/** A fault, the rule that finds it, and who decides whether it is still there. */
const faults: ReadonlyArray<readonly [fault: string, rule: string, by: "requests" | "rule"]> = [
  ["GEN-drop user.get id", "CORE-007", "requests"],
  ["COR-001", "CORE-001", "requests"],
  ["MUT-003", "CORE-034", "rule"],
  ["REG-M17", "REG-022", "rule"],
  ["MUT-049", "REG-050", "rule"],
  ["MUT-041", "REG-138", "requests"]
]

for (const engine of testEngines.slice(0, 1))
  layer(Layer.effect(Target, ownServer(engine)), { excludeTestServices: true })("a case", (it) => {
    for (const [fault, id, by] of faults)
      it.effect(`of ${id} is reproduced, still fails on the fault ${fault}, and is fixed without it`, () =>
        Effect.gen(function* () {
          const right = yield* Target
          const folder = yield* temporaryFolder
          const wrong = yield* faulty(right, faultOf(fault))
          const report = yield* suite(wrong, { rules: only(id), folder, reproduce: 3 })
          const { caseFile = "", reproduced } = report.outcomes[0]?.failure ?? {}
          // On a busy machine it is tried less often, but never in vain.
          assert.strictEqual(reproduced?.times, reproduced?.of)
          assert.deepInclude(reproduced, { by })
          assert.match(textsOf(report).join("\n"), /Reproduced ([123]) of \1, by /)
          assert.deepStrictEqual(report.leaks, [])
          const written = readCase(caseFile)
          for (const rule of only(id)) {
            const replayed = (on: Configuration) => Effect.promise(() => replay(written, rule, on))
            assert.deepInclude(yield* replayed(wrong), { result: "STILL FAILS", by })
            assert.deepInclude(yield* replayed(right), { result: "FIXED", by })
          }
        })
      )

    it.effect("of a race knows which requests were under way together, and sends them so", () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const right = yield* Target
        const wrong = yield* faulty(right, faultOf("MUT-049"))
        const report = yield* suite(wrong, { rules: only("REG-050"), folder })
        const written = readCase(report.outcomes[0]?.failure?.caseFile ?? "")
        const raced = written.steps.filter((_, index) => isRacing(written, index + 1))
        const completions = raced.filter(({ target }) => target.endsWith("/complete"))
        assert.isAtLeast(completions.length, 2)
        let together = 0
        let most = 0
        const counting: Fault = async (hop, next) => {
          const isCounted = pathOf(hop).endsWith("/complete")
          together += isCounted ? 1 : 0
          most = Math.max(most, together)
          const answer = await next(hop)
          together -= isCounted ? 1 : 0
          return answer
        }
        const counted = yield* faulty(right, counting)
        const context = new RunContext({
          configuration: counted,
          level: "ours",
          seed: 1,
          run: "again",
          ledger: new Ledger(undefined),
          pace: new Pace({})
        })
        const trial = new Trial(context, "REG-050")
        yield* Effect.promise(() => new Resending(trial, written).run())
        yield* Effect.promise(() => trial.finish())
        assert.deepStrictEqual(context.ledger.open, [])
        context.wire.close()
        assert.isAtLeast(most, 2)
        const lanes = report.outcomes[0]?.lanes ?? []
        assert.isAtLeast(lanes.length, 2)
        assert.isTrue(lanes.every(({ endedAt, startedAt }) => startedAt >= 0 && endedAt > startedAt))
      })
    )

    it.effect("whose fault comes and goes is reproduced as often as it came", () =>
      Effect.gen(function* () {
        const right = yield* Target
        let starts = 0
        const now: Fault = async (hop, next) => {
          const answer = await next(hop)
          if (answer.status !== 409) return answer
          starts += 1
          return starts % 2 === 1 ? { ...answer, status: 200 } : answer
        }
        const flaky = yield* faulty(right, now)
        const report = yield* suite(flaky, { rules: only("REG-031"), reproduce: 4 })
        const { reproduced } = report.outcomes[0]?.failure ?? {}
        assert.isAtLeast(reproduced?.of ?? 0, 2)
        assert.isTrue(
          reproduced !== undefined && reproduced.times > 0 && reproduced.times < 4,
          JSON.stringify(reproduced)
        )
      })
    )
  })
