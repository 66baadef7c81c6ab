/** The order in which trials run, and that nobody is measured who answers wrongly. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { benchFault } from "../../bench/BenchFault.ts"
import { quickEffort } from "../../bench/Effort.ts"
import { alternate, figureOf } from "../../bench/rounds/alternate.ts"
import type { Trial } from "../../bench/rounds/Trial.ts"

const effort = { ...quickEffort, rounds: 3, warmUpSeconds: 9, secondsPerRound: 1 }

const recorded = (rates: Readonly<Record<string, ReadonlyArray<number>>>) => {
  const log: Array<string> = []
  const trials = Object.entries(rates).map(([contestant, [...values]]): Trial => ({
    contestant,
    verify: Effect.sync(() => void log.push(`verify ${contestant}`)),
    round: (seconds) =>
      Effect.sync(() => {
        log.push(`${contestant} ${seconds} s`)
        const perSecond = seconds === effort.warmUpSeconds ? 0 : (values.shift() ?? 0)
        return { perSecond, cpuMicros: undefined, busy: 0.5, p50Millis: 1, p99Millis: 2 }
      })
  }))
  return { log, trials }
}

describe("alternate", () => {
  it.effect("verifies, warms up, takes turns, verifies again", () =>
    Effect.gen(function* () {
      const { log, trials } = recorded({ a: [1, 2, 3], b: [4, 5, 6] })
      yield* alternate(trials, effort)
      const verified = ["verify a", "verify b"]
      const turn = ["a 1 s", "b 1 s"]
      assert.deepStrictEqual(log, [...verified, "a 9 s", "b 9 s", ...turn, ...turn, ...turn, ...verified])
    })
  )

  it.effect("gives the medians of the rounds, without the warm-up and without what was not known", () =>
    Effect.gen(function* () {
      const { trials } = recorded({ a: [10, 30, 20] })
      assert.deepStrictEqual((yield* alternate(trials, effort)).map(figureOf), [
        { contestant: "a", value: 20, unit: "/s", spread: 0.5, busy: 0.5, p50Millis: 1, p99Millis: 2 }
      ])
    })
  )

  it.effect("measures nobody when one of them answers wrongly", () =>
    Effect.gen(function* () {
      const { log, trials } = recorded({ a: [1, 1, 1] })
      const wrong: Trial = { ...trials[0]!, verify: Effect.fail(benchFault("another body")) }
      const exit = yield* Effect.exit(alternate([...trials, wrong], effort))
      assert.isTrue(Exit.isFailure(exit))
      assert.deepStrictEqual(log, ["verify a"])
    })
  )
})
