/** What rounds are reduced to. */
import { describe, expect, it } from "vitest"
import { median, quantile, spread } from "../../bench/rounds/statistics.ts"

describe("median", () => {
  it("is the middle value, in whatever order they came", () => {
    expect(median([5, 1, 100])).toBe(5)
  })

  it("is the mean of the middle two when their count is even", () => {
    expect(median([1, 2, 4, 100])).toBe(3)
    expect(median([1, 2])).toBe(1.5)
  })

  it("is not a number of nothing", () => {
    expect(median([])).toBeNaN()
  })
})

describe("spread", () => {
  it("is half the distance of the extremes, as a share of the median", () => {
    expect(spread([90, 100, 120])).toBeCloseTo(0.15)
    expect(spread([-90, -100, -120])).toBeCloseTo(0.15)
  })

  it("is zero when all rounds agree", () => {
    expect(spread([7, 7, 7])).toBe(0)
  })
})

describe("quantile", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)

  it("is the value below which that share lies", () => {
    expect(quantile(hundred, 0.5)).toBe(51)
    expect(quantile(hundred, 0.99)).toBe(100)
  })

  it("is the largest value for the whole, and not a number of nothing", () => {
    expect(quantile(hundred, 1)).toBe(100)
    expect(quantile([], 0.5)).toBeNaN()
  })
})
