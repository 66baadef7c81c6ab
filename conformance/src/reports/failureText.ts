/** A violation as a person reads it: the clause, the requests, what was expected, what came, how to see it again. */
import type { CatalogueEntry } from "../catalogue/Catalogue.ts"
import type { Outcome } from "../engine/Outcome.ts"
import { curlText } from "../wire/curlText.ts"
import type { Exchange } from "../wire/Exchange.ts"
import type { Secrets } from "../wire/Secrets.ts"

/** More requests than this are left to the case file; the last ones are shown. */
const MAX_STEPS = 12

const MAX_BODY = 400

const stepText = (exchange: Exchange, isAt: boolean): ReadonlyArray<string> => [
  `  ${exchange.origin.step}. ${exchange.request.method} ${exchange.request.target} as ${exchange.request.identity} → ${exchange.status}${isAt ? "   ← here" : ""}`,
  `     ${curlText(exchange.request)}`,
  ...(exchange.text === "" ? [] : [`     ${exchange.text.slice(0, MAX_BODY)}`])
]

/** Lines without any secret. */
export const failureText = (entry: CatalogueEntry, outcome: Outcome, secrets: Secrets): string => {
  const { failure } = outcome
  if (failure === undefined) return ""
  const { at, exchanges } = failure
  const numbered = at === undefined || exchanges.includes(at) ? exchanges : [...exchanges, at]
  const shown = numbered.slice(-MAX_STEPS)
  const lines = [
    `${outcome.status} ${entry.id} (${entry.strength}) ${entry.text}`,
    `Clause: ${entry.clause}`,
    failure.message,
    `Expected: ${failure.expected}`,
    `Got:      ${failure.got}`,
    ...outcome.notes,
    ...(shown.length < numbered.length ? [`The last ${shown.length} of ${numbered.length} requests:`] : ["Requests:"]),
    ...shown.flatMap((exchange) => stepText(exchange, exchange === (at ?? numbered.at(-1)))),
    `Seed ${failure.seed}. Again: platform-conformance run --only ${entry.id} --seed ${failure.seed}`,
    ...(failure.caseFile === undefined
      ? []
      : [`Case file: ${failure.caseFile}`, `Replay: platform-conformance replay ${failure.caseFile}`])
  ]
  return secrets.redact(lines.join("\n"))
}
