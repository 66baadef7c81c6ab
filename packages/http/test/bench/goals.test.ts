/** Goals against figures. */
import { describe, expect, it } from "vitest"
import { timesAsMuch, timesTheCost } from "../../bench/results/goals.ts"
import { type Figure, isMet } from "../../bench/results/Outcome.ts"

const figure = (contestant: string, value: number): Figure => ({ contestant, value, unit: "/s", spread: 0 })

const figures = [figure("ours", 600), figure("bare", 1000)]

describe("timesAsMuch", () => {
  it("is met at the bound and missed below it", () => {
    expect(isMet(timesAsMuch(figures, ["ours", "bare"], 0.6))).toBe(true)
    expect(isMet(timesAsMuch(figures, ["ours", "bare"], 0.61))).toBe(false)
  })

  it("says the ratio without a goal, which nobody misses", () => {
    const verdict = timesAsMuch(figures, ["bare", "ours"])
    expect(verdict.measured).toBeCloseTo(1.667, 3)
    expect(isMet(verdict)).toBe(true)
  })

  it("is missed when a contestant did not take part", () => {
    expect(isMet(timesAsMuch(figures, ["ours", "nobody"], 0.1))).toBe(false)
  })
})

describe("timesTheCost", () => {
  it("compares the time that one operation takes", () => {
    const verdict = timesTheCost(figures, ["ours", "bare"], 1.2)
    expect(verdict.measured).toBeCloseTo(1.667, 3)
    expect(isMet(verdict)).toBe(false)
    expect(isMet(timesTheCost(figures, ["bare", "ours"], 1.2))).toBe(true)
  })
})
