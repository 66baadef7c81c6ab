/** A violation on the page: what was expected, what came, the requests with commands to copy, how to see it again. */
import type { CatalogueEntry } from "../../catalogue/Catalogue.ts"
import type { ReportedFailure } from "../../runs/Report.ts"
import { escaped } from "../escaped.ts"
import type { ReportedStep } from "../failureSteps.ts"
import { againText, replayText, reproducedText } from "../failureText.ts"

/** One click selects the whole of it. */
const command = (text: string): string => `<pre class="command">${escaped(text)}</pre>`

const stepText = (step: ReportedStep): string =>
  [
    `<li value="${step.number}"><p><code>${escaped(step.request)}</code> as ${escaped(step.identity)} → <strong>${step.status}</strong>`,
    ...(step.isTogether ? ['<span class="mark">∥ together with another</span>'] : []),
    ...(step.isHere ? ['<span class="mark here">← here</span>'] : []),
    `</p>${command(step.command)}`,
    ...(step.answer === "" ? [] : [`<pre class="answer">${escaped(step.answer)}</pre>`]),
    "</li>"
  ].join("\n")

const listOf = (steps: ReadonlyArray<ReportedStep>): string =>
  steps.length === 0 ? "" : `<ol class="steps">${steps.map(stepText).join("\n")}</ol>`

/** Those that led there are folded up; the numbers say how many there are. */
const stepsText = (steps: ReadonlyArray<ReportedStep>): string => {
  const here = Math.max(
    0,
    steps.findIndex(({ isHere }) => isHere)
  )
  const before = steps.slice(0, here)
  const [first, last] = [before[0]?.number, before.at(-1)?.number]
  const which = first === last ? `Request ${first}, before it` : `Requests ${first} to ${last}, before it`
  const folded = before.length === 0 ? "" : `<details><summary>${which}</summary>${listOf(before)}</details>`
  return `${folded}${listOf(steps.slice(here))}`
}

const expected = (failure: ReportedFailure): string =>
  `<dl><dt>Expected</dt><dd>${escaped(failure.expected)}</dd><dt>Got</dt><dd>${escaped(failure.got)}</dd></dl>`

/** Open unless it is known. */
export const failureDetails = (entry: CatalogueEntry, failure: ReportedFailure, isKnown: boolean): string => {
  const { caseFile, message, reproduced, seed, steps } = failure
  const times = reproduced === undefined ? "" : ` Reproduced ${reproduced.times} of ${reproduced.of}.`
  const again = reproduced === undefined ? `Seed ${seed}.` : `${reproducedText(reproduced)} Seed ${seed}.`
  return [
    `<details class="failure"${isKnown ? "" : " open"}><summary>${escaped(`${message}.${times}`)}</summary>`,
    expected(failure),
    stepsText(steps),
    `<p>${escaped(again)}</p>${command(againText(entry, seed))}`,
    ...(caseFile === undefined ? [] : [command(replayText(caseFile))]),
    "</details>"
  ].join("\n")
}
