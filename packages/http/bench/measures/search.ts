/** Packages by a word of their description, 20 of them, with a token. */
import { type FaultOf, samePackages } from "../rounds/faults.ts"
import { samplePackage } from "../samples/samplePackage.ts"
import { FILLED, type Stage } from "../Stage.ts"
import { sideBySide } from "./sideBySide.ts"

const WORDS = 20
const FOUND = 20
/** A search in 2,000 packages keeps Verdaccio busy for more than 0.1 s: of many at once none would end in a round. */
const NPM_CONNECTIONS = 2

/** Each is a word of some description, so everybody finds something. */
const words = Array.from({ length: WORDS }, (_, index) => samplePackage(FILLED, index).description.split(" ")[0] ?? "")

const npmFault: FaultOf = (body) => {
  const { objects } = JSON.parse(body) as { readonly objects: ReadonlyArray<unknown> }
  return objects.length > 0 ? undefined : "nothing was found"
}

/**
 * The two that do the least ask the same index for the word alone, where ours looks for the name first, then for title
 * and name, then for everything else. Verdaccio reads the record of every package.
 */
export const search = (stage: Stage) =>
  sideBySide(stage, {
    operation: "search",
    paths: words.map((word) => `/api/registry/packages?limit=${FOUND}&search=${word}`),
    faultOf: samePackages,
    npm: {
      paths: words.map((word) => `/-/v1/search?size=${FOUND}&text=${word}`),
      faultOf: npmFault,
      connections: NPM_CONNECTIONS
    },
    least: { Verdaccio: 100 }
  })
