/** The rules that hold for every operation. One a line: id, strength, clause, kind, text, inputs. Data only. */

export const coreRows = String.raw`
CORE-001 | must | A/intro p1; A/What p1 | negotiation | Every 2xx response with a body is JSON (Content-Type application/json, any parameter) except the SSE stream and negotiated markdown | all operations
CORE-002 | derived | A/intro p1 | format | Every JSON body is valid UTF-8 JSON whose top level is the object the table names | all operations
CORE-003 | derived | A/Endpoints (204 rows) | format | A 204 response carries no body and no Content-Length above 0 | every 204 operation
CORE-004 | must | A/intro p1 {base_url} | format | Every path resolves relative to base_url, also when base_url has a path prefix or a trailing slash | base_url with and without prefix (suite self-check)
CORE-005 | must | A/Versioning p1; A/What b5 | versioning | Operations under /api/preview/ are scored apart: an absent preview operation never fails a non-preview level | profile gating
CORE-006 | derived | A/Versioning p1 | versioning | Non-preview paths work without any version header or date header | plain requests; then with a random X-Api-Version header
CORE-007 | must | A/Resources all tables | schema | Every field marked required is present and non-null in every 2xx body | every 2xx of every operation
CORE-008 | must | A/Resources all tables; B/Resources | schema | Every present field has the listed JSON type | every 2xx of every operation
CORE-009 | must | A/Resources enum rows; B/Resources enum rows | schema | Every enum field holds one of its listed values | every 2xx of every operation
CORE-010 | must | A/Resources optional rows | schema | An optional field is absent, null only where the table says null, or of the listed type | every 2xx of every operation
CORE-011 | derived | A/Resources integer rows | format | Integer fields are integral JSON numbers inside the safe integer range | every 2xx of every operation
CORE-012 | must | A/AgentTask#6; B/AccessToken#4 | format | Fields stated ISO 8601 parse as ISO 8601 date-times | createdAt, sharedAt, lastHeartbeat, created
CORE-013 | must | A/TokenBudget#5; B/AccessToken#5,#6 | format | Fields stated Unix seconds are integers >= 0 of seconds magnitude (not milliseconds) | lastUsed, expires, windowEnd
CORE-014 | probe | A/Resources enum rows | schema | Open-world reader: an unknown extra response field is recorded, never a failure | every 2xx
CORE-015 | derived | A/Authentication p1,p3 | auth | Every operation outside the public list refuses a request without credential (401; 403/404 accepted; never 2xx) | all non-public operations, no Authorization
CORE-016 | derived | A/Authentication p1 | auth | A malformed or unknown bearer value is refused with 401 | random strings, empty value, wrong scheme, two Authorization headers
CORE-017 | must | A/Authentication p1; A/Errors r401 | auth | A refresh token presented as bearer credential returns 401 on every authenticated operation | all non-public operations x refresh token [fixture refresh token]
CORE-018 | probe | A/Authentication p1,p3 | auth | A refresh token presented as bearer on the public operations: recorded (literal reading is 401) | 3 public operations
CORE-019 | must | A/Authentication p1 | auth | A personal token works as a bearer credential | GET list with fresh personal token
CORE-020 | derived | A/Authentication p1 | auth | An organization token works as a bearer credential on its own organization | [fixture org token]
CORE-021 | derived | A/Authentication p1 | auth | A team token works as a bearer credential within its team scope | [fixture team token]
CORE-022 | must | B/Tokens r3 | auth | A revoked token is refused with 401 by the first request sent after the 204 | revoke then k immediate requests on k connections
CORE-023 | derived | B/Limits r3; B/AccessToken#6 | auth | A token past its expires is refused with 401 | create with expires now+2s, wait [slow]
CORE-024 | derived | A/Authentication p1 | error-safety | A request refused with 401 or 403 changes no observable state | write operations with a bad credential, then read back
CORE-025 | must | A/Authentication p3; A/Registry r1 | auth | GET /api/registry/packages answers 200 without a credential | no Authorization
CORE-026 | must | A/Authentication p3; A/PolicyRegistry r1 | auth | GET /api/registry/policypacks answers 200 without a credential | no Authorization, orgLogin given
CORE-027 | must | A/Authentication p3; A/PolicyRegistry r2 | auth | POST /api/registry/policypacks answers 200 without a credential | no Authorization
CORE-028 | derived | A/What p1; B/Authentication | isolation | A credential of organization X never gets 2xx data of organization Y through any {orgName} path | two orgs [fixture second org]
CORE-029 | derived | B/Tokens p-after | secrecy | No response body or header ever contains a credential value other than the creating response | scan of all recorded responses for every known token value
CORE-030 | derived | A/Errors r401 | secrecy | Error bodies never echo the presented bearer value | 401 and 400 responses
CORE-031 | must | A/Endpoints/Paging p1 | paging | Concatenation: for every page size s the pages joined equal the list read at the largest size (same items, same order) | all token lists; s in {1,2,3,divisor of N,non-divisor,N-1,N,N+1}; decoys sorting before and after
CORE-032 | must | A/Endpoints/Paging p1 | paging | No duplicates: no item identity occurs twice in one quiescent walk | as above
CORE-033 | must | A/Endpoints/Paging p1; A/Limits | paging | Bound: no page holds more items than the requested size | as above
CORE-034 | must | A/Endpoints/Paging p1 | paging | End: continuationToken is absent or null on the last page, also when N is a multiple of s | s dividing N exactly; s=N; s>N
CORE-035 | must | A/Endpoints/Paging p1 | paging | More: continuationToken is present whenever items remain | s<N
CORE-036 | must | A/Endpoints/Paging p1 | paging | The empty string is never used as the end marker; a returned empty string is a token like any other | walk treats only absent or null as end
CORE-037 | derived | A/Endpoints/Paging p1 | paging | Progress: every non-final page is non-empty and the page count is ceil(N/s) when the server honours s | as above
CORE-038 | derived | A/Endpoints/Paging p1 | paging | Termination: a walk ends within N+2 requests (tokens may legally repeat, so the cap is on pages, not on token equality) | as above
CORE-039 | derived | A/Endpoints/Paging p1 | paging | Order invariance: relative order of two items does not depend on the page size | two sizes compared
CORE-040 | derived | A/Endpoints/Paging p1 | paging | Token replay: on a quiet collection the same token and parameters give the same page again | each token twice
CORE-041 | derived | A/Endpoints/Paging p1 | paging | A token survives being sent with full percent-encoding and with minimal encoding | tokens containing + / = . ~
CORE-042 | must | A/Registry r1; A/Errors r400 | paging | A bad continuationToken returns 400 (package list) | junk, %00, 10 kB, valid base64 of nonsense
CORE-043 | derived | A/Errors r400 | paging | A bad continuationToken returns 400 on every other token list and never silently restarts at page one | same, all lists
CORE-044 | derived | A/Errors r400 | paging | A truncated, extended or bit-flipped real token returns 400, or the exact page of an untampered token, never other items | mutations of a real token
CORE-045 | derived | A/Endpoints/Paging p1 | paging | A token of one list used on another list gives 400 and never items of the other list | token from packages on services etc.
CORE-046 | derived | A/Endpoints/Paging p1 | isolation | A token of one organization used on another never returns items of the first | [fixture second org]
CORE-047 | derived | A/Endpoints/Paging p1 | paging | Filters and sort hold on every page when the same parameters are resent with the token | name/search/taskType filters with decoys on both sides of the range
CORE-048 | probe | A/Endpoints/Paging p1 | paging | Token with changed filter or sort: 400 or a page that satisfies the new filter | changed filter on page 2
CORE-049 | probe | A/Endpoints/Paging p1 | paging | Token with a different page size continues the same sequence or returns 400 | s=2 then s=5
CORE-050 | probe | A/Endpoints/Paging p1 | paging | Empty continuationToken query value: 400 or the first page, never 5xx | ?continuationToken=
CORE-051 | must | A/Endpoints/Paging p1 | paging | An empty collection gives 200 with an empty array and no token | fresh org or unmatched filter
CORE-052 | derived | A/Endpoints/Paging p1 | paging | Stability, inserts: every item present for the whole walk appears exactly once although items are inserted before and after the cursor | insert first-, middle- and last-sorting items after page 1
CORE-053 | derived | A/Endpoints/Paging p1 | paging | Stability, deletes: every item present for the whole walk appears exactly once although others are deleted | delete an already read item, an unread item, the cursor item
CORE-054 | derived | A/Endpoints/Paging p1 | paging | An item inserted or deleted during the walk appears at most once | as above
CORE-055 | derived | A/Endpoints/Paging p1 | paging | A token whose anchor item was deleted still answers 200 | delete the last item of page 1
CORE-056 | derived | A/Endpoints/Paging p1 | race | Two clients walking in parallel see the same sequence on a quiet collection | 2..8 parallel walkers with different sizes
CORE-057 | derived | A/Endpoints/Paging p1 | consistency | Read your writes: an item whose creation was acknowledged before the first page is in the walk | create then walk
CORE-058 | derived | A/Endpoints/Paging p1 | consistency | An item whose deletion was acknowledged before the first page is not in the walk | delete then walk
CORE-059 | must | A/Errors r400 | limit | A non-integer page size returns 400 | abc, 1.5, 1e2, empty, blank, 0x10, NaN, true
CORE-060 | derived | A/Errors r400 | limit | A negative page size returns 400 | -1, -1000
CORE-061 | derived | A/Limits | limit | A page size beyond 32 or 53 bits is refused or clamped, never 5xx and never wraps to another size | 2^31, 2^32+1, 2^53+1, 10^30
CORE-062 | probe | A/Errors r400 | limit | A repeated size parameter (limit=1&limit=2) is not 5xx; the choice is recorded | duplicate query keys
CORE-063 | must | A/Errors r404 | status | An unknown organization returns 404 on every {orgName} operation | all org paths x random org name
CORE-064 | derived | A/Errors r400 | status | A malformed JSON body returns 400 on every operation with a body | truncated JSON, NUL, lone surrogate, array at top level, empty body
CORE-065 | derived | A/Endpoints request columns | status | A missing required body field returns 400 | each required field of each body removed in turn
CORE-066 | derived | A/Endpoints request columns | status | A wrong JSON type for a body field returns 400 | each field x {null where not allowed, number, string, bool, array, object}
CORE-067 | must | A/Errors r400 | status | An invalid or malformed query parameter returns 400 | each enum or typed query parameter with a value outside its domain
CORE-068 | probe | A/Endpoints request columns | status | An unknown body field or query parameter never gives 5xx; ignored or 400 is recorded | random extra names
CORE-069 | derived | A/Errors | status | No generated request ever gets a 5xx | all generators
CORE-070 | derived | A/Errors | status | Status of a refused request is deterministic: the same refused request gives the same status twice | each 4xx replayed
CORE-071 | derived | A/Errors | status | Only the statuses named for the operation plus 400, 401, 403, 404, 405, 406, 413, 415, 429 occur as 4xx | all responses
CORE-072 | derived | A/Errors | error-safety | No-effect law: after any 4xx the readable state of the touched resources equals the state before | every negative case, read-back compare
CORE-073 | derived | A/Endpoints GET rows | safety | GET and HEAD are safe: they change no readable state apart from stated usage fields (lastUsed) | random GETs between two reads
CORE-074 | derived | A/Endpoints GET rows | consistency | GET is repeatable: two GETs of a quiet resource give equal bodies | all GET operations
CORE-075 | derived | A/Endpoints POST/GET rows | consistency | Created is available: after a successful create the get operation answers 200 at once | all create/get pairs
CORE-076 | derived | A/Endpoints DELETE rows | consistency | Deleted is gone: after a successful delete the get operation answers 404 | all delete/get pairs
CORE-077 | derived | A/Endpoints DELETE rows | idempotence | A second delete of the same resource gives 404 (or the stated no-effect success), never 5xx | all delete operations
CORE-078 | derived | A/Endpoints POST rows | uniqueness | Server-issued ids are pairwise distinct over the run, also under parallel creates | all creates, k=16
CORE-079 | derived | A/Endpoints path templates | encoding | A path parameter is compared after exactly one percent-decoding: %252F is not a slash | names with % and encoded slash
CORE-080 | derived | A/Endpoints path templates | encoding | Any name accepted at creation can be read back through its percent-encoded path | space + ? # & = ; unicode NFC/NFD, emoji, dot segments
CORE-081 | derived | A/Endpoints path templates | encoding | Dot segments (.. and %2e%2e) never reach another resource | path traversal strings in each path parameter
CORE-082 | derived | A/Endpoints | status | A method not listed for a path is refused (4xx) and has no effect | each path x unlisted methods
CORE-083 | derived | A/Endpoints | status | An unknown path under /api gives 404, not 5xx | random paths
CORE-084 | probe | A/Errors | status | Order of checks (credential, permission, existence, validity) is recorded and must be the same for all operations of an area | requests with two faults
CORE-085 | probe | A/Errors last p | format | Error body shape is recorded (not shown); the suite never asserts on it beyond secrecy | all 4xx
CORE-086 | derived | A/Endpoints | race | k parallel identical reads of a quiet resource give equal bodies | k=8
CORE-087 | derived | A/Endpoints | race | Linearizability: every recorded concurrent history of create/get/update/delete on one resource has a legal sequential order under the model | 2..3 clients x 3..6 commands, history checked
CORE-088 | derived | A/Resources createdAt/created rows | format | Creation times lie between request start and response end within the allowed clock skew | creates; skew measured from Date header
CORE-089 | derived | A/Endpoints | isolation | Run hygiene: after cleanup no resource bearing the run prefix is left (leaks are listed) | end of run sweep
`
