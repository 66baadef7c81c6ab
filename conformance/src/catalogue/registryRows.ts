/** The rules of the registry without its documentation. One a line: id, strength, clause, kind, text, inputs. Data only. */

export const registryRows = String.raw`
REG-001 | must | A/Registry r1; A/Limits r1 | default | Without limit a page holds at most and, if enough exist, exactly 100 packages | >=101 packages [fixture or created]
REG-002 | must | A/Registry r1 | schema | packages is always present and each element is a PackageMetadata | list
REG-003 | must | A/Registry r1 | limit | limit=n returns at most n packages | n in {1,2,99,100,101}
REG-004 | probe | A/Registry r1; A/Limits last p | limit | Maximum limit is not shown: a very large limit is honoured, clamped or refused with 400; the concatenation law holds either way | 1000, 10000
REG-005 | probe | A/Registry r1 | limit | limit=0 is refused or treated as stated default, recorded | 0
REG-006 | must | A/Registry r1 | filter | name returns only packages with that name | exact name, decoys sharing prefix
REG-007 | must | A/Registry r1 | filter | orgLogin returns only packages of that owning organization | two orgs
REG-008 | must | A/Registry r1 | filter | publisher returns only packages of that publisher | decoy publishers
REG-009 | must | A/Registry r1 | filter | visibility=public or private returns only packages of that visibility | both values
REG-010 | derived | A/Registry r1 | filter | search never invents packages: its result is a subset of the unfiltered list | random substrings of known names
REG-011 | derived | A/Registry r1 | filter | A package whose name equals the search text is found | exact name
REG-012 | derived | A/Registry r1 | filter | Filters combine by intersection | pairs of filters
REG-013 | probe | A/Registry r1 | filter | Allowed values of sort, usage and packageType are not shown: unknown values give 400 or are ignored, recorded | random strings
REG-014 | derived | A/Registry r1 | filter | packageType=t returns only packages whose packageTypes contains t | t taken from observed data
REG-015 | must | A/Registry r1 | sort | asc=true is the exact reverse order relation of asc=false on distinct sort keys | both, same sort
REG-016 | derived | A/Registry r1 | status | asc with a non-boolean value gives 400 | yes, 1, TRUE, empty
REG-017 | must | A/Authentication p3; A/PackageMetadata#20 | auth | usageStats is absent for anonymous callers | no Authorization
REG-018 | must | A/PackageUsageStats p | schema | usageStats members are non-negative integers | authenticated list
REG-019 | derived | A/PackageUsageStats p | consistency | onLatest + onOlder + versionUnresolved <= totalStacks when all are present | authenticated list
REG-020 | derived | A/PackageMetadata#18; A/Authentication p3 | isolation | Anonymous callers never see private packages | no Authorization
REG-021 | derived | A/PackageMetadata#18 | isolation | A caller outside the organization never sees its private packages | [fixture second org]
REG-022 | must | A/What table#1; A/PackageMetadata#4 | schema | source is platform, bridged or private | list
REG-023 | must | A/What table#2 | consistency | For private packages publisher equals the organization canonical name | list of private packages
REG-024 | must | A/What table#3 | uniqueness | source/publisher/name identifies one package: no two list entries share it | full walk
REG-025 | must | A/PackageMetadata#5; A/Versioning p2 | format | version is a semver string | list and get
REG-026 | must | A/PackageMetadata#13 | schema | packageStatus is ga or public_preview | list and get
REG-027 | must | A/PackageParameterization p | schema | parameterization, when present, has baseProvider and parameter, each parameter valid base64 | list and get
REG-028 | derived | A/Registry r1,r3 | consistency | The list entry of a package equals the get of its shown version on shared fields | each listed package
REG-029 | must | A/States r1; A/Registry r2 | transition | POST versions of a new version under an existing source returns 202 with operationID and uploadURLs | fresh name or fresh version
REG-030 | must | A/PackageUploadURLs p | schema | uploadURLs has schema, index and installationConfiguration, three distinct absolute URLs | 202 body
REG-031 | must | A/States r1; A/Registry r2; A/Errors r409 | transition | POST versions of an existing version returns 409 | publish then start again
REG-032 | must | A/States r1; A/Registry r2; A/Errors r404 | transition | POST versions under a missing source returns 404 | unknown source, unknown publisher
REG-033 | derived | A/States r1; A/Registry r2 | status | version is required and must be semver: anything else is refused (4xx; the row names no status) | absent, empty, 1, 1.2, v1.2.3, 01.2.3, 1.2.3.4, latest
REG-034 | derived | A/Registry r2 | format | Full semver is accepted: pre-release and build metadata | 1.0.0-rc.1, 1.0.0+b1
REG-035 | derived | A/Registry r2 | status | publishedAt that is not a timestamp returns 400 | random strings, numbers
REG-036 | must | A/Registry r2 | default | Without publishedAt the version carries the current server time | createdAt within the request window
REG-037 | derived | A/Registry r2 | consistency | With publishedAt the version carries that time | past time back-fill
REG-038 | probe | A/Registry r2 | status | publishedAt in the future: accepted or 400, recorded | now+1 day
REG-039 | derived | A/States r1 | transition | A pending version is invisible: get gives 404, the list does not show it, latest is unchanged | between start and complete
REG-040 | derived | A/States r1 | transition | Two starts of the same not yet published version both return 202 with distinct operationIDs (the version does not exist yet) | start twice
REG-041 | must | A/States r2; A/Registry r5 | transition | complete with all artifacts uploaded returns 201 and the version becomes available | upload all three
REG-042 | must | A/States r2; A/Registry r5; A/Errors r400 | transition | complete with any artifact missing returns 400 | each of the 7 proper subsets of uploads
REG-043 | derived | A/States r2; A/Registry r5 | transition | A refused complete (400) leaves the operation usable: upload the rest and complete succeeds | 400 then upload then 201
REG-044 | must | A/States r2; A/Registry r5; A/Errors r404 | transition | complete with an unknown operationID returns 404 | random uuid, empty, other type
REG-045 | derived | A/States r2; A/Registry r5 | status | complete without operationID returns 400 | {}
REG-046 | derived | A/States r2; A/Registry r5 | transition | complete with the operationID of another package or another version returns 404 (or 400), never publishes | crossed operations
REG-047 | must | A/States r2; A/Registry r5; A/Errors r409 | transition | complete for a version that exists by now returns 409 | two pending operations, both completed
REG-048 | derived | A/States r2; A/Registry r5 | idempotence | complete repeated after success returns 409 or 404, never a second 201 | same operation twice
REG-049 | derived | A/States r2; A/Registry r5 | race | k parallel completes for one version: exactly one 201, the others 409 (or 404) | k=2..16, one operation each
REG-050 | derived | A/States r2; A/Registry r5 | race | k parallel completes of one operation: exactly one 201 | k=2..16, same operation
REG-051 | derived | A/States r1 | race | k parallel starts of one new version: every answer is 202 or 409 and at most one version results | k=16
REG-052 | must | A/Registry r3 | transition | GET of an available version returns 200 with that version | after 201
REG-053 | must | A/Registry r3; A/Errors r404 | status | GET of an unknown version returns 404 | random semver
REG-054 | derived | A/Registry r3 | status | GET of an unknown package, publisher or source returns 404 | random parts
REG-055 | must | A/Versioning p2 | versioning | latest resolves to the most recently published version, not the highest semver | publish 2.0.0 then 1.0.1
REG-056 | derived | A/Versioning p2 | versioning | latest follows deletion: after deleting it, latest is the most recent remaining version | publish a, b, delete b
REG-057 | derived | A/Versioning p2 | status | latest of a package without versions returns 404 | delete all versions
REG-058 | probe | A/Versioning p2; A/Registry r2 | versioning | latest under back-filled publishedAt: by publish order or by publishedAt, recorded and constant over all endpoints | publish now, then back-fill an older time
REG-059 | derived | A/Versioning p2 | consistency | latest resolves to the same version in get, docs, examples, installation, nav and readme | six endpoints at a quiet moment
REG-060 | derived | A/Versioning p2 | consistency | GET latest equals GET of the version it names | bodies equal
REG-061 | must | A/States r3; A/Registry r4 | transition | DELETE of an available version returns 204 and removes it | publish, delete, get 404
REG-062 | must | A/Registry r4 | permission | DELETE without RegistryPublish on the publisher is refused and the version stays | [fixture user without permission]
REG-063 | derived | A/Registry r4 | status | DELETE of an unknown version returns 404 (not stated; never 5xx) | random semver
REG-064 | probe | A/Registry r4 | status | DELETE latest: refused or resolves, recorded (the row says semver) | latest
REG-065 | probe | A/States r1,r3 | transition | Publishing again a version that was deleted: 202 or 409, recorded and constant | delete then start
REG-066 | derived | A/Registry r4 | race | k parallel deletes of one version: at least one 204, others 204 or 404, version gone | k=8
REG-067 | derived | A/Registry r3,r4 | race | GET racing DELETE returns 200 or 404, and once 404 never 200 again | reader loop against delete
REG-136 | derived | A/What table; A/Registry p-after2 | status | A source outside platform, bridged, private gives 400 or 404 on every versions path | random source [fixture documented package]
REG-137 | derived | A/Registry r2..r5 | encoding | Names with reserved characters round-trip over all versions paths | publish and read names with . _ - and, if accepted, others
REG-138 | derived | A/Registry r2,r5 | transition | Model: any sequence of start, upload, complete, get, latest, list, delete agrees with the version model | fc.commands, one package per run, compound publish command, read-back after each step
`
