/** Turns a request that does not fit the exchange's schema into a refusal of RFC 6749, and keeps answers from being stored. */
import { Effect, Layer, Result, Schema } from "effect"
import { HttpEffect, HttpServerError, HttpServerRequest, HttpServerResponse, UrlParams } from "effect/http"
import { HttpApiError } from "effect/http-api"
import type { ErrorDetail } from "@platform-control/core/Errors"
import { ExchangeErrors } from "../contract/ExchangeGroup.ts"
import {
  type ExchangeRefused,
  REFRESH_TOKEN,
  RefreshTokenForm,
  RefreshTokenRequest,
  TOKEN_EXCHANGE,
  TokenExchangeForm,
  TokenExchangeRequest
} from "../contract/Exchange.ts"
import { type SchemaProblem, schemaProblems } from "../organizations/schemaProblems.ts"
import { refusal } from "./refusals.ts"

/** Longer forms are not taken apart, in characters; the longest identity token needs a quarter of it. */
const MAX_FORM_LENGTH = 65_536

/** Nor those of more parameters: without values they cost Node the square of their number. */
const MAX_FORM_PARAMETERS = 100

type Shape = Schema.Codec<unknown, unknown>

/** What each grant has to look like, in JSON and in a form. */
const shapes: ReadonlyMap<unknown, { readonly json: Shape; readonly form: Shape }> = new Map([
  [TOKEN_EXCHANGE, { json: TokenExchangeRequest, form: TokenExchangeForm }],
  [REFRESH_TOKEN, { json: RefreshTokenRequest, form: RefreshTokenForm }]
])

const isForm = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  headers["content-type"]?.toLowerCase().startsWith("application/x-www-form-urlencoded") === true

const isSmall = (form: string): boolean =>
  form.length <= MAX_FORM_LENGTH && form.split("&", MAX_FORM_PARAMETERS + 1).length <= MAX_FORM_PARAMETERS

/** What is read of the body here is remembered by the request. */
const requireSmall = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
  if (!isForm(request)) return Effect.void
  const expected = `Expected a form of at most ${MAX_FORM_LENGTH} characters and ${MAX_FORM_PARAMETERS} parameters`
  return Effect.flatMap(Effect.orDie(request.text), (text) =>
    isSmall(text) ? Effect.void : Effect.fail(refusal("invalid_request", expected, []))
  )
})

/** The body as it was sent, however malformed; `grants` is every `grant_type` in it. */
interface Sent {
  readonly grants: ReadonlyArray<unknown>
  readonly body: unknown
  readonly form: boolean
}

const sentBody = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  if (isForm(request)) {
    const body = UrlParams.toRecord(yield* request.urlParamsBody)
    return { grants: [body["grant_type"] ?? []].flat(), body, form: true }
  }
  const body: unknown = JSON.parse(yield* request.text)
  const grants = typeof body === "object" && body !== null && "grant_type" in body ? [body.grant_type] : []
  return { grants, body, form: false }
}).pipe(Effect.catchCause(() => Effect.succeed<Sent>({ grants: [], body: undefined, form: false })))

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
  if (sent.length === 1 && shapes.has(grant)) return undefined
  const expected = `Expected the grant_type ${TOKEN_EXCHANGE} or ${REFRESH_TOKEN}`
  const isMissing = sent.length === 0 || grant === ""
  const isUnknown = sent.length === 1 && typeof grant === "string" && grant !== ""
  return refusal(isUnknown ? "unsupported_grant_type" : "invalid_request", expected, [ofGrant(expected, isMissing)])
}

/** The problems of the shape that the grant calls for: those of a choice between shapes name no place. */
const problemsOf = ({ body, form, grants }: Sent): ReadonlyArray<SchemaProblem> => {
  const shape = shapes.get(grants[0])
  if (shape === undefined) return []
  const read = Schema.decodeUnknownResult(form ? shape.form : shape.json, { errors: "all" })(body)
  return Result.isFailure(read) ? schemaProblems(read.failure) : []
}

const refusalOf = (
  error: HttpApiError.HttpApiSchemaError
): Effect.Effect<ExchangeRefused, never, HttpServerRequest.HttpServerRequest> =>
  Effect.map(sentBody, (sent) => {
    const stated = schemaProblems(error.cause)
    const isWhole = stated.some(({ path }) => path.length === 0)
    const aboutGrant = isWhole ? grantRefusal(sent.grants) : undefined
    if (aboutGrant !== undefined) return aboutGrant
    const places = isWhole ? problemsOf(sent) : []
    const problems = (places.length > 0 ? places : stated).map(detailOf)
    const texts = problems.map((problem) => `${problem.attribute ?? "body"}: ${problem.customMessage}`)
    return refusal("invalid_request", texts.join("; "), problems)
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
  Effect.andThen(notStored, Effect.andThen(requireSmall, handler)).pipe(
    Effect.catchDefect((defect) =>
      isUnreadable(defect)
        ? Effect.fail(refusal("invalid_request", "The body broke off or can't be decoded", []))
        : Effect.die(defect)
    ),
    Effect.catch((error) => {
      if (!HttpApiError.HttpApiSchemaError.is(error)) return Effect.fail(error)
      if (error.kind === "Body" || error.kind === "ResponseHeaders") return Effect.die(error)
      return Effect.flatMap(refusalOf(error), Effect.fail)
    })
  )
)
