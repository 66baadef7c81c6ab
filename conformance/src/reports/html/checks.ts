/** The rules of a profile with what came of them, what is violated first. */
import { entryOf } from "../../catalogue/Catalogue.ts"
import type { Report, Reported } from "../../runs/Report.ts"
import { escaped } from "../escaped.ts"
import { chip } from "./chip.ts"
import { spokenClause } from "./clauses.ts"
import { failureDetails } from "./failure.ts"
import { lanesList } from "./lanes.ts"

/** From what a reader wants to see first. */
export const order: ReadonlyArray<Reported["status"]> = [
  "FAIL",
  "ERROR",
  "WARN",
  "INCONCLUSIVE",
  "RECORDED",
  "DISABLED",
  "PASS"
]

/** Longer lists of notes are folded up. */
const MANY_NOTES = 6

const clausesText = (clause: string): string =>
  clause
    .split(";")
    .map((one) => escaped(spokenClause(one.trim())))
    .join("<br>")

const notesText = ({ notes, reason }: Reported): string => {
  const said = [reason ?? "", ...notes].filter((one) => one !== "")
  if (said.length === 0) return ""
  const list = `<ul class="notes">${said.map((one) => `<li>${escaped(one)}</li>`).join("\n")}</ul>`
  return said.length <= MANY_NOTES ? list : `<details><summary>${said.length} notes</summary>${list}</details>`
}

const lanesText = ({ failure, lanes = [] }: Reported): string =>
  lanes.length === 0
    ? ""
    : `<details${failure === undefined ? "" : " open"}><summary>${lanes.length} requests together</summary>${lanesList(lanes)}</details>`

const check = (outcome: Reported, report: Report): string => {
  const entry = entryOf(outcome.rule)
  const { clause, id, strength, text } = entry
  const { failure, lanes = [], millis, requests, status } = outcome
  const isKnown = report.known.includes(outcome.rule)
  return [
    `<article id="${id}" data-status="${status}"${lanes.length === 0 ? "" : " data-raced"}>`,
    `<div><h3><a href="#${id}">${id}</a></h3> ${chip(status)}`,
    `<p class="aside">${strength}<br>${requests} requests, ${Math.round(millis)} ms</p></div>`,
    `<p class="aside"><span class="said">Clause: </span>${clausesText(clause)}</p>`,
    `<div><p>${escaped(text)}</p>`,
    isKnown ? "<p>Known: it stands in the baseline.</p>" : "",
    notesText(outcome),
    failure === undefined ? "" : failureDetails(entry, failure, isKnown),
    lanesText(outcome),
    "</div></article>"
  ]
    .filter((part) => part !== "")
    .join("\n")
}

const isWell = ({ status }: Reported): boolean => status === "PASS" || status === "RECORDED"

/** A section of the page. Says of itself what the filters would leave of it. */
export const profileSection = (profile: string, report: Report): string => {
  const outcomes = report.outcomes
    .filter(({ rule }) => entryOf(rule).profile === profile)
    .toSorted((left, right) => order.indexOf(left.status) - order.indexOf(right.status))
  const result = Object.entries(report.profiles).find(([name]) => name === profile)?.[1] ?? "partial"
  const attributes = [
    outcomes.every(isWell) ? " data-well" : "",
    outcomes.some(({ lanes = [] }) => lanes.length > 0) ? "" : " data-raceless"
  ].join("")
  return [
    `<section class="profile"${attributes}>`,
    `<h2 id="profile-${escaped(profile)}">${escaped(profile)} ${chip(result)}</h2>`,
    '<p class="nothing">Nothing of that kind.</p>',
    ...outcomes.map((outcome) => check(outcome, report)),
    "</section>"
  ].join("\n")
}
