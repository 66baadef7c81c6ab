/** Turns a failed call to a server into sentences that say what to do next. Knows the statuses, and no operation. */
import { Schema } from "effect"
import { HttpClientError } from "effect/http"
import { reasonOf } from "./reasonOf.ts"
import { Refusal, refused } from "./Refusal.ts"
import { withoutPassword } from "./serverAddress.ts"

/** Whether a failure is one of the decided refusals (open points, section 1), from a server or from a service. */
export const isAnswer = Schema.is(Schema.Struct({ code: Schema.Int, message: Schema.String }))

/** Sentences for one status that know the operation better than the general ones. */
export type Advice = Readonly<Record<number, string>>

const general: Advice = {
  401: "Set PLATFORM_CONTROL_TOKEN to a valid access token; `platform-control token create` makes one on the server's machine.",
  403: "Ask an administrator for that permission; `platform-control member set --help` tells how it is given.",
  429: "The server limits requests: wait a little and repeat the command.",
  500: "Repeat the command; if it fails again, the server's log says more under the request id.",
  503: "The server is starting or stopping: wait a little and repeat the command."
}

const notPlatformControl = (url: string, what: string): Refusal =>
  refused(
    `${url} answers, but not as Platform Control does (${what}).`,
    "Check --url or PLATFORM_CONTROL_URL: it names the server itself, without `/api` behind it."
  )

/** Said by the server's front or a proxy before it, so no operation declares it. */
const tooLarge = (advice: Advice): Refusal =>
  refused(
    "The server refuses a request of this size (413).",
    advice[413] ?? "Its setting PLATFORM_CONTROL_MAX_BODY bounds requests."
  )

const ofHttp = (url: string, { reason }: HttpClientError.HttpClientError, advice: Advice): Refusal => {
  if (reason._tag === "InvalidUrlError") return notPlatformControl(url, "it names a place that is no address")
  if (reason._tag === "TransportError" || reason._tag === "EncodeError")
    return refused(
      `No connection to ${url}: ${reasonOf(reason.cause)}.`,
      "Is the server running? `platform-control start` starts one; --url or PLATFORM_CONTROL_URL names another."
    )
  if (reason.response.status === 413) return tooLarge(advice)
  const type = reason.response.headers["content-type"] ?? "no content type"
  return notPlatformControl(url, `status ${reason.response.status}, ${type}`)
}

/** What to print for a failure of any call to the server at `address`. */
export const explain = (address: string, error: unknown, advice: Advice = {}): Refusal => {
  const url = withoutPassword(address)
  if (error instanceof Refusal) return error
  if (HttpClientError.isHttpClientError(error)) return ofHttp(url, error, advice)
  if (isAnswer(error)) {
    const next = advice[error.code] ?? general[error.code]
    return refused(`${error.message} (${error.code}).`, ...(next === undefined ? [] : [next]))
  }
  return notPlatformControl(url, "its answer has another shape")
}
