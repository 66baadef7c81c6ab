/** What a function gave, as text: a record, and a table for each list of records. Knows no function. */
import { Redacted } from "effect"
import { record, table } from "../output/Table.ts"

/** What stands for a secret that is not asked for. */
const HIDDEN = "<secret: --show-secrets prints it>"

/** The value as plain JSON; secrets as they are, or as a note that they are there. */
export const plainOutput = (value: unknown, showSecrets: boolean): unknown => {
  if (Redacted.isRedacted(value)) return showSecrets ? plainOutput(Redacted.value(value), true) : HIDDEN
  if (Array.isArray(value)) return value.map((one) => plainOutput(one, showSecrets))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plainOutput(one, showSecrets)]))
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isRecords = (value: unknown): value is ReadonlyArray<Readonly<Record<string, unknown>>> =>
  Array.isArray(value) && value.length > 0 && value.every(isRecord)

const cell = (value: unknown): string => {
  if (value === undefined || value === null) return ""
  if (Array.isArray(value) && value.length === 0) return "none"
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join(", ")
  return typeof value === "string" ? value : JSON.stringify(value)
}

const rowsText = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>): string => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return table(
    columns,
    rows.map((row) => columns.map((column) => cell(row[column])))
  )
}

/** For people. What the caller gave as input is not told again where it is a list. */
export const outputText = (output: unknown, input: Readonly<Record<string, unknown>>): string => {
  if (!isRecord(output)) return cell(output)
  const entries = Object.entries(output)
  const lists = entries.filter(([name, value]) => isRecords(value) && input[name] === undefined)
  const values = entries.filter(([name, value]) => !isRecords(value) || (input[name] !== undefined && !lists.length))
  const head = record(values.map(([name, value]) => [name, cell(value)]))
  return [
    ...(values.length === 0 ? [] : [head]),
    ...lists.map(([name, rows]) => `${name}:\n${rowsText(rows as ReadonlyArray<Readonly<Record<string, unknown>>>)}`)
  ].join("\n\n")
}
