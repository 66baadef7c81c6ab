/** One question to a service: sent, repeated where that may help, logged. Knows no schema. */
import { Clock, Duration, Effect, Option, type Semaphore } from "effect"
import { type HttpClient, HttpClientRequest } from "effect/http"
import { type LookupError, RateLimited, Unavailable } from "../LookupError.ts"
import { type Answer, readAnswer } from "./Answer.ts"
import { type ConnectionProblem, connectionProblem, timedOut } from "./connectionProblem.ts"
import { refusal } from "./refusal.ts"
import { isPassing, waitAfter, Waiting } from "./retries.ts"
import type { Service } from "./Service.ts"

/** Shared by the services of one provider. */
export interface Connection {
  readonly http: HttpClient.HttpClient
  /** Bounds how many requests are under way at the same time; the others wait for their turn. */
  readonly slots: Semaphore.Semaphore
}

/** One question on its way. */
export interface Question {
  readonly service: Service
  readonly connection: Connection
  /** Without the service's own headers. */
  readonly request: HttpClientRequest.HttpClientRequest
  /** As people read it, without secrets. */
  readonly asked: string
  /** Whether it may be sent again though the service may have acted on it. */
  readonly repeatable: boolean
}

type Outcome =
  | { readonly _tag: "Answered"; readonly answer: Answer }
  | ({ readonly _tag: "Unanswered" } & ConnectionProblem)

const send = Effect.fnUntraced(function* ({ connection, request, service }: Question) {
  const headers = { "user-agent": "platform-control", ...(yield* service.headers), ...request.headers }
  const outcome = yield* connection.http.execute(HttpClientRequest.setHeaders(request, headers)).pipe(
    Effect.flatMap(readAnswer),
    Effect.map((answer): Outcome => ({ _tag: "Answered", answer })),
    Effect.catch((error) => Effect.succeed<Outcome>({ _tag: "Unanswered", ...connectionProblem(error, service) })),
    Effect.timeoutOption(Duration.millis(service.timeoutMillis)),
    connection.slots.withPermits(1)
  )
  return Option.getOrElse(outcome, (): Outcome => ({ _tag: "Unanswered", ...timedOut(service) }))
})

const resultOf = (outcome: Outcome): string =>
  outcome._tag === "Answered" ? `${outcome.answer.status}.` : outcome.error.message

/** Header values stay out of the log: besides the credential, those that the user configures may be secrets. */
const log = Effect.fnUntraced(function* (question: Question, outcome: Outcome, tries: number, startedMillis: number) {
  const millis = (yield* Clock.currentTimeMillis) - startedMillis
  yield* Effect.annotateLogs(Effect.logDebug(`${question.asked}: ${resultOf(outcome)}`), {
    service: question.service.words.name,
    millis,
    try: tries
  })
})

const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300

const maySucceedLater = ({ repeatable }: Question, outcome: Outcome): boolean =>
  outcome._tag === "Answered"
    ? outcome.answer.status === 429 || (repeatable && isPassing(outcome.answer.status))
    : repeatable && outcome.passing

const after = (tries: number): string => (tries === 1 ? "" : ` Asked ${tries} times.`)

const failure = (question: Question, outcome: Outcome, tries: number, nowMillis: number): LookupError => {
  const error =
    outcome._tag === "Answered" ? refusal(question.asked, outcome.answer, question.service, nowMillis) : outcome.error
  const message = error.message + after(tries)
  if (error._tag === "Unavailable") return new Unavailable({ message })
  return error._tag === "RateLimited" ? new RateLimited({ retryAfterSeconds: error.retryAfterSeconds, message }) : error
}

/** The successful answer to a question; every other outcome is a failure that says what to do. */
export const exchange = Effect.fnUntraced(function* (question: Question) {
  const wait = yield* Waiting
  const { renewCredential } = question.service
  let renewed = renewCredential === undefined
  let waitedMillis = 0
  for (let tries = 1; ; tries++) {
    const startedMillis = yield* Clock.currentTimeMillis
    const outcome = yield* send(question)
    yield* log(question, outcome, tries, startedMillis)
    if (outcome._tag === "Answered" && isSuccess(outcome.answer)) return outcome.answer
    if (!renewed && outcome._tag === "Answered" && outcome.answer.status === 401) {
      renewed = true
      if (yield* renewCredential ?? Effect.succeed(false)) continue
    }
    const nowMillis = yield* Clock.currentTimeMillis
    const answer = outcome._tag === "Answered" ? outcome.answer : undefined
    const pause = maySucceedLater(question, outcome)
      ? yield* waitAfter(answer, tries, waitedMillis, nowMillis)
      : undefined
    if (pause === undefined) return yield* failure(question, outcome, tries, nowMillis)
    yield* Effect.logInfo(
      `${question.asked}: ${resultOf(outcome)} It is asked again in ${Math.ceil(Duration.toSeconds(pause))} s.`
    )
    waitedMillis += Duration.toMillis(pause)
    yield* wait(pause)
  }
})
