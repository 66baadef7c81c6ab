/** What this project has decided beyond the specification. One a line: id, strength, clause, kind, text, inputs. Data only. */

export const ourRows = String.raw`
OUR-001 | ours | open points 1 | schema | The served OpenAPI document and the table of the specification name the same operations, fields and statuses | GET /openapi.json
OUR-002 | ours | open points 1 | format | Every refusal has the decided error body, whose code repeats the status | all 4xx
OUR-003 | ours | open points 1 | format | Every answer carries X-Request-Id | all responses
OUR-004 | ours | open points 1 | format | Times are ISO 8601 in UTC with milliseconds and Z | createdAt
OUR-005 | ours | open points 1 | status | A wrong media type is 415, a body that is too large 413 | operations with a body
OUR-006 | ours | open points 3 | secrecy | A place to upload to is refused with another signature, and may be used again | each place, tampered and twice
OUR-007 | ours | open points 3 | transition | A schema that is none, or names another version, completes nothing | no JSON, another version, no name
OUR-008 | ours | open points 1 | auth | The scheme may be Bearer or token in any case; a 405 has Allow | four spellings, PATCH
OUR-009 | ours | open points 3 | sort | A search finds words of the description; sort takes name and publishedAt | three packages of other times
`
