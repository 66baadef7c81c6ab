/** Rules of the token exchange. One a line: id, strength, clause, kind, text, inputs. Data only. */

export const exchangeRows = String.raw`
TEX-001 | must | A/TokenExchange v1 #1..#5 | status | A valid RFC 8693 request returns 200 with the token exchange response | [fixture OIDC issuer trusted by the org]
TEX-002 | must | A/TokenExchange v2 p | status | grant_type refresh_token with an issued refresh token returns 200 with the token exchange response | [fixture refresh token]
TEX-003 | must | A/Resources/TokenExchange #1..#5 | schema | The response has access_token, issued_token_type, token_type, expires_in, scope | both variants
TEX-004 | must | A/Resources/TokenExchange #6 | schema | refresh_token is present only if one was issued; never an empty string or null | both variants
TEX-005 | must | A/Resources/TokenExchange #4 | format | expires_in is a positive integer of seconds | both variants
TEX-006 | derived | A/TokenExchange v1 #7 | consistency | expires_in is at most the requested expiration | expiration in {60, 600, 3600, 86400}
TEX-007 | probe | A/TokenExchange v1 #7 | status | expiration of 0, negative or beyond the maximum: refused or clamped, recorded | 0, -1, 10^9
TEX-008 | derived | A/TokenExchange v1 #5 | consistency | issued_token_type names the requested_token_type | four requested types
TEX-009 | derived | A/What b1; A/TokenExchange | auth | The returned access_token works as a bearer credential | GET of the target org
TEX-010 | derived | A/TokenExchange v2 p | auth | The refresh result is bound to the user the refresh token resolves to (personal listing shows that user) | GET with the new token
TEX-011 | derived | A/TokenExchange v2 p | auth | The refresh result is short-lived: its lifetime is below that of the refresh token | expires_in vs token record
TEX-012 | derived | A/TokenExchange v2 p | auth | The refresh result itself is usable as bearer (it is not a refresh token) | GET
TEX-013 | must | A/Authentication p1 | auth | The refresh token is exchange-only: the same value as bearer gives 401 before and after the exchange | both orders
TEX-014 | derived | A/TokenExchange v2 p | auth | A revoked refresh token can no longer be exchanged | revoke via DELETE /api/user/tokens/{id}
TEX-015 | derived | A/TokenExchange v2 p | auth | A personal access token value given as refresh_token is refused | [any personal token]
TEX-016 | derived | A/TokenExchange v2 p | status | An unknown refresh_token value is refused (4xx, no token in the body) | random strings
TEX-017 | derived | A/TokenExchange v1 #1 | status | An unknown grant_type is refused | random, empty, wrong case
TEX-018 | derived | A/TokenExchange v1 #1 | status | A missing grant_type is refused | empty body, other fields only
TEX-019 | derived | A/TokenExchange v1 #2 | status | A missing audience is refused | variant 1 without audience
TEX-020 | derived | A/TokenExchange v1 #2 | status | An audience not of the form urn:svc:org:{ORG_NAME} is refused | wrong urn, missing org, trailing colon
TEX-021 | derived | A/TokenExchange v1 #2 | isolation | A subject token trusted by org X never yields a token for org Y through the audience | [fixture second org]
TEX-022 | derived | A/TokenExchange v1 #3 | status | A malformed, expired, wrong-signature or wrong-issuer subject_token is refused | mutated JWTs: alg none, wrong key, exp in past, aud mismatch
TEX-023 | derived | A/TokenExchange v1 #4 | status | A subject_token_type other than urn:ietf:params:oauth:token-type:id_token is refused | other urns
TEX-024 | derived | A/TokenExchange v1 #5 | status | A requested_token_type outside the four listed values is refused | other urns, wrong prefix
TEX-025 | must | A/TokenExchange v1 #6 | status | organization type: empty scope and scope admin are accepted, other scopes refused | scope in {absent, empty, admin, team:x}
TEX-026 | must | A/TokenExchange v1 #6 | status | team type: scope must be team:TEAM_NAME | team:known, team:unknown, absent, user:x
TEX-027 | must | A/TokenExchange v1 #6 | status | personal type: scope must be user:USER_LOGIN | user:known, user:unknown, absent
TEX-028 | must | A/TokenExchange v1 #6 | status | runner type: scope must be runner:RUNNER_NAME | runner:known, absent
TEX-029 | derived | A/TokenExchange v1 #6 | permission | Without scope admin the organization token has no admin rights | admin-only operation with both tokens
TEX-030 | derived | A/TokenExchange v1 #1..#5 | status | Each required field of variant 1 removed in turn is refused | 5 single deletions
TEX-031 | probe | A/Errors last p | status | Error statuses of this endpoint are recorded (not shown): 4xx expected, never 5xx, never 2xx | all negatives
TEX-032 | derived | A/TokenExchange v1 | secrecy | A refused exchange never returns access_token or refresh_token | all negatives
TEX-033 | probe | A/intro p1 | negotiation | Form-encoded bodies (RFC 6749 habit) are accepted or refused with 4xx; JSON must work | application/x-www-form-urlencoded
TEX-034 | derived | A/TokenExchange | race | k parallel exchanges of one refresh token: every 200 gives a working token, no 5xx | k=8
TEX-035 | probe | A/TokenExchange | idempotence | Exchanging the same refresh token twice: both succeed or the second is refused (rotation), recorded and consistent | two calls
`
