/** What became of a change that was asked for: one that finds all as it is wanted changes nothing and is no refusal. */
import { Effect } from "effect"

export type Outcome = "changed" | "unchanged" | "refused"

/** Of a change that either was made or could not be. */
export const outcomeOf = Effect.map((changed: boolean): Outcome => (changed ? "changed" : "refused"))
