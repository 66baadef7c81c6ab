/** Drawn values: the smallest failing one is found, found again, and nothing else hides it. */
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { entryOf } from "../../src/catalogue/Catalogue.ts"
import { Ledger } from "../../src/engine/Ledger.ts"
import type { Focus } from "../../src/engine/Outcome.ts"
import { Pace } from "../../src/engine/Pace.ts"
import { RunContext } from "../../src/engine/RunContext.ts"
import { runRule } from "../../src/engine/runRules.ts"
import type { Trial } from "../../src/engine/Trial.ts"

const judged = (run: (trial: Trial) => Promise<void>, focus?: Focus) => {
  const configuration = { url: "http://127.0.0.1:1", identities: {} }
  const ledger = new Ledger(undefined)
  const context = new RunContext({ configuration, level: "must", seed: 4, run: "t", ledger, pace: new Pace({}) })
  return runRule(context, { ...entryOf("REG-031"), requires: [], turn: "beside", run }, { focus })
}

const number = fc.nat(100_000)

/** Fails from this number on; tells what it tried. */
const failsFrom = (least: number, tried: Array<number>) => (trial: Trial) =>
  trial.check(
    [number],
    async (drawn) => {
      trial.met()
      tried.push(drawn)
      if (drawn >= least) throw trial.violated("too large", `below ${least}`, `${drawn}`)
    },
    50
  )

describe("trial.check", () => {
  it("reports the smallest failing value, and finds it at once when it is known", async () => {
    const { failure, notes } = await judged(failsFrom(1234, []))
    assert.strictEqual(failure?.got, "1234")
    assert.include(notes, "Smallest failing input: [1234]")
    const tried: Array<number> = []
    const again = await judged(failsFrom(1234, tried), failure?.focus)
    assert.strictEqual(again.failure?.got, "1234")
    assert.deepStrictEqual(tried, [1234])
  })

  it("tries everything once the known value does not fail any more", async () => {
    const { failure } = await judged(failsFrom(1234, []))
    const tried: Array<number> = []
    assert.strictEqual((await judged(failsFrom(Infinity, tried), failure?.focus)).status, "PASS")
    assert.isAtLeast(tried.length, 50)
    assert.strictEqual(tried[0], 1234)
  })

  it("is a violation although the budget ends while it is made smaller", async () => {
    let left = 60
    const { reason, status } = await judged((trial) =>
      trial.check(
        [number],
        async (drawn) => {
          trial.met()
          left -= 1
          if (left < 0) throw trial.inconclusive("BUDGET", "spent")
          if (drawn >= 10 && left < 55) throw trial.violated("too large", "less", `${drawn}`)
        },
        50
      )
    )
    assert.deepStrictEqual([status, reason], ["FAIL", undefined])
  })

  it("is not conclusive when the budget ends before, known value or not", async () => {
    const spent = (trial: Trial) =>
      trial.check([number], (_drawn) => Promise.reject(trial.inconclusive("BUDGET", "spent")), 50, 3)
    assert.strictEqual((await judged(spent)).reason, "BUDGET")
    assert.strictEqual((await judged(spent, { check: 0, path: "0" })).reason, "BUDGET")
  })

  it("makes what fails now and then as small as what always fails, when each is tried often", async () => {
    let turn = 0
    const flaky = (repeats: number) => (trial: Trial) =>
      trial.check(
        [number],
        async (drawn) => {
          trial.met()
          turn += 1
          if (drawn >= 1234 && turn % 3 === 0) throw trial.violated("too large", "less", `${drawn}`)
        },
        50,
        repeats
      )
    assert.strictEqual((await judged(flaky(10))).failure?.got, "1234")
  })
})
