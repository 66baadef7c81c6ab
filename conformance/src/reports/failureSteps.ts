/** The requests of a violation as they are shown: without any secret, each with a command line that sends it again. */
import type { Failure } from "../engine/Outcome.ts"
import { requestsOf } from "../runs/caseFile.ts"
import { overlapping } from "../runs/lanes.ts"
import { curlText } from "../wire/curlText.ts"
import type { Exchange, SentRequest } from "../wire/Exchange.ts"
import type { Secrets } from "../wire/Secrets.ts"

/** More requests than this are left to the case file; the last ones are shown. */
export const MAX_STEPS = 12

const MAX_ANSWER = 400

/** One request with its answer. */
export interface ReportedStep {
  /** As in the case file, from 1. */
  readonly number: number
  readonly request: string
  readonly identity: string
  readonly status: number
  readonly command: string
  /** The body of the answer, cut with an ellipsis where it is long. */
  readonly answer: string
  /** Whether it was under way together with another one of the case. */
  readonly isTogether: boolean
  /** Whether its answer shows the violation. */
  readonly isHere: boolean
}

/** Before anything is cut or quoted: half a secret is not found any more. */
const withoutSecrets = (request: SentRequest, secrets: Secrets): SentRequest => {
  const redact = (text: string) => secrets.redact(text)
  return {
    ...request,
    url: redact(request.url),
    target: redact(request.target),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [
        name,
        typeof value === "string" ? redact(value) : value.map(redact)
      ])
    ),
    body: request.body === undefined ? undefined : redact(request.body)
  }
}

const cut = (text: string): string => (text.length <= MAX_ANSWER ? text : `${text.slice(0, MAX_ANSWER)}…`)

/** The last requests of a violation, in their order. */
export const failureSteps = (failure: Failure, secrets: Secrets): ReadonlyArray<ReportedStep> => {
  const all = requestsOf(failure)
  const together = new Set(overlapping(all))
  const here = failure.at ?? all.at(-1)
  const stepOf = (exchange: Exchange, index: number): ReportedStep => {
    const request = withoutSecrets(exchange.request, secrets)
    return {
      number: index + 1,
      request: `${request.method} ${request.target}`,
      identity: request.identity,
      status: exchange.status,
      command: curlText(request),
      answer: cut(secrets.redact(exchange.text)),
      isTogether: together.has(exchange),
      isHere: exchange === here
    }
  }
  return all.map(stepOf).slice(-MAX_STEPS)
}
