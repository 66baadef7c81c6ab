/** A violation as a person reads it: the clause, the requests, what was expected, what came, how to see it again. */
import type { CatalogueEntry } from "../catalogue/Catalogue.ts"
import type { Outcome, Reproduced } from "../engine/Outcome.ts"
import { quoted } from "../wire/curlText.ts"
import type { Secrets } from "../wire/Secrets.ts"
import { indented } from "./escaped.ts"
import { failureSteps, type ReportedStep } from "./failureSteps.ts"

/** Whatever the target says stands no further to the left. */
const INDENT = "     "

const stepText = (step: ReportedStep): ReadonlyArray<string> => {
  const marks = `${step.isTogether ? "   ∥" : ""}${step.isHere ? "   ← here" : ""}`
  return [
    `  ${step.number}. ${indented(step.request, INDENT)} as ${step.identity} → ${step.status}${marks}`,
    `${INDENT}${step.command}`,
    ...(step.answer === "" ? [] : [`${INDENT}${indented(step.answer, INDENT)}`])
  ]
}

/** How often it was there again. */
export const reproducedText = ({ by, of, times }: Reproduced): string =>
  `Reproduced ${times} of ${of}, ${by === "requests" ? "by sending these requests again" : "by running the rule again with this seed"}.`

/** Below these levels such a rule is not run at all. */
const levels: Readonly<Partial<Record<CatalogueEntry["strength"], string>>> = {
  ours: " --level ours",
  probe: " --level all"
}

/** The command that judges a rule as it was judged. */
export const againText = ({ id, strength }: Pick<CatalogueEntry, "id" | "strength">, seed: number): string =>
  `platform-conformance run --only ${id} --seed ${seed}${levels[strength] ?? ""}`

/** The command that sends the requests of a case again. */
export const replayText = (caseFile: string): string =>
  `platform-conformance replay ${/^[\w./-]+$/.test(caseFile) ? caseFile : quoted(caseFile)}`

/** Lines without any secret. Steps are numbered as in the case file; ∥ marks those that were under way together. */
export const failureText = (entry: CatalogueEntry, outcome: Outcome, secrets: Secrets): string => {
  const { failure } = outcome
  if (failure === undefined) return ""
  const { caseFile, reproduced, seed } = failure
  const steps = failureSteps(failure, secrets)
  const isCut = (steps[0]?.number ?? 1) > 1
  const lines = [
    `${outcome.status} ${entry.id} (${entry.strength}) ${entry.text}`,
    `Clause: ${entry.clause}`,
    indented(failure.message, INDENT),
    `Expected: ${indented(failure.expected, INDENT)}`,
    `Got:      ${indented(failure.got, INDENT)}`,
    ...outcome.notes.map((note) => indented(note, INDENT)),
    ...(isCut ? [`The last ${steps.length} of ${steps.at(-1)?.number} requests:`] : ["Requests:"]),
    ...steps.flatMap(stepText),
    ...(reproduced === undefined ? [] : [reproducedText(reproduced)]),
    `Seed ${seed}. Again: ${againText(entry, seed)}`,
    ...(caseFile === undefined ? [] : [`Case file: ${caseFile}`, `Replay: ${replayText(caseFile)}`])
  ]
  return secrets.redact(lines.join("\n"))
}
