/** Every mutant, and the examples of the specification that can't be told from a right server here. */
import { coreMutants } from "./coreMutants.ts"
import { exchangeMutants } from "./exchangeMutants.ts"
import { generatedMutants } from "./generatedMutants.ts"
import type { Mutant } from "./Mutant.ts"
import { pagingMutants } from "./pagingMutants.ts"
import { registryMutants } from "./registryMutants.ts"

export const mutants: ReadonlyArray<Mutant> = [
  ...pagingMutants,
  ...coreMutants,
  ...registryMutants,
  ...exchangeMutants,
  ...generatedMutants
]

/** By id of the specification's examples: why no rule of these profiles could notice it. */
export const equivalent: Readonly<Record<string, string>> = {
  "MUT-009": "A token of another list: these profiles have one list with tokens, so there is no other token to accept.",
  "MUT-029": "A revoked token on a kept connection: no operation of these profiles revokes a token."
}
