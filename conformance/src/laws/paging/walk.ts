/** Walks a list page by page, as a client would. Knows no law. */
import type { Query } from "../../engine/Caller.ts"
import type { Trial } from "../../engine/Trial.ts"
import { type Exchange, isRecord, objectOf } from "../../wire/Exchange.ts"
import type { Entry, PagedList } from "./PagedList.ts"

/** One page. */
export interface Page {
  readonly exchange: Exchange
  readonly items: ReadonlyArray<string>
  readonly entries: ReadonlyArray<Entry>
  /** What asks for the next page; undefined on the last one. The empty string is a token like any other. */
  readonly token: string | undefined
}

/** Pages after which a walk is given up. */
const MAX_PAGES = 60

/** Reads an answer as a page; one without an array of items breaks the rule. */
export const pageOf = (trial: Trial, list: PagedList, exchange: Exchange): Page => {
  trial.status(exchange, [200], `A page of ${list.name} is answered`)
  const body = objectOf(exchange)
  const found = body[list.operation.paging!.items]
  if (!Array.isArray(found))
    throw trial.violated(`A page of ${list.name} has items`, "an array", JSON.stringify(found) ?? "nothing", exchange)
  const entries = found.filter(isRecord)
  const token = body["continuationToken"]
  return { exchange, entries, items: entries.map(list.identify), token: typeof token === "string" ? token : undefined }
}

/** One page of a size; without a size the list's default. */
export const readPage = async (
  trial: Trial,
  list: PagedList,
  query: Query,
  asked: { readonly size?: number | undefined; readonly token?: string | undefined }
): Promise<Page> => {
  const answer = await trial.admin.get(list.operation.path, {
    ...query,
    [list.operation.paging!.sizeParameter]: asked.size,
    continuationToken: asked.token
  })
  return pageOf(trial, list, answer)
}

/** All pages; `between` runs after each. A walk that does not end breaks the rule. */
export const walk = async (
  trial: Trial,
  list: PagedList,
  query: Query,
  size: number | undefined,
  between: (page: Page, index: number) => Promise<void> = () => Promise.resolve(),
  maxPages = MAX_PAGES
): Promise<ReadonlyArray<Page>> => {
  const pages: Array<Page> = []
  let token: string | undefined
  do {
    if (pages.length >= maxPages)
      throw trial.violated(
        "A walk ends",
        `at most ${maxPages} pages`,
        `${pages.length} and another token`,
        pages.at(-1)?.exchange
      )
    const page: Page = await readPage(trial, list, query, { size, token })
    await between(page, pages.length)
    pages.push(page)
    token = page.token
  } while (token !== undefined)
  return pages
}

/** The items of all pages in their order. */
export const itemsOf = (pages: ReadonlyArray<Page>): ReadonlyArray<string> => pages.flatMap(({ items }) => items)
