/** An outcome as plain aligned text. Knows no measure. */
import { type Figure, isMet, type Outcome, type Verdict } from "../results/Outcome.ts"

/** Three significant digits say all that such figures know. */
const number = (value: number): string =>
  value.toLocaleString("en", { maximumSignificantDigits: 3, useGrouping: value >= 10_000 })

const percent = (share: number | undefined): string => (share === undefined ? "" : `${Math.round(share * 100)} %`)

const optional = (value: number | undefined): string => (value === undefined ? "" : number(value))

const figureRow = (figure: Figure): ReadonlyArray<string> => [
  figure.contestant,
  `${number(figure.value)} ${figure.unit}`,
  `± ${percent(figure.spread)}`,
  optional(figure.cpuMicros),
  percent(figure.busy),
  optional(figure.p50Millis),
  optional(figure.p99Millis)
]

const FIGURE_HEADER = ["", "median", "spread", "CPU µs", "core used", "p50 ms", "p99 ms"]

const goalText = ({ least, most, unit }: Verdict): string =>
  least !== undefined ? `≥ ${number(least)} ${unit}` : most !== undefined ? `≤ ${number(most)} ${unit}` : ""

const metText = (verdict: Verdict): string => (goalText(verdict) === "" ? "" : isMet(verdict) ? "met" : "MISSED")

const verdictRow = (verdict: Verdict): ReadonlyArray<string> => [
  verdict.subject,
  `${number(verdict.byClock)} ${verdict.unit}`,
  verdict.perCore === undefined ? "" : `${number(verdict.perCore)} ${verdict.unit}`,
  goalText(verdict),
  metText(verdict)
]

/** Under a header; columns that hold nothing below it are left out. */
const withoutEmpty = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<ReadonlyArray<string>> =>
  rows.map((row) => row.filter((_, column) => rows.slice(1).some((other) => other[column] !== "")))

/** The first column is text and leans left, all others are figures and lean right. */
const aligned = (table: ReadonlyArray<ReadonlyArray<string>>): string => {
  const rows = withoutEmpty(table)
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)))
  const line = (row: ReadonlyArray<string>) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ")
  return rows.map((row) => `  ${line(row).trimEnd()}`).join("\n")
}

/** The operation, its figures and what was made of them. */
export const outcomeText = ({ figures, operation, verdicts }: Outcome): string => {
  const tables = [aligned([FIGURE_HEADER, ...figures.map(figureRow)])]
  if (verdicts.length > 0) tables.push(aligned([["", "by clock", "per core", "goal", ""], ...verdicts.map(verdictRow)]))
  return [operation, ...tables].join("\n")
}
