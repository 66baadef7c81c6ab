/** Which rules state the statuses of the operations on policy packs, and notice that a parameter is overlooked. */

/** By operation id and status. */
export const policyStated: Readonly<Record<string, Readonly<Record<number, ReadonlyArray<string>>>>> = {
  "policy.list": { 200: ["POL-001"], 400: ["POL-005"] },
  "policy.create": { 201: ["POL-007"], 400: ["POL-008", "POL-009"], 409: ["POL-018"] },
  "policy.deletePack": { 200: ["POL-045"], 400: ["POL-046"], 404: ["POL-047"] },
  "policy.get": { 200: ["POL-033"], 400: ["POL-032"], 404: ["POL-034"] },
  "policy.delete": { 200: ["POL-038"], 400: ["POL-040"], 404: ["POL-041"], 409: ["POL-039"] },
  "policy.complete": { 204: ["POL-028"], 400: ["POL-029"], 404: ["POL-030"] },
  "policy.schema": { 200: ["POL-049"], 400: ["POL-051"], 404: ["POL-052"] },
  "policy.orgPack": { 200: ["POL-053"], 404: ["POL-055"] },
  "policy.deprecatedList": { 200: ["POL-056"], 400: ["POL-057"] },
  "policy.registryList": { 200: ["POL-059"], 400: ["POL-061"] },
  "policy.registryDeletePack": { 204: ["POL-070"], 404: ["POL-069"] },
  "policy.versions": { 200: ["POL-071"], 404: ["POL-071"] },
  "policy.start": { 202: ["POL-079"], 404: ["POL-073"], 409: ["POL-074"] },
  "policy.registryGet": { 200: ["POL-074"], 404: ["POL-075"] },
  "policy.registryDelete": { 204: ["POL-076"], 404: ["POL-077"] },
  "policy.registryComplete": { 201: ["POL-079"], 400: ["POL-079"], 404: ["POL-079"], 409: ["POL-079"] }
}

/** By operation id: the rules that want the permission. */
export const policyGuardedBy: Readonly<Record<string, ReadonlyArray<string>>> = {
  "policy.registryDeletePack": ["POL-068"],
  "policy.start": ["POL-072"],
  "policy.registryDelete": ["POL-076"]
}

/** By operation id and parameter. */
export const policyFilteredBy: Readonly<Record<string, ReadonlyArray<string>>> = {
  "policy.list policypack": ["POL-002", "POL-005"],
  "policy.orgPack tag": ["POL-054"],
  "policy.deprecatedList orgLogin": ["POL-058", "POL-056"],
  "policy.deprecatedList access": ["POL-057", "POL-063"],
  "policy.deprecatedList continuationToken": ["POL-064"],
  "policy.registryList continuationToken": ["POL-064"],
  "policy.versions continuationToken": ["POL-071"]
}
