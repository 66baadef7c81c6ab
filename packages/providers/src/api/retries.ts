/** When a request is repeated, and after how long. Knows no request. */
import { Context, Duration, Effect, Random } from "effect"
import type { Answer } from "./Answer.ts"
import { retryAfterSeconds } from "./retryAfter.ts"

/** Requests for one answer, the first one among them. */
export const MAX_TRIES = 4

/** A service that asks for more patience than this is reported instead of waited for. */
export const LONGEST_WAIT_SECONDS = 120

const FIRST_WAIT_MILLIS = 1000
const LONGEST_OWN_WAIT_MILLIS = 30_000

/** How time passes between two tries. */
export const Waiting = Context.Reference<(wait: Duration.Duration) => Effect.Effect<void>>(
  "platform-control/providers/api/Waiting",
  { defaultValue: () => Effect.sleep }
)

/** Statuses behind which there is no decision: the same request may succeed a moment later. 501 will not. */
export const isPassing = (status: number): boolean =>
  status === 408 || status === 429 || (status >= 500 && status !== 501)

/** 1, 2, 4 seconds and so on, with up to a quarter more, so that clients that failed together do not return together. */
const ownWait = (tries: number): Effect.Effect<Duration.Duration> =>
  Effect.map(Random.next, (share) =>
    Duration.millis(Math.min(LONGEST_OWN_WAIT_MILLIS, FIRST_WAIT_MILLIS * 2 ** (tries - 1)) * (1 + share / 4))
  )

/** The wait before the next try: what the answer asks for, else our own. Nothing when it is not worth waiting. */
export const waitAfter = Effect.fnUntraced(function* (
  answer: Answer | undefined,
  tries: number,
  waitedMillis: number,
  nowMillis: number
) {
  if (tries >= MAX_TRIES) return undefined
  const asked = retryAfterSeconds(answer?.retryAfter, nowMillis)
  const wait = asked === undefined ? yield* ownWait(tries) : Duration.seconds(asked)
  return waitedMillis + Duration.toMillis(wait) > LONGEST_WAIT_SECONDS * 1000 ? undefined : wait
})
