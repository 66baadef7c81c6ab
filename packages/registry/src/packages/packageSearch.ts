/** Which packages a search text finds, and how well. Knows no engine. */
import { Effect } from "effect"
import { filterGroups } from "./listFilter.ts"
import type { ListKey, ListRepository } from "./ListRepository.ts"
import type { WalkFilter } from "./listWalk.ts"
import { facets, type SearchGroups, textGroups } from "./searchWords.ts"

/** A search looks at no more matches of each tier than these, the packages published first. */
export const MAX_MATCHES = 1_000

/** Tier 1: the name is the text; 2: all its words are in name or title; 3: all are anywhere. */
export type Match = ListKey & { readonly tier: number }

/**
 * Every match in its best tier, in no stated order. A tier depends on the package alone, not on how often a word occurs
 * elsewhere, so that pages stay as they are while others publish.
 */
export const makePackageSearch = (repository: ListRepository["Service"]) => {
  const find = (tier: number, groups: SearchGroups, limit: number): Effect.Effect<ReadonlyArray<Match>> =>
    Effect.map(repository.search(groups, limit), (keys) => keys.map((key) => ({ ...key, tier })))

  return Effect.fnUntraced(function* (filter: WalkFilter, text: string) {
    const within = filterGroups(filter)
    const found = new Map<number, Match>()
    const collect = (matches: ReadonlyArray<Match>) => {
      for (const match of matches) if (!found.has(match.id)) found.set(match.id, match)
    }
    collect(yield* find(1, [facets.name(text), ...within], MAX_MATCHES))
    const heading = textGroups(text, "heading")
    if (heading.length === 0) return [...found.values()]
    const inHeading = yield* find(2, [...heading, ...within], MAX_MATCHES)
    collect(inHeading)
    // A full tier ends the search: leaving its many packages out of the next one would cost as much as reading them all.
    if (inHeading.length < MAX_MATCHES) {
      collect(yield* find(3, [...textGroups(text, "anywhere"), ...within], MAX_MATCHES + inHeading.length))
    }
    return [...found.values()]
  })
}
