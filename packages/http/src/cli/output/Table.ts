/** Plain aligned columns for people: two spaces between, no boxes. Knows nothing of what it prints. */
import { CliOutput } from "effect/cli"

/** Columns whose widths are settled; rows that come later keep them, so that pages can be printed as they arrive. */
export interface Table {
  readonly header: string
  readonly line: (cells: ReadonlyArray<string>) => string
}

const GAP = "  "

/** Text from elsewhere may hold line breaks or commands to the terminal; neither gets through. */
// oxlint-disable-next-line no-control-regex
const printable = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ")

/** Measuring takes a hundred times as long as seeing that a character is a column. */
const widthOf = (text: string): number => (/^[ -~]*$/.test(text) ? text.length : CliOutput.displayWidth(text))

const padded = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - widthOf(text)))

/** Lists may be longer than what a function takes as arguments. */
const widest = (texts: Iterable<string>): number => {
  let width = 0
  for (const text of texts) width = Math.max(width, widthOf(text))
  return width
}

/** A table wide enough for its header and for `rows`. */
export const tableFor = (header: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): Table => {
  const widths = header.map((_, column) => widest([header, ...rows].map((row) => printable(row[column] ?? ""))))
  const line = (cells: ReadonlyArray<string>): string =>
    widths
      .map((width, column) => padded(printable(cells[column] ?? ""), width))
      .join(GAP)
      .trimEnd()
  return { header: line(header), line }
}

/** The whole table as text. */
export const table = (header: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const made = tableFor(header, rows)
  return [made.header, ...rows.map(made.line)].join("\n")
}

/** One record as lines of `name  value`; entries without a value are left out. */
export const record = (entries: ReadonlyArray<readonly [name: string, value: string | undefined]>): string => {
  const present = entries.filter((entry): entry is readonly [string, string] => entry[1] !== undefined)
  const width = widest(present.map(([name]) => name))
  return present.map(([name, value]) => `${padded(name, width)}${GAP}${printable(value)}`).join("\n")
}
