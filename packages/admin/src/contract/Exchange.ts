/** The words of the token exchange (Spec A, Token exchange; RFC 8693; RFC 6749, section 6; open points, section 2). */
import { Schema, SchemaTransformation } from "effect"
import { ErrorDetail } from "@platform-control/core/Errors"

/** `grant_type` of the variant that trades an identity token (RFC 8693, section 2.1). */
export const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"

/** `grant_type` of the variant that trades a refresh token (RFC 6749, section 6). */
export const REFRESH_TOKEN = "refresh_token"

/** The only `subject_token_type`. */
export const ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token"

/** An organization's audience is this and its canonical name. */
export const AUDIENCE_PREFIX = "urn:svc:org:"

const TOKEN_TYPE_PREFIX = "urn:svc:token-type:access_token:"

/** What can be asked for, by its `requested_token_type`. */
export const RequestedTokenType = Schema.Literals([
  `${TOKEN_TYPE_PREFIX}organization`,
  `${TOKEN_TYPE_PREFIX}team`,
  `${TOKEN_TYPE_PREFIX}personal`,
  `${TOKEN_TYPE_PREFIX}runner`
])
export type RequestedTokenType = typeof RequestedTokenType.Type

/** The kinds of tokens that an identity token can be traded for. */
export type ExchangedKind = "organization" | "team" | "personal" | "runner"

/** The kind that a type names. */
export const kindOfType = (type: RequestedTokenType): ExchangedKind =>
  type.slice(TOKEN_TYPE_PREFIX.length) as ExchangedKind

/** The type that names a kind. */
export const typeOfKind = (kind: ExchangedKind): RequestedTokenType => `${TOKEN_TYPE_PREFIX}${kind}`

/** Longer identity tokens are not looked at, in characters. */
export const MAX_IDENTITY_TOKEN_LENGTH = 16_384

const MAX_TEXT_LENGTH = 1024

const text = Schema.String.pipe(Schema.check(Schema.isMaxLength(MAX_TEXT_LENGTH)))

const identityToken = Schema.String.pipe(
  Schema.check(Schema.isMinLength(1), Schema.isMaxLength(MAX_IDENTITY_TOKEN_LENGTH))
)

const expiration = "Expected a number of seconds, 0 for the usual lifetime"

const Expiration = Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0, { message: expiration })))

/** In a form numbers arrive as text, and a parameter without a value counts as left out (RFC 6749, section 3.2). */
const ExpirationText = Schema.String.pipe(
  Schema.check(Schema.isPattern(/^\d{0,15}$/, { message: expiration })),
  Schema.decodeTo(Schema.Int, SchemaTransformation.numberFromString)
)

const exchangeFields = {
  grant_type: Schema.Literal(TOKEN_EXCHANGE),
  /** `urn:svc:org:{ORG_NAME}`. */
  audience: text,
  subject_token: identityToken,
  subject_token_type: Schema.Literal(ID_TOKEN),
  requested_token_type: RequestedTokenType,
  /** organization: empty or `admin`; else `team:TEAM_NAME`, `user:USER_LOGIN`, `runner:RUNNER_NAME`. */
  scope: Schema.optionalKey(text)
}

const refreshFields = { grant_type: Schema.Literal(REFRESH_TOKEN), refresh_token: text }

/** Trades an identity token. `expiration` is the wished lifetime in seconds. */
export const TokenExchangeRequest = Schema.Struct({
  ...exchangeFields,
  expiration: Schema.optionalKey(Expiration)
}).annotate({ identifier: "TokenExchangeRequest" })
export type TokenExchangeRequest = typeof TokenExchangeRequest.Type

/** Trades a refresh token. */
export const RefreshTokenRequest = Schema.Struct(refreshFields).annotate({ identifier: "RefreshTokenRequest" })

/** Either variant; `grant_type` tells them apart. */
export const ExchangeRequest = Schema.Union([TokenExchangeRequest, RefreshTokenRequest])
export type ExchangeRequest = typeof ExchangeRequest.Type

/** The first variant in a form. */
export const TokenExchangeForm = Schema.Struct({ ...exchangeFields, expiration: Schema.optionalKey(ExpirationText) })

/** The second variant in a form. */
export const RefreshTokenForm = Schema.Struct(refreshFields)

/** Either variant in a form. */
export const ExchangeForm = Schema.Union([TokenExchangeForm, RefreshTokenForm])

/** The issued token (Spec A, Token exchange response; RFC 8693, section 2.2.1). */
export const ExchangeResponse = Schema.Struct({
  access_token: Schema.String,
  /** The type that was requested. */
  issued_token_type: RequestedTokenType,
  token_type: Schema.Literal("Bearer"),
  /** Seconds. */
  expires_in: Schema.Int,
  /** The scope that was granted; may be empty. */
  scope: Schema.String,
  refresh_token: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "ExchangeResponse" })
export type ExchangeResponse = typeof ExchangeResponse.Type

/** Error codes of RFC 6749, section 5.2, and of RFC 8693, section 2.2.2. */
export const ExchangeErrorCode = Schema.Literals([
  "invalid_request",
  "invalid_grant",
  "unsupported_grant_type",
  "invalid_scope",
  "invalid_target"
])
export type ExchangeErrorCode = typeof ExchangeErrorCode.Type

/** 400: both forms of a refusal in one body, RFC 6749's and that of every other operation (open points, section 2). */
export class ExchangeRefused extends Schema.Error<ExchangeRefused>("ExchangeRefused")(
  {
    code: Schema.tag(400),
    error: ExchangeErrorCode,
    error_description: Schema.String,
    message: Schema.String,
    documentationUrl: Schema.optionalKey(Schema.String),
    errors: Schema.optionalKey(Schema.Array(ErrorDetail))
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "ExchangeRefused"
}
