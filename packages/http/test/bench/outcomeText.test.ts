/** The report as people read it. */
import { describe, expect, it } from "vitest"
import { outcomeText } from "../../bench/report/outcomeText.ts"

const lines = outcomeText({
  operation: "get version",
  figures: [
    { contestant: "ours", value: 12_345.6, unit: "/s", spread: 0.034, cpuMicros: 81.04, busy: 0.99, p50Millis: 2 },
    { contestant: "a longer name", value: 0.5, unit: "ms", spread: 0 }
  ],
  verdicts: [
    { subject: "ours, of theirs", byClock: 0.5, perCore: 0.55, least: 0.6, unit: "×" },
    { subject: "start-up", byClock: 300, most: 1000, unit: "ms" },
    { subject: "no goal", byClock: 2, unit: "×" }
  ]
}).split("\n")

describe("outcomeText", () => {
  it("leaves out columns that nothing is known for", () => {
    expect(lines[1]?.trim().split(/ {2,}/)).toEqual(["median", "spread", "CPU µs", "core used", "p50 ms"])
  })

  it("shows three digits of each figure, and nothing where nothing is known", () => {
    expect(lines[2]?.split(/ {2,}/)).toEqual(["", "ours", "12,300 /s", "± 3 %", "81", "99 %", "2"])
    expect(lines[3]?.split(/ {2,}/)).toEqual(["", "a longer name", "0.5 ms", "± 0 %"])
  })

  it("says of each goal whether it was met", () => {
    expect(lines.slice(5).map((line) => line.split(/ {2,}/).slice(1))).toEqual([
      ["ours, of theirs", "0.5 ×", "0.55 ×", "≥ 0.6 ×", "MISSED"],
      ["start-up", "300 ms", "≤ 1000 ms", "met"],
      ["no goal", "2 ×"]
    ])
  })
})
