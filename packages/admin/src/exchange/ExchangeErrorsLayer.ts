/** Turns a request that does not fit the exchange's schema into a refusal of RFC 6749, and keeps answers from being stored. */
import { Effect, Layer } from "effect"
import { HttpEffect, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import type { ErrorDetail } from "@platform-control/core/Errors"
import { ExchangeErrors } from "../contract/ExchangeGroup.ts"
import { ExchangeRefused, REFRESH_TOKEN, TOKEN_EXCHANGE } from "../contract/Exchange.ts"
import { type SchemaProblem, schemaProblems } from "../organizations/schemaProblems.ts"

const grants: ReadonlySet<unknown> = new Set([TOKEN_EXCHANGE, REFRESH_TOKEN])

const refused = (
  error: "invalid_request" | "unsupported_grant_type",
  description: string,
  errors: ReadonlyArray<ErrorDetail>
) => new ExchangeRefused({ error, error_description: description, message: `${error}: ${description}`, errors })

/** `grant_type` as it was sent, however malformed the rest is. The body was read before and is not read again. */
const sentGrant = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const text = yield* request.text
  const isForm = request.headers["content-type"]?.toLowerCase().startsWith("application/x-www-form-urlencoded") === true
  if (isForm) return new URLSearchParams(text).getAll("grant_type")
  const body: unknown = JSON.parse(text)
  return typeof body === "object" && body !== null && "grant_type" in body ? [body.grant_type] : []
}).pipe(Effect.catchCause(() => Effect.succeed<ReadonlyArray<unknown>>([])))

const detailOf = ({ message, path }: SchemaProblem): ErrorDetail => ({
  resource: "body",
  ...(path.length === 0 ? {} : { attribute: path.join(".") }),
  errorType: message === "Missing key" ? "required" : "invalid",
  customMessage: message
})

const ofGrant = (expected: string, isMissing: boolean): ErrorDetail => ({
  resource: "body",
  attribute: "grant_type",
  errorType: isMissing ? "required" : "invalid",
  customMessage: expected
})

/** What is wrong with `grant_type`, which says how the rest is to be read; undefined when it is one of the two. */
const grantRefusal = (sent: ReadonlyArray<unknown>): ExchangeRefused | undefined => {
  const [grant] = sent
  if (sent.length === 1 && grants.has(grant)) return undefined
  const expected = `Expected the grant_type ${TOKEN_EXCHANGE} or ${REFRESH_TOKEN}`
  const isMissing = sent.length === 0 || grant === ""
  const isUnknown = sent.length === 1 && typeof grant === "string" && grant !== ""
  return refused(isUnknown ? "unsupported_grant_type" : "invalid_request", expected, [ofGrant(expected, isMissing)])
}

const refusalOf = (
  error: HttpApiError.HttpApiSchemaError
): Effect.Effect<ExchangeRefused, never, HttpServerRequest.HttpServerRequest> =>
  Effect.map(sentGrant, (sent) => {
    const problems = schemaProblems(error.cause).map(detailOf)
    const isWhole = problems.some(({ attribute }) => attribute === undefined)
    const aboutGrant = isWhole ? grantRefusal(sent) : undefined
    const places = problems.map((problem) => `${problem.attribute ?? "body"}: ${problem.customMessage}`)
    return aboutGrant ?? refused("invalid_request", places.join("; "), problems)
  })

const isUnreadable = (defect: unknown): boolean =>
  HttpServerError.isHttpServerError(defect) &&
  defect.reason._tag === "RequestParseError" &&
  defect.reason.reason !== "BodyTooLarge"

/** RFC 6749, section 5.1, for answers of either kind. */
const notStored = HttpEffect.appendPreResponseHandler((_request, response) =>
  Effect.succeed(HttpServerResponse.setHeaders(response, { "cache-control": "no-store", pragma: "no-cache" }))
)

/** A response that does not fit its own schema is a defect, not the caller's fault. */
export const ExchangeErrorsLayer: Layer.Layer<ExchangeErrors> = Layer.succeed(ExchangeErrors, (handler) =>
  Effect.andThen(notStored, handler).pipe(
    Effect.catchDefect((defect) =>
      isUnreadable(defect)
        ? Effect.fail(refused("invalid_request", "The body broke off or can't be decoded", []))
        : Effect.die(defect)
    ),
    Effect.catch((error) => {
      if (!HttpApiError.HttpApiSchemaError.is(error)) return Effect.fail(error)
      if (error.kind === "Body" || error.kind === "ResponseHeaders") return Effect.die(error)
      return Effect.flatMap(refusalOf(error), Effect.fail)
    })
  )
)
