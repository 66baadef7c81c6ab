/** Which packages a search text finds, and how well. Knows no engine. */
import { Effect } from "effect"
import { filterQuery } from "./listFilter.ts"
import type { ListKey, ListRepository } from "./ListRepository.ts"
import type { WalkFilter } from "./listWalk.ts"
import { facets, type SearchTerm, textTerms } from "./searchWords.ts"

/** A search looks at no more matches of each tier than these, the packages published first. */
export const MAX_MATCHES = 1_000

/** Tier 1: the name is the text; 2: all its words are in name or title; 3: all are anywhere. */
export type Match = ListKey & { readonly tier: number }

/**
 * Every match in its best tier, in no stated order. A tier depends on the package alone, not on how often a word occurs
 * elsewhere, so that pages stay as they are while others publish.
 */
export const makePackageSearch = (repository: ListRepository["Service"]) =>
  Effect.fnUntraced(function* (filter: WalkFilter, text: string) {
    const { scopes, terms } = filterQuery(filter)
    const found = new Map<number, Match>()
    const find = Effect.fnUntraced(function* (tier: number, sought: ReadonlyArray<SearchTerm>, limit: number) {
      const keys = yield* repository.search({ scopes, terms: [...sought, ...terms] }, limit)
      for (const key of keys) if (!found.has(key.id)) found.set(key.id, { ...key, tier })
      return keys.length
    })

    yield* find(1, [facets.name(text)], MAX_MATCHES)
    const heading = textTerms(text, "heading")
    if (heading.length === 0) return [...found.values()]
    const inHeading = yield* find(2, heading, MAX_MATCHES)
    // A full tier ends the search: leaving its many packages out of the next one would cost as much as reading them all.
    if (inHeading < MAX_MATCHES) yield* find(3, textTerms(text, "anywhere"), MAX_MATCHES + inHeading)
    return [...found.values()]
  })
