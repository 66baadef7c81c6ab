/** An answer as it came: status, headers that matter, and its text, which is bounded. */
import { Effect, Stream } from "effect"
import type { HttpClientResponse } from "effect/http"

/** More than this is no answer to a lookup; a page of a list is a hundredth of it. */
const MAX_BODY_BYTES = 32 * 1024 * 1024

/** So much of a text that is not what it should be is shown. */
const SHOWN = 120

/** One answer. */
export interface Answer {
  readonly status: number
  readonly contentType: string
  readonly location: string | undefined
  readonly retryAfter: string | undefined
  /** Nothing when the body is larger than what is read. */
  readonly text: string | undefined
}

/** Reads the body to its end, or up to the bound. */
export const readAnswer = Effect.fnUntraced(function* (response: HttpClientResponse.HttpClientResponse) {
  const decoder = new TextDecoder()
  let text = ""
  let bytes = 0
  yield* response.stream.pipe(
    Stream.takeWhile((part) => (bytes += part.length) <= MAX_BODY_BYTES),
    Stream.runForEach((part) => Effect.sync(() => (text += decoder.decode(part, { stream: true }))))
  )
  const answer: Answer = {
    status: response.status,
    contentType: response.headers["content-type"] ?? "",
    location: response.headers["location"],
    retryAfter: response.headers["retry-after"],
    text: bytes > MAX_BODY_BYTES ? undefined : text + decoder.decode()
  }
  return answer
})

/** The JSON of an answer; nothing when it is none, whatever the content type says. */
export const jsonOf = ({ text }: Answer): { readonly value: unknown } | undefined => {
  try {
    return text === undefined ? undefined : { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** The beginning of an answer that is not what it should be, on one line. */
export const beginning = ({ contentType, text = "" }: Answer): string => {
  // oxlint-disable-next-line no-control-regex
  const line = text.replaceAll(/[\s\u0000-\u001f\u007f]+/g, " ").trim()
  const shown = line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line
  return `${contentType === "" ? "no content type" : contentType}${shown === "" ? ", empty" : `: ${shown}`}`
}
