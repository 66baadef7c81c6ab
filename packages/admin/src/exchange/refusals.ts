/** The reasons for which an exchange is refused, each with its code of RFC 6749 or RFC 8693 and in the caller's words. */
import type { ErrorDetail } from "@platform-control/core/Errors"
import { type ExchangeErrorCode, ExchangeRefused } from "../contract/Exchange.ts"

/** RFC 6749, section 5.2, allows printable ASCII without `"` and `\` in descriptions. */
const asDescription = (message: string): string =>
  message
    .replaceAll('"', "'")
    .replaceAll("\\", "/")
    .replaceAll(/[^\x20-\x7e]/g, "?")

/** Both forms of a refusal at once; `errors` names the places. */
export const refusal = (
  error: ExchangeErrorCode,
  message: string,
  errors: ReadonlyArray<ErrorDetail>
): ExchangeRefused => {
  const description = asDescription(message)
  return new ExchangeRefused({ error, error_description: description, message: `${error}: ${description}`, errors })
}

const refused = (error: ExchangeErrorCode, message: string, attribute: string): ExchangeRefused =>
  refusal(error, message, [{ resource: "body", attribute, errorType: "invalid", customMessage: message }])

/** What is wrong with an identity token, malformed or not acceptable, is always this code (RFC 8693, section 2.2.2). */
export const invalidSubjectToken = (message: string): ExchangeRefused =>
  refused("invalid_request", message, "subject_token")

/**
 * One message for an organization that there is not, an issuer that it does not trust, and a signature that is not the
 * issuer's: who has no genuine token must not learn which organizations there are and whom they trust.
 */
export const notTrusted = (organization: string): ExchangeRefused =>
  invalidSubjectToken(
    `Organization ${organization} does not take this token: it does not trust the issuer, or the signature can't be verified with the issuer's keys`
  )

/** The issuer is trusted and the token genuine, but no rule allows what is asked for. */
export const deniedByRules = (issuer: string): ExchangeRefused =>
  invalidSubjectToken(`The rules of the issuer ${issuer} do not allow this exchange`)

/** `invalid_target` for an audience that names no organization. */
export const invalidAudience: ExchangeRefused = refused(
  "invalid_target",
  "Expected the audience urn:svc:org:ORGANIZATION",
  "audience"
)

/** `invalid_scope`, saying which scope there is. */
export const invalidScope = (expected: string): ExchangeRefused => refused("invalid_scope", expected, "scope")

/** `invalid_request` for a lifetime beyond what the issuer may ask for. */
export const tooLong = (maxSeconds: number): ExchangeRefused =>
  refused("invalid_request", `Expected an expiration of at most ${maxSeconds} seconds`, "expiration")

/** `invalid_request` for a lifetime that was over before the token could be issued. */
export const tooShort: ExchangeRefused = refused(
  "invalid_request",
  "The token would have expired before it could be issued: ask for a longer expiration",
  "expiration"
)

/** `invalid_grant`: one message for what was never a refresh token, has expired or was revoked. */
export const invalidRefreshToken: ExchangeRefused = refused(
  "invalid_grant",
  "The refresh token is not valid: it is unknown, has expired or was revoked",
  "refresh_token"
)
