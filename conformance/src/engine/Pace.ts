/** Keeps a run within its rate and its budget, and still while its target asks for that. Knows no request. */
import { setTimeout as sleep } from "node:timers/promises"
import { Inconclusive } from "./Outcome.ts"

/** How much a run may spend; absent is unbounded. */
export interface Limits {
  readonly perSecond?: number | undefined
  readonly seconds?: number | undefined
  readonly requests?: number | undefined
}

/** A target that asks for a pause so often in a row answers nothing else. */
const PATIENCE = 100

/** Counts every request of a run. */
export class Pace {
  readonly #limits: Limits
  readonly #startedAt = performance.now()
  #sent = 0
  #resumesAt = 0
  #pauses = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  get sent(): number {
    return this.#sent
  }

  /** Whether nothing more may be begun; what cleans up goes on. */
  get isSpent(): boolean {
    const { requests = Infinity, seconds = Infinity } = this.#limits
    return this.#sent >= requests || performance.now() - this.#startedAt >= seconds * 1000
  }

  /** Nothing is sent for so long. False when the target has asked for that too often without an answer between. */
  pause(seconds: number): boolean {
    this.#pauses += 1
    if (this.#pauses > PATIENCE) return false
    this.#resumesAt = Math.max(this.#resumesAt, performance.now() + seconds * 1000)
    return true
  }

  /** The target has answered something else. */
  resume(): void {
    this.#pauses = 0
  }

  /** Waits for the next place in the rate. With nothing left the rule can't be concluded. */
  async next(options: { readonly cleaning: boolean }): Promise<void> {
    if (!options.cleaning && this.isSpent)
      throw new Inconclusive("BUDGET", "The budget was spent before the rule was done.")
    for (let left = this.#pauseLeft(); left > 0; left = this.#pauseLeft()) await sleep(left)
    const place = this.#sent
    this.#sent += 1
    if (this.#limits.perSecond === undefined) return
    const wait = this.#startedAt + (place / this.#limits.perSecond) * 1000 - performance.now()
    if (wait > 0) await sleep(wait)
  }

  #pauseLeft(): number {
    return this.#resumesAt - performance.now()
  }
}
