/** What the regular expressions of one version may take together: as each is compiled, no version keeps the server busy. */
import type { PatternPurse } from "./pattern.ts"

const MAX_PATTERNS = 500

/** They take a tenth of a second to compile, all in all. */
const MAX_STEPS = 50_000

/** Taken by a pattern whatever it says. */
const OWN_STEPS = 20

/** Of one version, good or faulty. */
export class PatternBudget implements PatternPurse {
  #patterns = 0
  #steps = 0

  /** Before a pattern is compiled, whatever comes of it. */
  spend(steps: number): string | undefined {
    this.#patterns += 1
    this.#steps += OWN_STEPS + steps
    if (this.#patterns > MAX_PATTERNS) return `Expected at most ${MAX_PATTERNS} patterns in one version`
    return this.#steps > MAX_STEPS
      ? `Expected simpler patterns, or fewer: with every repetition written out, those of this version have more than ${MAX_STEPS} parts`
      : undefined
  }

  /** Whether further patterns would be refused whatever they are. */
  get isSpent(): boolean {
    return this.#patterns > MAX_PATTERNS || this.#steps > MAX_STEPS
  }
}
