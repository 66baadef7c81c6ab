/** A bounded map from a token's hash to its principal, each entry for a time of its own. Knows no storage and no clock. */
import type { Principal } from "@platform-control/core/Authorization"

/** What is remembered of a token that was found valid. */
export interface PrincipalEntry {
  readonly principal: Principal
  readonly issuedFrom: string | null
  /** Milliseconds since 1970; from then on the token has to be looked up again. */
  readonly validUntil: number
  /** When its use was last noted, in milliseconds since 1970. */
  usedAt: number
}

/** Only valid tokens are remembered, so guessing does not fill it. */
export interface PrincipalEntries {
  /** The entry, unless its time is over. */
  readonly get: (hash: string, now: number) => PrincipalEntry | undefined
  /** Changes with every `drop`; to be read before the look-up whose result is put. */
  readonly generation: () => number
  /** Keeps nothing when something was dropped since `generation`: the entry may have been read before the change. */
  readonly put: (hash: string, entry: PrincipalEntry, generation: number) => void
  readonly drop: (matches: (entry: PrincipalEntry) => boolean) => void
}

/** The entry that was put first makes room. */
export const makePrincipalEntries = (capacity: number): PrincipalEntries => {
  const entries = new Map<string, PrincipalEntry>()
  let generation = 0
  return {
    get: (hash, now) => {
      const entry = entries.get(hash)
      return entry !== undefined && now < entry.validUntil ? entry : undefined
    },
    generation: () => generation,
    put: (hash, entry, since) => {
      if (since !== generation) return
      entries.delete(hash)
      if (entries.size >= capacity) entries.delete(entries.keys().next().value!)
      entries.set(hash, entry)
    },
    drop: (matches) => {
      generation += 1
      for (const [hash, entry] of entries) if (matches(entry)) entries.delete(hash)
    }
  }
}
