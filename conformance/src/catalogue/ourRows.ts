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
OUR-010 | ours | open points 1 | negotiation | Weights, wildcards and the more exact range decide between JSON and Markdown, JSON where both are alike, over all Accept lines; a capability marker is neutral; nothing acceptable is 406 | drawn Accept headers, the five docs operations
OUR-011 | ours | open points 1 | negotiation | A 406 names the media types that there are; every answer has Vary: Accept; JSON links to its Markdown at the same path | the five docs operations
OUR-012 | ours | open points 1 | consistency | What a concrete version answers has a strong ETag of its own for each body, and If-None-Match with it is 304 without a body | the five docs operations, both media types, all languages
OUR-013 | ours | open points 1 | consistency | Answers for a concrete version may be kept for long, those for latest may not | Cache-Control of the five docs operations
OUR-014 | ours | open points 7 | negotiation | A chooser resolved for a language or operating system holds no other one's text, and falls back where it has none, never to nothing; front matter and comments for linters are gone | documented package, installation, readme and docs, both media types
OUR-015 | ours | open points 7 | schema | Properties, types and functions have the names that each language gives them | documented package, seven languages
OUR-016 | ours | open points 3, 7 | schema | Properties have the display types and flags of their schema in each language; a constant is not listed; another package's type is named with package and version | documented package, a property of every kind
OUR-017 | ours | open points 3 | encoding | A type token is found in every degree of percent-encoding, also with raw slashes; a provider's function has no page | each token, four spellings
OUR-018 | ours | open points 7 | negotiation | An example's code is in the asked language, or in another one where there is none, never empty; code under Import is no example | documented package, seven languages
OUR-019 | ours | open points 1 | negotiation | The Markdown of an answer has a title and says what its JSON says, in the same language | documented package, the five docs operations, seven languages
OUR-030 | ours | open points 6 | paging | Lists of tokens are whole, and come in pages where maxResults asks for them; all pages joined are the list | both lists, pages of 1, 2 and 1000
`
