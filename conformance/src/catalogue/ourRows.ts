/** What this project has decided beyond the specification. One a line: id, strength, clause, kind, text, inputs. Data only. */

export const ourRows = String.raw`
OUR-001 | ours | open points 1 | schema | The served OpenAPI document and the table of the specification name the same operations, fields and statuses | GET /openapi.json
OUR-002 | ours | open points 1 | format | Every refusal has the decided error body, whose code repeats the status | all 4xx
OUR-003 | ours | open points 1 | format | Every answer carries X-Request-Id | all responses
`
