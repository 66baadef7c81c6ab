/** A report as a badge: a picture, and the JSON from which shields.io makes one. */
import type { ProfileResult, Report } from "../runs/Report.ts"
import { escaped } from "./escaped.ts"

/** From the worst. */
const results: ReadonlyArray<ProfileResult> = ["failure", "partial", "success", "disabled"]

const colors: Readonly<Record<ProfileResult, readonly [name: string, value: string]>> = {
  failure: ["red", "#c0392b"],
  partial: ["yellow", "#7d6608"],
  success: ["brightgreen", "#1e8449"],
  disabled: ["lightgrey", "#5d6668"]
}

const worstOf = (report: Report): ProfileResult =>
  results.find((result) => Object.values(report.profiles).includes(result)) ?? "disabled"

/** `success core, registry`, or what keeps it from that. */
const messageOf = (report: Report, worst: ProfileResult): string => {
  const of = (result: ProfileResult) =>
    Object.entries(report.profiles)
      .filter(([, one]) => one === result)
      .map(([profile]) => profile)
      .join(", ")
  const failed = report.outcomes.filter(({ rule, status }) => status === "FAIL" && !report.known.includes(rule)).length
  return worst === "failure" ? `${failed} failed in ${of(worst)}` : `${worst} ${of(worst)}`.trim()
}

/** For an endpoint badge of shields.io. */
export const badgeJson = (report: Report): string => {
  const worst = worstOf(report)
  const badge = { schemaVersion: 1, label: "conformance", message: messageOf(report, worst), color: colors[worst][0] }
  return `${JSON.stringify(badge)}\n`
}

const PADDING = 10
const HEIGHT = 20

const narrow = new Set("fijlrt1 ,-/")

/** About what Verdana takes at 11 pixels; the text is stretched to it, so that it fits in any font. */
const widthOf = (text: string): number =>
  Math.ceil(Array.from(text).reduce((width, letter) => width + (narrow.has(letter) ? 4.2 : 7), PADDING))

/** A flat badge without any other file. */
export const badgeSvg = (report: Report): string => {
  const worst = worstOf(report)
  const [label, message] = ["conformance", messageOf(report, worst)]
  const [left, right] = [widthOf(label), widthOf(message)]
  const text = (words: string, from: number, width: number) =>
    `<text x="${from + width / 2}" y="14" textLength="${width - PADDING}">${escaped(words)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" role="img" aria-label="${escaped(`${label}: ${message}`)}">`,
    `<title>${escaped(`${label}: ${message}`)}</title>`,
    `<rect width="${left}" height="${HEIGHT}" fill="#444"/>`,
    `<rect x="${left}" width="${right}" height="${HEIGHT}" fill="${colors[worst][1]}"/>`,
    '<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,sans-serif" font-size="11">',
    text(label, 0, left),
    text(message, left, right),
    "</g></svg>",
    ""
  ].join("\n")
}
