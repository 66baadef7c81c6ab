/** Which requests of a rule were under way together, for a report to draw. Judges nothing. */
import type { Outcome } from "../engine/Outcome.ts"
import type { Exchange } from "../wire/Exchange.ts"

/** One request of a race; times are milliseconds after the first one began. */
export interface Lane {
  readonly request: string
  readonly identity: string
  readonly status: number
  readonly startedAt: number
  readonly endedAt: number
}

/** More can't be told apart in a drawing. */
const MAX_LANES = 32

/** Those that were under way at the same time as another one. */
export const overlapping = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<Exchange> =>
  exchanges.filter((one) =>
    exchanges.some((other) => other !== one && other.startedAt < one.endedAt && one.startedAt < other.endedAt)
  )

/** Uploads go beside each other for speed alone. */
const isOperation = ({ request }: Exchange): boolean => !URL.canParse(request.target)

/** The failing case's requests that raced, or those of the rule's most crowded case. */
export const lanesOf = (outcome: Outcome, recorded: ReadonlyArray<Exchange>): ReadonlyArray<Lane> => {
  const ofRule = recorded.filter(({ origin }) => origin.rule === outcome.rule)
  const cases =
    outcome.failure === undefined
      ? [...Map.groupBy(ofRule.filter(isOperation), ({ origin }) => origin.case).values()]
      : [outcome.failure.exchanges.filter(isOperation)]
  const [crowd = []] = cases.map(overlapping).toSorted((left, right) => right.length - left.length)
  const inOrder = crowd.toSorted((left, right) => left.startedAt - right.startedAt).slice(0, MAX_LANES)
  const first = inOrder[0]?.startedAt ?? 0
  return inOrder.map(({ endedAt, request, startedAt, status }) => ({
    request: `${request.method} ${request.target}`,
    identity: request.identity,
    status,
    startedAt: startedAt - first,
    endedAt: endedAt - first
  }))
}
