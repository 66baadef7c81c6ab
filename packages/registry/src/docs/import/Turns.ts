/**
 * Who is next at what only a few can have at a time: of those who have fewest of it already, the one whose last turn ended
 * longest ago. So nobody waits for all that somebody else wants. Knows nothing of what the turns are for.
 */
import { Latch } from "effect"

export interface TurnBounds {
  readonly running: number
  readonly waiting: number
  /** Those of the waiting that one owner may have. */
  readonly waitingOfOne: number
}

export interface Turn {
  readonly owner: string
  /** Opens when the turn begins. */
  readonly begun: Latch.Latch
}

interface Owned {
  running: number
  /** In the order of their arrival. */
  readonly waiting: Set<Turn>
}

export class Turns {
  readonly #bounds: TurnBounds
  /** Whoever has a turn or waits for one; whose last turn ended longest ago comes first, newcomers last. */
  readonly #owners = new Map<string, Owned>()
  #running = 0
  #waiting = 0

  constructor(bounds: TurnBounds) {
    this.#bounds = bounds
  }

  /** A turn that has to be left, begun or not; nothing when too many wait, of this owner or altogether. */
  enter(owner: string): Turn | undefined {
    const { running, waiting, waitingOfOne } = this.#bounds
    const own = this.#owners.get(owner) ?? { running: 0, waiting: new Set() }
    const isFull = this.#waiting >= waiting || own.waiting.size >= waitingOfOne
    if (this.#running >= running && isFull) return undefined
    const turn = { owner, begun: Latch.makeUnsafe() }
    this.#owners.set(owner, own)
    own.waiting.add(turn)
    this.#waiting++
    this.#beginNext()
    return turn
  }

  leave(turn: Turn): void {
    const own = this.#owners.get(turn.owner)
    if (own === undefined) return
    if (own.waiting.delete(turn)) this.#waiting--
    else {
      own.running--
      this.#running--
    }
    this.#owners.delete(turn.owner)
    if (own.running + own.waiting.size > 0) this.#owners.set(turn.owner, own)
    this.#beginNext()
  }

  #beginNext(): void {
    if (this.#running >= this.#bounds.running) return
    const [first, ...others] = [...this.#owners.values()].filter(({ waiting }) => waiting.size > 0)
    const next = others.reduce((best, own) => (own.running < (best?.running ?? 0) ? own : best), first)
    const [turn] = next?.waiting ?? []
    if (next === undefined || turn === undefined) return
    next.waiting.delete(turn)
    next.running++
    this.#waiting--
    this.#running++
    turn.begun.openUnsafe()
  }
}
