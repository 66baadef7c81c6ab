/** The rules of access tokens. One a line: id, strength, clause, kind, text, inputs. Data only. */

export const tokenRows = String.raw`
TOK-001 | must | B/Tokens r2 | status | org token create returns 200 with id and tokenValue | valid body
TOK-002 | must | B/Tokens r5 | status | personal token create returns 200 with id and tokenValue | valid body
TOK-003 | derived | B/Tokens r2 | status | org token create without description, name, admin or expires is refused (4xx; the row names no status) | each removed
TOK-004 | derived | B/Tokens r5 | status | personal token create without description or expires is refused (4xx; the row names no status) | each removed
TOK-005 | must | B/Tokens r2; B/Limits r2 | limit | org token name of 1 and 40 characters is accepted | 1, 2, 39, 40
TOK-006 | must | B/Tokens r2; B/Limits r2 | limit | org token name of 41 characters is refused | 41, 100, 10^4
TOK-007 | derived | B/Tokens r2; B/Limits r2 | limit | an empty org token name is refused | empty, spaces
TOK-008 | probe | B/Limits r2 | limit | unit of the 40 limit (code points, UTF-16, bytes) recorded | 40 x emoji
TOK-009 | must | B/Limits r2 | uniqueness | org token name is unique across the organization | twice, also by another user
TOK-010 | must | B/Limits r2 | uniqueness | a name stays taken after its token was deleted | create, delete, create again is refused
TOK-011 | derived | B/Limits r2 | race | k parallel creates of one name: exactly one success | k=2..16
TOK-012 | derived | B/Limits r2 | uniqueness | one token name may be used in two organizations | [fixture second org]
TOK-013 | must | B/Limits r3 | limit | org token expires up to two years from now is accepted | now+60, now+2y-1h
TOK-014 | must | B/Limits r3 | limit | org token expires beyond two years is refused | now+2y+1d, now+10y, milliseconds by mistake
TOK-015 | must | B/Limits r3 | limit | expires 0 means no expiry: accepted and read back as 0 | 0
TOK-016 | derived | B/Limits r3 | limit | expires in the past (not 0) is refused or the token never works | now-1, 1
TOK-017 | derived | B/Limits r3 | limit | negative or fractional expires is refused | -1, 1.5
TOK-018 | probe | B/Limits r3; B/Tokens r2 | default | expires is listed as required and as default 0: absence is 400 or 0, recorded | absent
TOK-019 | probe | B/Tokens r5 | limit | expires bound for personal tokens is not stated: recorded | now+10y
TOK-020 | must | B/Tokens p-after | secrecy | the token value is returned only by the creation response: no list, get, error or audit output contains it | scan of all later responses
TOK-021 | must | B/Tokens r1 | secrecy | org token list has no value field at all | keys of each item
TOK-022 | must | B/Tokens r4 | secrecy | user token list has no value field at all | keys of each item
TOK-023 | must | B/Tokens r5 | format | personal token values share one fixed prefix | >=3 tokens: common prefix, equal length class
TOK-024 | derived | B/Tokens r2,r5 | uniqueness | token values are pairwise distinct and unguessable (>= 128 bit of varying part) | 50 tokens: no shared suffix, entropy estimate
TOK-025 | derived | B/Tokens r2,r5 | auth | a new token works at once | GET with it
TOK-026 | must | B/Tokens r3 | transition | org token delete returns 204 and the token is refused by the next request | delete then call
TOK-027 | must | B/Tokens r6 | transition | user token delete returns 204 and the token is refused by the next request | delete then call
TOK-028 | must | B/Tokens r3 | transition | revocation is permanent: refused again after a delay and after other tokens are created | later calls
TOK-029 | must | B/Tokens r6; B/Errors r404 | status | user token delete of an unknown id returns 404 | random, twice
TOK-030 | derived | B/Tokens r3 | status | org token delete of an unknown id returns 404 | random, twice
TOK-031 | must | B/Tokens r6 | transition | user token delete works for any token type, refresh included | personal, refresh
TOK-032 | derived | B/Tokens r3 | race | revocation under load: no request started after the 204 succeeds | k=16 callers around the delete
TOK-033 | derived | B/Tokens r3,r6 | race | k parallel deletes of one token: at least one 204, others 204 or 404 | k=8
TOK-034 | derived | B/Tokens r3,r6 | isolation | a token id of another user or org cannot be deleted | [fixture second user]
TOK-035 | must | B/Tokens r1 | schema | org list items have all required AccessToken members | list
TOK-036 | must | B/Tokens r1 | filter | org list filter can include expired tokens; without it expired ones are not shown (or recorded) | [fixture expired token]
TOK-037 | derived | B/Tokens r1 | consistency | a created org token is listed once with its name, description, admin and expires | create, list
TOK-038 | derived | B/Tokens r1 | consistency | a deleted org token is not listed as active | delete, list
TOK-039 | must | B/AccessToken#5 | consistency | lastUsed is 0 before first use | create, list
TOK-040 | derived | B/AccessToken#5 | consistency | lastUsed becomes a time >= the first use (within delay) | use, list, bounded wait
TOK-041 | must | B/AccessToken#8 | consistency | createdBy is the login of the creator | create, list
TOK-042 | must | B/AccessToken#7 | consistency | admin is read back as sent | true, false
TOK-043 | must | B/AccessToken#10 | schema | type, when present, is personal, refresh, organization or team | both lists
TOK-044 | must | B/Tokens r4 | filter | user list returns personal and refresh tokens bound to the caller, no web-session tokens, none of others | two users [fixture second user]
TOK-045 | must | B/Tokens r4 | filter | user list filter matches name or description | random substrings, decoys
TOK-046 | derived | B/Tokens r4 | filter | the filtered user list is a subset of the unfiltered one | random
TOK-047 | derived | B/Tokens r2,r5 | consistency | reason (query) never alters the token and never appears in the lists | with and without reason, reserved characters
TOK-048 | derived | B/Tokens r2 | permission | a non-admin caller cannot create an admin org token | [fixture non-admin user]
TOK-049 | derived | B/Tokens r2 | permission | a token with admin false is refused on admin-only operations | admin-only operation
TOK-050 | derived | B/Tokens r2 | status | an unknown roleID is refused | random
TOK-051 | must | B/Authentication p1 | auth | an org token keeps working after its creator left the organization | [fixture removable user]
TOK-052 | derived | B/Tokens r2,r5 | error-safety | a refused create adds nothing to the list and does not consume the name | each negative, then create with that name
TOK-053 | derived | B/Tokens all | transition | Model: any sequence of create, list, use, delete agrees with the token model | fc.commands, use of each live and dead token after each step
`
