/** A bounded map whose entries are true for a time, each for its own. Knows no storage and no clock. */

/** What is true only until some moment. */
export interface Perishable {
  /** Milliseconds since 1970; from then on it has to be looked up again. */
  readonly validUntil: number
}

/** Only what was found is remembered, so that guessing does not fill it. */
export interface Remembered<A extends Perishable> {
  /** The entry, unless its time is over. */
  readonly get: (key: string, now: number) => A | undefined
  /** Changes with every `drop`; to be read before the look-up whose result is put. */
  readonly generation: () => number
  /** Keeps nothing when something was dropped since `generation`: the entry may have been read before the change. */
  readonly put: (key: string, entry: A, generation: number) => void
  readonly drop: (matches: (entry: A) => boolean) => void
}

/** The entry that was put first makes room. */
export const makeRemembered = <A extends Perishable>(capacity: number): Remembered<A> => {
  const entries = new Map<string, A>()
  let generation = 0
  return {
    get: (key, now) => {
      const entry = entries.get(key)
      return entry !== undefined && now < entry.validUntil ? entry : undefined
    },
    generation: () => generation,
    put: (key, entry, since) => {
      if (since !== generation) return
      entries.delete(key)
      if (entries.size >= capacity) entries.delete(entries.keys().next().value!)
      entries.set(key, entry)
    },
    drop: (matches) => {
      generation += 1
      for (const [key, entry] of entries) if (matches(entry)) entries.delete(key)
    }
  }
}
