/** Every fault of the documentation of packages. */
import type { Mutant } from "../Mutant.ts"
import { exampleListMutants } from "./exampleListMutants.ts"
import { exampleMutants } from "./exampleMutants.ts"
import { mediaMutants } from "./mediaMutants.ts"
import { navigationMutants } from "./navigationMutants.ts"
import { knownMutants, pageMutants } from "./pageMutants.ts"
import { proseMutants } from "./proseMutants.ts"

export const docsMutants: ReadonlyArray<Mutant> = [
  ...pageMutants,
  ...mediaMutants,
  ...proseMutants,
  ...knownMutants,
  ...exampleListMutants,
  ...exampleMutants,
  ...navigationMutants
]
