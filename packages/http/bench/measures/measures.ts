/** Every measure by its name, in the order of a run: those that change what others read come last. */
import type { Effect } from "effect"
import type { BenchFault } from "../BenchFault.ts"
import type { Outcome } from "../results/Outcome.ts"
import type { Stage } from "../Stage.ts"
import { authentication } from "./authentication.ts"
import { bundleSize } from "./bundleSize.ts"
import { currentUser } from "./currentUser.ts"
import { docs } from "./docs.ts"
import { docsCold } from "./docsCold.ts"
import { docsImport } from "./docsImport.ts"
import { exchange } from "./exchange.ts"
import { getVersion } from "./getVersion.ts"
import { list } from "./list.ts"
import { paging } from "./paging.ts"
import { publishBy } from "./publish.ts"
import { search } from "./search.ts"
import { startUp } from "./startUp.ts"

/** Finds one operation's figures out. */
export type Measure = (stage: Stage) => Effect.Effect<Outcome, BenchFault>

/** The names are those of `--only`. */
export const measures: Readonly<Record<string, Measure>> = {
  "start-up": startUp,
  "bundle-size": bundleSize,
  "get-version": getVersion,
  list,
  search,
  "current-user": currentUser,
  authentication,
  exchange,
  paging,
  docs,
  "docs-cold": docsCold,
  "docs-import": docsImport,
  "publish-1": publishBy(1),
  "publish-16": publishBy(16)
}
