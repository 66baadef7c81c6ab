/** The rules of services. One a line: id, strength, clause, kind, text, inputs. Data only. */

export const serviceRows = String.raw`
SVC-001 | must | B/Services r1; B/Limits r1 | limit | list: maxResults 1..1000 is honoured as an upper bound | 1, 2, 999, 1000
SVC-002 | must | B/Services r1; B/Limits r1; B/Errors r400 | limit | list: maxResults above 1000 never returns more than 1000 services (400 or clamp recorded) | 1001 with >1000 services [slow] or 400
SVC-003 | probe | B/Services r1 | limit | list: maxResults 0 or negative is 400 or default, recorded | 0, -1
SVC-004 | must | B/Services r1 | paging | list: continuationToken is absent after the last page | sizes dividing N
SVC-005 | must | B/Services r1 | schema | list: each Service has all required members; created is optional | list
SVC-006 | must | B/Service p | consistency | itemCountSummary maps item types to counts and its sum equals the number of items the caller may see | random items; get all pages
SVC-007 | must | B/Services r2 | transition | create returns 200 with the Service equal to the request on shared fields | random valid body
SVC-008 | must | B/Services r2; B/Errors r400 | status | create with any of the six fields missing returns 400 | each removed
SVC-009 | must | B/Services r2; B/Errors r409 | transition | create with an existing name returns 409 | twice
SVC-010 | must | B/Services r2 | uniqueness | name is unique within the organization, not per owner: same name under another owner returns 409 | two owners
SVC-011 | derived | B/Services r2 | uniqueness | the same name in two organizations is allowed | [fixture second org]
SVC-012 | probe | B/Services r2 | uniqueness | name comparison (case, unicode form, surrounding space) recorded | a, A, padded, NFC/NFD
SVC-013 | derived | B/Services r2 | race | k parallel creates of one name: exactly one 200, the rest 409 | k=2..16, also with different owners
SVC-014 | derived | B/Services r2 | status | create with an unknown owner returns 404 (the row lists 404 without its cause) | random ownerName
SVC-015 | derived | B/Services r2 | status | create with an invalid ownerType returns 400 or 404 | random, empty
SVC-016 | derived | B/Services r2 | error-safety | a refused create (400, 404, 409) leaves the list and the existing service unchanged | read back
SVC-017 | derived | B/Services r2 | consistency | items given at create are in the items of the get | 0..50 items
SVC-018 | derived | B/Services r2 | transition | a name is free again after delete | create, delete, create
SVC-019 | must | B/ServiceProperty p | consistency | properties keep key, value, type and order, and are returned in order | shuffled order values
SVC-020 | must | B/Services r3 | consistency | get returns service, items and continuationToken; the paging laws hold on items | N items, sizes 1..N+1
SVC-021 | derived | B/Services r3 | consistency | every page of the item walk carries the same service object | walk
SVC-022 | must | B/Services r3; B/Limits r1 | limit | item page: at most maxResults and at most 1000 | 1, 1000, 1001
SVC-023 | derived | B/Services r3 | status | get of an unknown service returns 404 | random
SVC-024 | derived | B/Services r3 | status | get under the wrong owner type or owner name returns 404 | crossed owner
SVC-025 | must | B/ServiceItem p | schema | items have organizationName, type, name, created, cloudCount; addedByUser is of kind user when present | items
SVC-026 | must | B/Services r4 | transition | PATCH returns 200 and changes only the given fields | random subsets of name, description, properties
SVC-027 | derived | B/Services r4 | transition | PATCH {} changes nothing | {}
SVC-028 | derived | B/Services r4 | transition | PATCH keeps items, members and owner | items before and after
SVC-029 | derived | B/Services r4 | transition | PATCH name moves the service: new path 200, old path 404 | rename
SVC-030 | derived | B/Services r4 | uniqueness | PATCH name to an existing name is refused and changes nothing | rename onto another
SVC-031 | must | B/Services r4; B/Errors r400 | status | PATCH with an invalid member type returns 400 | random type in properties or members
SVC-032 | must | B/Services r4; B/Errors r404 | status | PATCH of an unknown service returns 404 | random
SVC-033 | derived | B/Services r4 | error-safety | a PATCH refused for one field applies none | good description + bad properties
SVC-034 | derived | B/Services r4 | idempotence | the same PATCH twice equals once | random
SVC-035 | derived | B/Services r4 | race | parallel renames of two services to one name: exactly one succeeds | 2 services
SVC-036 | derived | B/Services r4 | race | parallel PATCHes of different fields lose no update, or one wins entirely (recorded); never a torn field | description vs properties
SVC-037 | must | B/Services r5 | transition | DELETE of a service without other members returns 204 | create, delete
SVC-038 | must | B/Services r5; B/Errors r412 | transition | DELETE with other members and without force returns 412 and keeps the service | [fixture member]
SVC-039 | must | B/Services r5 | transition | DELETE with other members and force=true returns 204 | [fixture member]
SVC-040 | derived | B/Services r5 | transition | force=false behaves as absent | false
SVC-041 | must | B/Services r5; B/Errors r400 | status | a non-boolean force returns 400 and deletes nothing | yes, 1, empty
SVC-042 | must | B/Services r5; B/Errors r404 | status | DELETE of an unknown service returns 404 | random, twice
SVC-043 | must | B/Services r5 | auth | DELETE revokes all tokens of the service: each is refused with 401 at once | [fixture service token]
SVC-044 | must | B/Services r5 | permission | DELETE revokes the permissions of the service | [fixture stack permission]
SVC-045 | must | B/Services r6 | status | HEAD of an existing service returns 204 | create, HEAD
SVC-046 | must | B/Services r6 | status | HEAD of a missing service is an error status (>= 400) without body | random
SVC-047 | derived | B/Services r6 | consistency | HEAD agrees with GET: 204 exactly when GET is 200 | random names over the model
SVC-048 | derived | B/Services r6 | race | after HEAD says gone no later HEAD says 204 unless a create began in between | reader loop against delete
SVC-049 | must | B/Services r7 | status | POST items (deprecated) returns 200 with service, first page of items and continuationToken | maxResults 1, 2
SVC-050 | derived | B/Services r7 | consistency | the deprecated first page equals the first page of the get at the same maxResults | compare
SVC-051 | derived | B/Services r7 | paging | the token of the deprecated answer continues the walk in the get | token handed over
SVC-052 | must | B/Services r7; B/Errors r400 | status | POST items with invalid entries returns 400 and adds none | one good + one bad entry
SVC-053 | must | B/Services r8; B/Errors r400 | status | DELETE items (deprecated) returns 200 with service, items, token; invalid item name returns 400 | known, invalid
SVC-054 | must | B/Services r9 | status | POST v2/items returns 204 without items | valid entries
SVC-055 | derived | B/Services r9 | consistency | items added through v2 are returned by the get | 0..50 entries
SVC-056 | must | B/Services r9; B/Errors r400 | status | POST v2/items with invalid entries returns 400 and adds none | one good + one bad entry
SVC-057 | probe | B/Services r9 | idempotence | adding the same item twice: one item, two items or 400 is recorded, and is the same for POST items and v2 | twice, also in one body
SVC-058 | must | B/Services r10 | idempotence | DELETE v2 of an absent item returns 204 with no effect | random item, twice
SVC-059 | must | B/Services r10; B/Errors r400 | status | DELETE v2 with an invalid item type returns 400 | random type
SVC-060 | derived | B/Services r10 | consistency | after DELETE v2 the item is not in the get and itemCountSummary falls by one | remove one of n
SVC-061 | derived | B/Services r10 | encoding | item names with namespacing slash or percent are addressed by percent-encoding | proj/stack style names
SVC-062 | must | B/Services r7..r10; B/Services p-after | consistency | deprecated and V2 item operations have the same effect on the same service | same command list on two services
SVC-063 | derived | B/Services r9,r10 | race | parallel adds and removes of distinct items lose nothing: final set equals the set algebra of the acknowledged operations | k=16
SVC-064 | derived | B/Services r9,r3 | race | an item walk during adds sees every earlier item exactly once | walk with inserts
SVC-065 | derived | B/Services r2..r10 | error-safety | item operations on an unknown service return 404 or 400 and create nothing | random service
SVC-066 | derived | B/Services all | transition | Model: any sequence of create, get, head, patch, items, delete agrees with the service model | fc.commands, observers after each step
`
