/** The refusals that every operation can answer, one class a status, all with one body (open points, section 1). */
import { Schema } from "effect"

/** What kind of fault one entry of `errors` names. */
export const ErrorType = Schema.Literals(["not_found", "required", "invalid", "already_exists", "custom"])
export type ErrorType = typeof ErrorType.Type

/** One fault of a refused request: `resource` is the part of the request or the kind of thing, `attribute` the field. */
export const ErrorDetail = Schema.Struct({
  resource: Schema.String,
  attribute: Schema.optionalKey(Schema.String),
  errorType: ErrorType,
  customMessage: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "ErrorDetail" })
export type ErrorDetail = typeof ErrorDetail.Type

const body = <Status extends number>(status: Status) => ({
  code: Schema.tag(status),
  message: Schema.String,
  documentationUrl: Schema.optionalKey(Schema.String),
  errors: Schema.optionalKey(Schema.Array(ErrorDetail))
})

/** 400: the request can't be understood or breaks a stated rule. */
export class BadRequest extends Schema.Error<BadRequest>("BadRequest")(body(400), { httpApiStatus: 400 }) {
  readonly _tag = "BadRequest"
}

/** 401: no credential, or one that is malformed, unknown, expired, revoked or of a kind that can't authenticate. */
export class Unauthorized extends Schema.Error<Unauthorized>("Unauthorized")(body(401), { httpApiStatus: 401 }) {
  readonly _tag = "Unauthorized"
}

/** 403: the caller is known and lacks a permission that the message names. */
export class Forbidden extends Schema.Error<Forbidden>("Forbidden")(body(403), { httpApiStatus: 403 }) {
  readonly _tag = "Forbidden"
}

/** 404: nothing of that name is visible to the caller. */
export class NotFound extends Schema.Error<NotFound>("NotFound")(body(404), { httpApiStatus: 404 }) {
  readonly _tag = "NotFound"
}

/** 405: the path exists, the method does not; the answer carries `Allow`. */
export class MethodNotAllowed extends Schema.Error<MethodNotAllowed>("MethodNotAllowed")(body(405), {
  httpApiStatus: 405
}) {
  readonly _tag = "MethodNotAllowed"
}

/** 406: none of the media types that the caller accepts can be answered; the message names those that can. */
export class NotAcceptable extends Schema.Error<NotAcceptable>("NotAcceptable")(body(406), { httpApiStatus: 406 }) {
  readonly _tag = "NotAcceptable"
}

/** 409: the request contradicts what already exists. */
export class Conflict extends Schema.Error<Conflict>("Conflict")(body(409), { httpApiStatus: 409 }) {
  readonly _tag = "Conflict"
}

/** 412: a condition that the operation depends on does not hold yet. */
export class PreconditionFailed extends Schema.Error<PreconditionFailed>("PreconditionFailed")(body(412), {
  httpApiStatus: 412
}) {
  readonly _tag = "PreconditionFailed"
}

/** 413: the body is larger than the bound that the message states in bytes. */
export class PayloadTooLarge extends Schema.Error<PayloadTooLarge>("PayloadTooLarge")(body(413), {
  httpApiStatus: 413
}) {
  readonly _tag = "PayloadTooLarge"
}

/** 415: the body's media type or encoding is not one that the operation reads. */
export class UnsupportedMediaType extends Schema.Error<UnsupportedMediaType>("UnsupportedMediaType")(body(415), {
  httpApiStatus: 415
}) {
  readonly _tag = "UnsupportedMediaType"
}

/** 429: too many requests; the answer carries `Retry-After` in seconds. */
export class TooManyRequests extends Schema.Error<TooManyRequests>("TooManyRequests")(body(429), {
  httpApiStatus: 429
}) {
  readonly _tag = "TooManyRequests"
}

/** 500: a fault of the server; the message names the request id and nothing else. */
export class InternalError extends Schema.Error<InternalError>("InternalError")(body(500), { httpApiStatus: 500 }) {
  readonly _tag = "InternalError"
}

/** 503: the server is starting, draining, or lacks something it needs; the answer carries `Retry-After` in seconds. */
export class ServiceUnavailable extends Schema.Error<ServiceUnavailable>("ServiceUnavailable")(body(503), {
  httpApiStatus: 503
}) {
  readonly _tag = "ServiceUnavailable"
}
