/** The rules of policy packs. One a line: id, strength, clause, kind, text, inputs. Data only. */

export const policyRows = String.raw`
POL-001 | must | A/PolicyOrg r1 | schema | list returns policyPacks; each has name, displayName, versions (integers), versionTags (strings) | list
POL-002 | must | A/PolicyOrg r1 | filter | list with policypack=name returns only packs of that name | known, unknown name, decoys sharing prefix
POL-003 | must | A/PolicyOrg r1 | transition | list shows only complete packs: an incomplete version is never listed | create without complete
POL-004 | derived | A/PolicyOrg r1 | transition | a pack with one complete and one incomplete version lists only the complete one | two creates, one complete
POL-005 | must | A/PolicyOrg r1; A/Errors r400 | status | an invalid query parameter returns 400 | malformed values
POL-006 | derived | A/PolicyOrg r1 | consistency | versions are distinct and sorted the same way at each read; versionTags has no duplicates | list
POL-007 | must | A/PolicyOrg r2; A/States r4 | transition | create with at least one policy returns 201 with version and uploadURI | minimal pack
POL-008 | must | A/PolicyOrg r2; A/States r4; A/Errors r400 | limit | create with an empty policies array returns 400 | []
POL-009 | derived | A/PolicyOrg r2; A/States r4 | status | create without policies, name or displayName returns 400 | each removed
POL-010 | derived | A/PolicyOrg r2; A/States r4 | limit | create with exactly one policy and with many policies is accepted | 1, 2, 200
POL-011 | must | A/PolicyOrg r2; A/States r4; A/Versioning p3 | versioning | each create with the same name returns the previous version number plus one | n creates
POL-012 | probe | A/PolicyOrg r2; A/States r4; A/Versioning p3 | versioning | the first version number of a new name is recorded (1 expected, not stated) | fresh name
POL-013 | derived | A/Versioning p3 | versioning | version numbers are never reused after a version delete | create 1,2, delete 2, create
POL-014 | probe | A/Versioning p3 | versioning | numbering after deleting the whole pack: restarts or continues, recorded | delete pack, create again
POL-015 | derived | A/PolicyOrg r2; A/States r4 | race | k parallel creates of one name return k distinct versions without gap | k=2..16
POL-016 | must | A/PolicyOrg r2; A/States r4 | status | name must be URL-safe: other names are refused (4xx) | space, slash, ?, #, %, unicode, empty
POL-017 | derived | A/PolicyOrg r2; A/States r4 | uniqueness | packs of equal name in two organizations are independent | [fixture second org]
POL-018 | must | A/PolicyOrg r2; A/States r4 | transition | a versionTag of a published version can never be republished: reuse is refused | complete with tag 1.2.0, create with 1.2.0
POL-019 | probe | A/PolicyOrg r2; A/States r4 | transition | reuse of a tag whose version is still incomplete, or was deleted: recorded | two creates; delete then create
POL-020 | derived | A/PolicyOrg r2; A/States r4 | status | versionTag that is not semver returns 400 | 1, v1.0.0, abc
POL-021 | must | A/PolicyOrg r2; A/States r4 | schema | requiredHeaders, when present, is a map of strings | 201 body
POL-022 | must | A/AppPolicy#1 | uniqueness | policy names are unique within a version: duplicates are refused | two policies of one name
POL-023 | derived | A/AppPolicy#1 | status | policy names must be URL-safe | bad names
POL-024 | derived | A/AppPolicy#4 | status | enforcementLevel outside advisory, mandatory, remediate, disabled is refused (4xx) | random
POL-025 | must | A/AppPolicy#7 | schema | severity is empty string, low, medium, high or critical | create and read back each
POL-026 | derived | A/AppPolicy#1..#11 | consistency | policies read back equal the policies sent | random packs after complete
POL-027 | derived | A/PolicyOrg r2 | consistency | tags and metadata never alter versions or policies (opaque data) | random maps
POL-028 | must | A/PolicyOrg r6; A/States r5,r6 | transition | complete on an incomplete version returns 204 | create, complete
POL-029 | must | A/PolicyOrg r6; A/States r5,r6; A/Errors r400 | transition | complete on a complete version returns 400 and changes nothing | complete twice
POL-030 | must | A/PolicyOrg r6; A/States r5,r6; A/Errors r404 | status | complete on an unknown pack or version returns 404 | random
POL-031 | derived | A/PolicyOrg r6; A/States r5,r6 | race | k parallel completes of one version: exactly one 204, the rest 400 | k=2..16
POL-032 | must | A/PolicyOrg r4; A/States r7; A/Errors r400 | transition | get of an incomplete version returns 400 | create, get
POL-033 | must | A/PolicyOrg r4; A/States r7 | transition | get of a complete version returns 200 with applied false until applied | create, complete, get
POL-034 | must | A/PolicyOrg r4; A/States r7; A/Errors r404 | status | get of an unknown organization, pack or version returns 404 | random each
POL-035 | must | A/PolicyOrg r4; A/States r7 | consistency | version in the body equals the path version; versionTag equals the tag sent | read back
POL-036 | derived | A/PolicyOrg r4; A/States r7 | status | a non-numeric version path gives 400 or 404, never 5xx | abc, 0, -1, 1.0, 01, 10^20
POL-037 | must | A/PolicyOrg r4; A/States r7 | consistency | applied is true exactly while the version is applied to a policy group | [fixture policy group hook]
POL-038 | must | A/PolicyOrg r5; A/States r8 | transition | delete of a complete, unapplied version returns 200 and removes it | create, complete, delete, get 404
POL-039 | must | A/PolicyOrg r5; A/States r8; A/Errors r409 | transition | delete of a version applied to policy groups returns 409 and keeps it | [fixture policy group hook]
POL-040 | must | A/PolicyOrg r5; A/States r8; A/Errors r400 | transition | delete of an external pack version returns 400 | [fixture external pack]
POL-041 | must | A/PolicyOrg r5; A/States r8; A/Errors r404 | status | delete of an unknown version returns 404 | random
POL-042 | probe | A/PolicyOrg r5; A/States r8 | transition | delete of an incomplete version: recorded (row speaks of complete only) | create, delete
POL-043 | derived | A/PolicyOrg r5; A/States r8 | transition | after un-applying, the delete succeeds | [fixture policy group hook]
POL-044 | derived | A/PolicyOrg r5; A/States r8 | race | delete racing apply: never a version both deleted and applied | [fixture policy group hook]
POL-045 | must | A/PolicyOrg r3; A/States r9 | transition | delete of a pack without enabled version returns 200 and removes all versions | several versions
POL-046 | must | A/PolicyOrg r3; A/States r9; A/Errors r400 | transition | delete of an enabled pack returns 400 and keeps every version | [fixture enable hook]
POL-047 | must | A/PolicyOrg r3; A/States r9; A/Errors r404 | status | delete of an unknown pack returns 404 | random
POL-048 | derived | A/PolicyOrg r3; A/States r9 | consistency | after the pack delete no version is readable, listed or completable | all versions probed
POL-049 | must | A/PolicyOrg r7 | status | schema of a complete version returns 200 with a JSON schema | complete pack with configSchema
POL-050 | derived | A/PolicyOrg r7 | format | the returned schema is itself a valid JSON Schema covering each policy with configSchema | validate against the meta-schema
POL-051 | must | A/PolicyOrg r7; A/Errors r400 | status | schema returns 400 when policy as code is not enabled | [fixture org without feature]
POL-052 | must | A/PolicyOrg r7; A/Errors r404 | status | schema of an unknown pack or version returns 404 | random
POL-053 | must | A/PolicyOrg r8 | status | org registry get returns 200 with a lightweight policyPack (policies omitted) | known pack
POL-054 | derived | A/PolicyOrg r8 | versioning | tag=latest gives the most recent version; an unknown tag gives 404 | tags
POL-055 | must | A/PolicyOrg r8; A/Errors r404 | status | org registry get of an unknown pack returns 404 | random
POL-056 | must | A/PolicyRegistry r1 | status | GET /api/registry/policypacks (deprecated) still answers | orgLogin given
POL-057 | must | A/PolicyRegistry r1; A/Errors r400 | status | GET: an invalid access value returns 400 | random, wrong case
POL-058 | probe | A/PolicyRegistry r1 | status | GET without orgLogin (required in practice): 400 or empty, recorded | no orgLogin
POL-059 | must | A/PolicyRegistry r2 | status | POST: access accepts added, available, enabled, private | 4 values
POL-060 | must | A/PolicyRegistry r2 | default | POST: access defaults to enabled | {} vs {access: enabled}
POL-061 | must | A/PolicyRegistry r2; A/Errors r400 | status | POST: any other access returns 400 | random
POL-062 | must | A/PolicyRegistry r2 | filter | POST: ids restricts the result to these pack ids | subset, unknown id, empty array
POL-063 | derived | A/PolicyRegistry r1,r2; A/Versioning p4 | consistency | GET and POST variants agree for the same orgLogin and access | both
POL-064 | must | A/PolicyRegistry r1,r2 | paging | registry list: the paging laws hold | no size parameter: natural pages
POL-065 | must | A/RegistryPolicyPack#1..#9 | schema | RegistryPolicyPack: id is a UUID, source private, accessLevel full, view-only or deny, enforcementLevels strings | all
POL-066 | must | A/RegistryPolicyPack#9 | schema | policies is omitted in lightweight responses and present in the version get | list vs get
POL-067 | must | A/RegistryPolicyPack#3,#4 | uniqueness | name is unique per publisher | full walk
POL-068 | must | A/PolicyRegistry r3; A/Authentication p4 | permission | registry pack delete requires RegistryPublish: refused without, pack stays | [fixture user without permission]
POL-069 | must | A/PolicyRegistry r3; A/Errors r404 | status | registry pack delete of an unknown pack returns 404 | random
POL-070 | derived | A/PolicyRegistry r3 | transition | registry pack delete removes the pack and all versions (2xx, exact status not shown) | several versions
POL-071 | must | A/PolicyRegistry r4; A/Errors r404 | status | versions list of an unknown pack returns 404; of a known pack the paging laws hold | random, known
POL-072 | must | A/PolicyRegistry r5; A/Authentication p4 | permission | publish start requires RegistryPublish | [fixture user without permission]
POL-073 | must | A/PolicyRegistry r5; A/Errors r404 | status | publish start under an unknown source or publisher returns 404 | random
POL-074 | must | A/PolicyRegistry r6; A/Versioning p2 | versioning | version get resolves latest to the most recently published version and includes policies | publish two
POL-075 | must | A/PolicyRegistry r6; A/Errors r404 | status | version get of an unknown version returns 404 | random
POL-076 | must | A/PolicyRegistry r7; A/Authentication p4 | permission | version delete requires RegistryPublish: refused without | [fixture user without permission]
POL-077 | must | A/PolicyRegistry r7; A/Errors r404 | status | version delete of an unknown version returns 404 | random
POL-078 | probe | A/PolicyRegistry r3..r7 | status | a source other than private: 404 or 400, recorded | platform, bridged
POL-079 | probe | A/PolicyRegistry r8 | status | publish complete: body, response and errors not shown; recorded, never 5xx | start then complete
POL-080 | derived | A/States r4..r9 | transition | Model: any sequence of create, complete, get, list, apply, delete version, delete pack agrees with the pack model | fc.commands, observers after each step
OUR-501 | ours | open points 5 | transition | A completion without an archive, or with one that is none or leads out of itself, is refused, and then a proper one completes | nothing, a text, .., an absolute path
OUR-502 | ours | open points 5 | versioning | A version tag completes, reads and deletes its version; numbers count from one; latest is the newest complete version | two tags
`
