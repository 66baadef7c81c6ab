/** What a rule is made of. Knows no single one. */
import type { CatalogueEntry } from "../catalogue/Catalogue.ts"
import { entryOf } from "../catalogue/Catalogue.ts"
import type { Requirement } from "../config/Requirement.ts"
import type { Trial } from "./Trial.ts"

/** When a rule runs: beside others, with nothing else under way, or last, over everything that was recorded. */
export type Turn = "alone" | "beside" | "last"

/** A rule with its test. */
export interface Rule extends CatalogueEntry {
  /** Without these it can't be decided. */
  readonly requires: ReadonlyArray<Requirement>
  readonly turn: Turn
  /** Throws a `Violation` when the rule is broken, `Inconclusive` when that can't be found out. */
  readonly run: (trial: Trial) => Promise<void>
}

/** What a test says beside its body. */
export interface RuleOptions {
  readonly requires?: ReadonlyArray<Requirement>
  readonly turn?: Turn
}

/** The test of the catalogue's rule of this id. */
export const rule = (id: string, run: Rule["run"], options: RuleOptions = {}): Rule => ({
  ...entryOf(id),
  requires: options.requires ?? ["admin"],
  turn: options.turn ?? "beside",
  run
})
