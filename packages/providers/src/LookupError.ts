/** How a lookup can fail. Messages are whole sentences for the person who asked, and hold no secret. */
import { Data } from "effect"

interface Said {
  readonly message: string
}

/** The input can't be: refused before a request is sent, or by the service's own check of a value (400, 422). */
export class InvalidInput extends Data.TaggedError("InvalidInput")<Said> {}

/** Nothing fits the input, or nothing that the credential may see. */
export class NotFound extends Data.TaggedError("NotFound")<Said> {}

/** More than one thing fits where exactly one was asked for. */
export class Ambiguous extends Data.TaggedError("Ambiguous")<Said> {}

/** The service does not take the credential. */
export class Unauthorized extends Data.TaggedError("Unauthorized")<Said> {}

/** The service knows the credential and refuses it what was asked. */
export class Forbidden extends Data.TaggedError("Forbidden")<Said> {}

/** The service still limits requests after all that a client waits; the seconds are the service's own, if it named any. */
export class RateLimited extends Data.TaggedError("RateLimited")<
  Said & { readonly retryAfterSeconds: number | undefined }
> {}

/** No answer: unreachable, a certificate that can't be verified, a time-out, or a server fault (5xx) that lasts. */
export class Unavailable extends Data.TaggedError("Unavailable")<Said> {}

/** An answer that is none of the service's: another media type, malformed JSON, a missing field, a redirect. */
export class UnexpectedAnswer extends Data.TaggedError("UnexpectedAnswer")<Said> {}

/** Every way in which a lookup fails. */
export type LookupError =
  | InvalidInput
  | NotFound
  | Ambiguous
  | Unauthorized
  | Forbidden
  | RateLimited
  | Unavailable
  | UnexpectedAnswer
