/** The made-up packages of the bench. */
import { describe, expect, it } from "vitest"
import { samplePackage, sampleWords } from "../../bench/samples/samplePackage.ts"

const samples = Array.from({ length: 2000 }, (_, index) => samplePackage("sample", index))

describe("samplePackage", () => {
  it("is the same every time, and another one for every index", () => {
    expect(samplePackage("sample", 7)).toEqual(samples[7])
    expect(new Set(samples.map(({ name }) => name)).size).toBe(samples.length)
  })

  it("has names that sort as their indexes do, so that lists are in the order of publishing", () => {
    expect(samples.map(({ name }) => name).toSorted()).toEqual(samples.map(({ name }) => name))
  })

  it("uses every word in some descriptions and none in many, so that searches have something to do", () => {
    const sharesOf = sampleWords.map(
      (word) => samples.filter(({ description }) => description.split(" ").includes(word)).length / samples.length
    )
    expect(Math.min(...sharesOf)).toBeGreaterThan(0.02)
    expect(Math.max(...sharesOf)).toBeLessThan(0.1)
  })
})
