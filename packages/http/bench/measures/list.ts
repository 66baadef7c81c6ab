/** The first page of the package list: 100 packages, with a token. npm's registries have no such list. */
import { samePackages } from "../rounds/faults.ts"
import type { Stage } from "../Stage.ts"
import { sideBySide } from "./sideBySide.ts"

/** Everybody answers the same packages; only ours says how to go on. */
export const list = (stage: Stage) =>
  sideBySide(stage, {
    operation: "list of 100",
    paths: ["/api/registry/packages?limit=100"],
    faultOf: samePackages,
    least: { "node:http": 0.9 }
  })
