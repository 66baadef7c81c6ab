/** Faults of paging, one a line. */
import type { Mutant } from "./Mutant.ts"
import { type PagingFault, repaging } from "./repaging.ts"

const row = (id: string, fault: string, killedBy: ReadonlyArray<string>, wrong: PagingFault): Mutant => ({
  id,
  fault,
  killedBy,
  make: repaging(wrong)
})

export const pagingMutants: ReadonlyArray<Mutant> = [
  row("MUT-001", "the next page starts at the cursor item", ["CORE-031", "CORE-032"], { overlap: true }),
  row("MUT-003", "a token when the page is full although nothing remains", ["CORE-034", "CORE-037"], {
    strayToken: true
  }),
  row("MUT-005", "no token although items remain", ["CORE-035", "CORE-031"], { noToken: true }),
  row("MUT-007", "a junk token is the first page", ["CORE-042", "CORE-043"], { junkIsFirst: true }),
  row("MUT-011", "the filter is lost on later pages", ["CORE-047", "CORE-031"], { loosensFilter: true }),
  row("MUT-013", "the token is an offset", ["CORE-052", "CORE-054"], { byOffset: true }),
  row("MUT-015", "the token dies with its anchor", ["CORE-055"], { dependsOnAnchor: true }),
  row("MUT-017", "the page size is overlooked", ["CORE-033", "REG-003"], { ignoresSize: true }),
  row("MUT-019", "the default size is 50", ["REG-001"], { defaultSize: 50 }),
  row("MUT-021", "of nothing there is null", ["CORE-051", "REG-002"], { nullWhenEmpty: true }),
  row("PAG-001", "the end is an empty token", ["CORE-034", "CORE-036"], { emptyEndToken: true }),
  row("PAG-002", "a page has one more than asked for", ["CORE-033", "REG-003"], { oneTooMany: true }),
  row("PAG-003", "an item between two pages is lost", ["CORE-031", "CORE-035"], { skipsOne: true }),
  row("PAG-004", "the order depends on the size", ["CORE-039", "CORE-031"], { orderBySize: true }),
  row("PAG-005", "a token works once", ["CORE-040"], { tokenOnce: true }),
  row("PAG-006", "a walk never ends", ["CORE-038"], { endless: true }),
  row("PAG-007", "pages in the middle are empty", ["CORE-037"], { emptyPages: true })
]
