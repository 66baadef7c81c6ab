/** A violation as a person reads it: the clause, the requests, what was expected, what came, how to see it again. */
import type { CatalogueEntry } from "../catalogue/Catalogue.ts"
import type { Outcome, Reproduced } from "../engine/Outcome.ts"
import { overlapping } from "../runs/lanes.ts"
import { curlText } from "../wire/curlText.ts"
import type { Exchange } from "../wire/Exchange.ts"
import type { Secrets } from "../wire/Secrets.ts"

/** More requests than this are left to the case file; the last ones are shown. */
const MAX_STEPS = 12

const MAX_BODY = 400

const stepText = (exchange: Exchange, number: number, mark: string): ReadonlyArray<string> => [
  `  ${number}. ${exchange.request.method} ${exchange.request.target} as ${exchange.request.identity} → ${exchange.status}${mark}`,
  `     ${curlText(exchange.request)}`,
  ...(exchange.text === "" ? [] : [`     ${exchange.text.slice(0, MAX_BODY)}`])
]

const reproducedText = ({ by, of, times }: Reproduced): string =>
  `Reproduced ${times} of ${of}, ${by === "requests" ? "by sending these requests again" : "by running the rule again with this seed"}.`

/** Lines without any secret. Steps are numbered as in the case file; ∥ marks those that were under way together. */
export const failureText = (entry: CatalogueEntry, outcome: Outcome, secrets: Secrets): string => {
  const { failure } = outcome
  if (failure === undefined) return ""
  const { at, caseFile, exchanges, reproduced, seed } = failure
  const all = at === undefined || exchanges.includes(at) ? exchanges : [...exchanges, at]
  const together = new Set(overlapping(all))
  const markOf = (exchange: Exchange) =>
    `${together.has(exchange) ? "   ∥" : ""}${exchange === (at ?? all.at(-1)) ? "   ← here" : ""}`
  const hidden = Math.max(0, all.length - MAX_STEPS)
  const lines = [
    `${outcome.status} ${entry.id} (${entry.strength}) ${entry.text}`,
    `Clause: ${entry.clause}`,
    failure.message,
    `Expected: ${failure.expected}`,
    `Got:      ${failure.got}`,
    ...outcome.notes,
    ...(hidden > 0 ? [`The last ${MAX_STEPS} of ${all.length} requests:`] : ["Requests:"]),
    ...all.slice(hidden).flatMap((exchange, index) => stepText(exchange, hidden + index + 1, markOf(exchange))),
    ...(reproduced === undefined ? [] : [reproducedText(reproduced)]),
    `Seed ${seed}. Again: platform-conformance run --only ${entry.id} --seed ${seed}`,
    ...(caseFile === undefined ? [] : [`Case file: ${caseFile}`, `Replay: platform-conformance replay ${caseFile}`])
  ]
  return secrets.redact(lines.join("\n"))
}
