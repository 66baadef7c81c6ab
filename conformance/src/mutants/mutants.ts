/** Every mutant, and the examples of the specification that can't be told from a right server here. */
import { coreMutants } from "./coreMutants.ts"
import { docsMutants } from "./docs/docsMutants.ts"
import { exchangeMutants } from "./exchangeMutants.ts"
import { generatedMutants } from "./generatedMutants.ts"
import type { Mutant } from "./Mutant.ts"
import { pagingMutants } from "./pagingMutants.ts"
import { policyMutants } from "../policy/policyMutants.ts"
import { registryMutants } from "./registryMutants.ts"
import { serviceMutants } from "../services/serviceMutants.ts"
import { tokenMutants } from "../tokens/tokenMutants.ts"

export const mutants: ReadonlyArray<Mutant> = [
  ...pagingMutants,
  ...coreMutants,
  ...registryMutants,
  ...docsMutants,
  ...policyMutants,
  ...exchangeMutants,
  ...serviceMutants,
  ...tokenMutants,
  ...generatedMutants
]

/** By id of the specification's examples: why no rule of these profiles could notice it. */
export const equivalent: Readonly<Record<string, string>> = {}
