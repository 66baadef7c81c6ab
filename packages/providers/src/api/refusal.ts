/** What an answer that is no success means, and what to do about it. */
import {
  Forbidden,
  InvalidInput,
  type LookupError,
  NotFound,
  RateLimited,
  Unauthorized,
  Unavailable,
  UnexpectedAnswer
} from "../LookupError.ts"
import { type Answer, beginning, jsonOf } from "./Answer.ts"
import { retryAfterSeconds } from "./retryAfter.ts"
import type { Service } from "./Service.ts"

const redirect = (asked: string, answer: Answer, { words }: Service): UnexpectedAnswer =>
  new UnexpectedAnswer({
    message:
      `${asked} is answered with a redirect${answer.location === undefined ? "" : ` to ${answer.location}`} ` +
      `(${answer.status}). ${words.address} has to be the address that answers itself: compare scheme, host and path.`
  })

const notThere = (asked: string, answer: Answer, said: string | undefined, { words }: Service): LookupError =>
  said === undefined
    ? new UnexpectedAnswer({
        message:
          `${asked} is answered as no ${words.name} does (${answer.status}, ${beginning(answer)}). ` +
          `Check host and path in ${words.address}.`
      })
    : new NotFound({ message: `${asked}: ${said}` })

const tooMany = (asked: string, answer: Answer, { words }: Service, nowMillis: number): RateLimited => {
  const seconds = retryAfterSeconds(answer.retryAfter, nowMillis)
  return new RateLimited({
    retryAfterSeconds: seconds,
    message:
      `${words.name} limits requests (${asked}: 429). ` +
      (seconds === undefined ? "Try again later." : `It asks to wait ${seconds} s.`)
  })
}

/** `asked` is the request as people read it, without secrets. */
export const refusal = (asked: string, answer: Answer, service: Service, nowMillis: number): LookupError => {
  const { status } = answer
  const json = jsonOf(answer)
  const said = json === undefined ? undefined : service.saidIn(json.value)
  const { words } = service
  const text = said ?? beginning(answer)
  if (service.refusesCredential(status, said))
    return new Unauthorized({
      message: `${words.name} does not take the credential: ${text} (${status}). Check ${words.credential}.`
    })
  if (status === 403)
    return new Forbidden({
      message: `${asked}: ${text} (403). The owner of ${words.credential} lacks this permission.`
    })
  if (status === 400 || status === 422) return new InvalidInput({ message: `${asked}: ${text} (${status}).` })
  if (status === 404 || status === 410) return notThere(asked, answer, said, service)
  if (status === 429) return tooMany(asked, answer, service, nowMillis)
  if (status >= 500) return new Unavailable({ message: `${words.name} fails: ${asked}: ${text} (${status}).` })
  if (status >= 300 && status < 400) return redirect(asked, answer, service)
  return new UnexpectedAnswer({ message: `${asked}: ${text} (${status}).` })
}
