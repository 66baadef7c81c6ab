/** Compares two reports and says what got worse and what got better. Reads no target. */
import { readFileSync } from "node:fs"
import { ConfigurationProblem } from "../config/Configuration.ts"
import type { Status } from "../engine/Outcome.ts"
import { FORMAT } from "../reports/json.ts"
import { isRecord } from "../wire/Exchange.ts"

/** What a comparison needs of a report. */
export interface Written {
  readonly url: string
  readonly level: string
  readonly seed: number
  readonly profiles: Readonly<Record<string, string>>
  readonly leaks: ReadonlyArray<string>
  readonly outcomes: ReadonlyArray<{
    readonly rule: string
    readonly status: Status
    readonly reason?: string
    readonly failure?: { readonly message: string; readonly got: string }
  }>
}

const isOutcome = (value: unknown): boolean =>
  isRecord(value) && typeof value["rule"] === "string" && typeof value["status"] === "string"

const isWritten = (value: unknown): value is Written =>
  isRecord(value) &&
  value["format"] === FORMAT &&
  ["url", "level"].every((key) => typeof value[key] === "string") &&
  isRecord(value["profiles"]) &&
  Array.isArray(value["leaks"]) &&
  Array.isArray(value["outcomes"]) &&
  value["outcomes"].every(isOutcome)

/** Reads a JSON report; fails with a `ConfigurationProblem` when the file is none. */
export const readReport = (file: string): Written => {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, "utf8"))
  } catch {
    throw new ConfigurationProblem(`${file} can't be read as JSON. \`run --report json\` writes a report.`)
  }
  if (!isWritten(value))
    throw new ConfigurationProblem(`${file} is no report of this suite. \`run --report json\` writes one.`)
  return value
}

/** One thing that is not as it was. */
export interface Change {
  readonly kind: "better" | "changed" | "new" | "worse"
  readonly text: string
}

/** The higher, the worse; what was not concluded lies between what is kept and what is violated. */
const ranks: Readonly<Record<Status, number>> = {
  PASS: 0,
  RECORDED: 0,
  DISABLED: 1,
  INCONCLUSIVE: 1,
  WARN: 2,
  ERROR: 3,
  FAIL: 4
}

type Ended = Written["outcomes"][number]

const said = ({ failure, reason, status }: Ended): string =>
  failure === undefined ? `${status}${reason === undefined ? "" : ` ${reason}`}` : `${status}: ${failure.message}`

const changeOf = (before: Ended | undefined, after: Ended | undefined): Change | undefined => {
  if (before === undefined && after !== undefined)
    return {
      kind: ranks[after.status] >= ranks.WARN ? "worse" : "new",
      text: `${after.rule} was not run, now ${said(after)}`
    }
  if (before === undefined) return undefined
  if (after === undefined)
    return {
      kind: ranks[before.status] === 0 ? "worse" : "changed",
      text: `${before.rule} ${before.status}, now not run`
    }
  const difference = ranks[after.status] - ranks[before.status]
  const text = `${before.rule} ${before.status} → ${said(after)}`
  if (difference !== 0) return { kind: difference > 0 ? "worse" : "better", text }
  const isSame =
    before.status === after.status &&
    before.reason === after.reason &&
    before.failure?.message === after.failure?.message
  return isSame ? undefined : { kind: "changed", text }
}

const settings = (before: Written, after: Written): ReadonlyArray<Change> =>
  (["url", "level"] as const).flatMap((key): ReadonlyArray<Change> =>
    before[key] === after[key] ? [] : [{ kind: "changed", text: `${key} ${before[key]} → ${after[key]}` }]
  )

const leaks = (before: Written, after: Written): ReadonlyArray<Change> => {
  const [less, more] = [before.leaks.length, after.leaks.length]
  return less === more ? [] : [{ kind: more > less ? "worse" : "better", text: `left behind: ${less} → ${more}` }]
}

/** What is worse first. Rules that end as before are none of it, whatever seed they had. */
export const diff = (before: Written, after: Written): ReadonlyArray<Change> => {
  const ids = [...new Set([...before.outcomes, ...after.outcomes].map(({ rule }) => rule))].toSorted()
  const of = ({ outcomes }: Written, id: string) => outcomes.find(({ rule }) => rule === id)
  const kinds: ReadonlyArray<Change["kind"]> = ["worse", "better", "new", "changed"]
  return [
    ...settings(before, after),
    ...leaks(before, after),
    ...ids.flatMap((id) => changeOf(of(before, id), of(after, id)) ?? [])
  ].toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind))
}
