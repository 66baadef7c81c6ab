/** Goals against rounds. */
import { describe, expect, it } from "vitest"
import { timesAsMuch, timesTheCost, timesTheRate } from "../../bench/results/goals.ts"
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
    expect(timesAsMuch(rounds, ["ours", "bare"], 0.6).byClock).toBe(0.6)
  })

  it("compares CPU time the other way round, and is judged by it where it is known", () => {
    const verdict = timesAsMuch(rounds, ["ours", "bare"], 0.65)
    expect(verdict.perCore).toBeCloseTo(20 / 30)
    expect(isMet(verdict)).toBe(true)
  })

  it("is judged by the clock where it is not", () => {
    const verdict = timesAsMuch([roundsOf("ours", [600]), roundsOf("bare", [1000])], ["ours", "bare"], 0.65)
    expect(verdict).not.toHaveProperty("perCore")
    expect(isMet(verdict)).toBe(false)
  })

  it("is met at the bound, and by anything without one", () => {
    const clock = [roundsOf("ours", [600]), roundsOf("bare", [1000])]
    expect(isMet(timesAsMuch(clock, ["ours", "bare"], 0.6))).toBe(true)
    expect(isMet(timesAsMuch(clock, ["ours", "bare"], 0.61))).toBe(false)
    expect(isMet(timesAsMuch(clock, ["ours", "bare"]))).toBe(true)
  })

  it("is missed when a contestant did not take part", () => {
    expect(isMet(timesAsMuch(rounds, ["ours", "nobody"], 0.1))).toBe(false)
  })
})

describe("timesTheRate", () => {
  it("is judged by the clock, whatever the CPU time says", () => {
    const verdict = timesTheRate(rounds, ["ours", "bare"], 0.65)
    expect(verdict).toMatchObject({ byClock: 0.6, least: 0.65 })
    expect(verdict).not.toHaveProperty("perCore")
    expect(isMet(verdict)).toBe(false)
    expect(isMet(timesTheRate(rounds, ["ours", "bare"], 0.6))).toBe(true)
  })
})

describe("timesTheCost", () => {
  it("compares the time that one operation takes, by the clock", () => {
    const verdict = timesTheCost(rounds, ["ours", "bare"], 1.2)
    expect(verdict.byClock).toBeCloseTo(1 / 0.6)
    expect(isMet(verdict)).toBe(false)
    expect(isMet(timesTheCost(rounds, ["bare", "ours"], 1.2))).toBe(true)
  })
})
