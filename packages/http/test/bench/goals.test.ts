/** Goals against rounds. */
import { describe, expect, it } from "vitest"
import { timesAsMuch, timesTheCost } from "../../bench/results/goals.ts"
import { isMet } from "../../bench/results/Outcome.ts"
import type { Rounds } from "../../bench/rounds/alternate.ts"

const roundsOf = (
  contestant: string,
  ...rates: ReadonlyArray<readonly [perSecond: number, cpuMicros?: number]>
): Rounds => ({
  contestant,
  samples: rates.map(([perSecond, cpuMicros]) => ({ perSecond, cpuMicros, busy: 1, p50Millis: 1, p99Millis: 1 }))
})

const rounds = [roundsOf("ours", [600, 30], [300, 30], [660, 30]), roundsOf("bare", [1000, 15], [500, 20], [1000, 20])]

describe("timesAsMuch", () => {
  it("compares the rounds that followed each other, so that a slow one of both changes nothing", () => {
    expect(timesAsMuch(rounds, ["ours", "bare"], 0.6).measured).toBe(0.6)
  })

  it("compares CPU time the other way round, where it is known", () => {
    expect(timesAsMuch(rounds, ["ours", "bare"]).byCpu).toBeCloseTo(20 / 30)
    expect(timesAsMuch([roundsOf("a", [1]), roundsOf("b", [2])], ["a", "b"])).not.toHaveProperty("byCpu")
  })

  it("is met at the bound and missed below it", () => {
    expect(isMet(timesAsMuch(rounds, ["ours", "bare"], 0.6))).toBe(true)
    expect(isMet(timesAsMuch(rounds, ["ours", "bare"], 0.61))).toBe(false)
  })

  it("is met by anything without a goal", () => {
    expect(isMet(timesAsMuch(rounds, ["ours", "bare"]))).toBe(true)
  })

  it("is missed when a contestant did not take part", () => {
    expect(isMet(timesAsMuch(rounds, ["ours", "nobody"], 0.1))).toBe(false)
  })
})

describe("timesTheCost", () => {
  it("compares the time that one operation takes", () => {
    const verdict = timesTheCost(rounds, ["ours", "bare"], 1.2)
    expect(verdict.measured).toBeCloseTo(1 / 0.6)
    expect(verdict.byCpu).toBe(1.5)
    expect(isMet(verdict)).toBe(false)
    expect(isMet(timesTheCost(rounds, ["bare", "ours"], 1.2))).toBe(true)
  })
})
