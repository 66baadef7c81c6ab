/** The top of the page: how many rules ended how, the profiles, and what is not well, each a link to its place. */
import { entryOf } from "../../catalogue/Catalogue.ts"
import type { Report, Reported } from "../../runs/Report.ts"
import { escaped } from "../escaped.ts"
import { stoppedText } from "../summary.ts"
import { order } from "./checks.ts"
import { chip, ruleChip } from "./chip.ts"

const notWell: ReadonlyArray<Reported["status"]> = ["FAIL", "ERROR", "WARN", "INCONCLUSIVE"]

const countsText = ({ outcomes }: Report): string => {
  const counts = order.flatMap((status) => {
    const count = outcomes.filter((outcome) => outcome.status === status).length
    return count === 0 ? [] : [`<li>${chip(status)} ${count}</li>`]
  })
  return `<ul class="row">${counts.join("")}</ul>`
}

const profilesText = ({ profiles }: Report): string => {
  const links = Object.entries(profiles).map(
    ([profile, result]) => `<li><a href="#profile-${escaped(profile)}">${escaped(profile)}</a> ${chip(result)}</li>`
  )
  return `<ul class="row">${links.join("")}</ul>`
}

const itemText = (outcome: Reported, report: Report): string => {
  const { failure, notes, reason, rule, status } = outcome
  const what = failure === undefined ? [reason ?? "", ...notes.slice(0, 1)] : [failure.message]
  const said = [...what, report.known.includes(rule) ? "known" : ""].filter((one) => one !== "").join(": ")
  return `<li>${ruleChip(rule, status, status, true)} ${escaped(entryOf(rule).text)} <span class="aside">${escaped(said)}</span></li>`
}

const notWellText = (report: Report): ReadonlyArray<string> => {
  const found = notWell.flatMap((status) => report.outcomes.filter((outcome) => outcome.status === status))
  if (found.length === 0) return ["<p>No rule that ran is violated or left open.</p>"]
  return [
    '<nav aria-labelledby="not-well"><h2 id="not-well">What is not well</h2>',
    `<ul class="list">${found.map((outcome) => itemText(outcome, report)).join("\n")}</ul></nav>`
  ]
}

const staleText = ({ stale }: Report): ReadonlyArray<string> =>
  stale.map((rule) => `<p>Stale: ${escaped(rule)} is kept, or no rule; take it out of the baseline.</p>`)

/** Parts of the page. */
export const overview = (report: Report): ReadonlyArray<string> => [
  countsText(report),
  profilesText(report),
  ...stoppedText(report).map((text) => `<p>${escaped(text)}</p>`),
  ...staleText(report),
  ...notWellText(report)
]
