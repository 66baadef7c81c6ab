/** The laws of paging that hold while nothing changes (Spec A, Endpoints, Paging), over any list. */
import { rule, type Rule } from "../../engine/Rule.ts"
import type { Trial } from "../../engine/Trial.ts"
import { objectOf } from "../../wire/Exchange.ts"
import type { PagedList, Shelf } from "./PagedList.ts"
import { itemsOf, type Page, pageOf, readPage, walk } from "./walk.ts"

/** More would make a walk one by one too long. */
const MAX_ITEMS = 45

/** Sizes with and without remainder, around both ends. */
const sizesFor = (total: number): ReadonlyArray<number> =>
  [...new Set([1, 2, 3, 4, 5, 6, total - 1, total, total + 1])].filter((size) => size > 0)

/** A list at rest: what is on it, read in one go. */
export interface Still {
  readonly list: PagedList
  readonly shelf: Shelf
  readonly items: ReadonlyArray<string>
}

/** Runs a law over every list. */
export const overLists =
  (lists: ReadonlyArray<PagedList>, law: (trial: Trial, still: Still) => Promise<void>) => async (trial: Trial) => {
    for (const list of lists) {
      const shelf = await list.shelf(trial)
      const items = itemsOf(await walk(trial, list, shelf.query, 100))
      if (items.length < 4)
        throw trial.inconclusive("PREMISE_NEVER_MET", `${list.name}: ${items.length} items were found where 12 are.`)
      if (items.length > MAX_ITEMS)
        throw trial.inconclusive(
          "NO_FIXTURE",
          `${list.name} holds more than ${MAX_ITEMS} items: use an organization of its own.`
        )
      await law(trial, { list, shelf, items })
    }
  }

const atEverySize =
  (law: (trial: Trial, still: Still, size: number, pages: ReadonlyArray<Page>) => void) =>
  async (trial: Trial, still: Still) => {
    for (const size of sizesFor(still.items.length)) {
      trial.nextCase()
      const pages = await walk(trial, still.list, still.shelf.query, size)
      trial.met()
      law(trial, still, size, pages)
    }
  }

const ends = (trial: Trial, { items }: Still, size: number, pages: ReadonlyArray<Page>) => {
  const last = pages.at(-1)!
  if (pages.length > 1 && last.items.length === 0)
    throw trial.violated(
      `The last page of size ${size} has no token`,
      `${Math.ceil(items.length / size)} pages`,
      `an empty page ${pages.length} after a token`,
      last.exchange
    )
}

const progresses = (trial: Trial, { items }: Still, size: number, pages: ReadonlyArray<Page>) => {
  // A server may have a smaller maximum than what was asked for; then its pages are all of that size.
  const honoured = pages.length === 1 || pages[0]!.items.length === size
  const expected = honoured ? Math.ceil(items.length / size) : undefined
  if (
    pages.slice(0, -1).some((page) => page.items.length === 0) ||
    (expected !== undefined && pages.length !== expected)
  )
    throw trial.violated(
      `Every page but the last is filled (size ${size})`,
      `${expected ?? "several"} pages`,
      `${pages.length}: ${pages.map((page) => page.items.length).join(", ")}`,
      pages.at(-1)?.exchange
    )
}

const bounded = (trial: Trial, _: Still, size: number, pages: ReadonlyArray<Page>) => {
  for (const page of pages)
    if (page.items.length > size)
      throw trial.violated(
        "No page holds more than was asked for",
        `at most ${size}`,
        `${page.items.length}`,
        page.exchange
      )
}

const unique = (trial: Trial, _: Still, size: number, pages: ReadonlyArray<Page>) => {
  const seen = new Set<string>()
  for (const page of pages)
    for (const item of page.items) {
      if (seen.has(item))
        throw trial.violated(`No item twice (size ${size})`, "one occurrence", `${item} again`, page.exchange)
      seen.add(item)
    }
}

const more = (trial: Trial, { items }: Still, size: number, pages: ReadonlyArray<Page>) => {
  const seen = itemsOf(pages).length
  if (seen < items.length)
    throw trial.violated(
      `There is a token while items remain (size ${size})`,
      `${items.length} items`,
      `${seen} and no token`,
      pages.at(-1)?.exchange
    )
}

const concatenated = (trial: Trial, { items }: Still, size: number, pages: ReadonlyArray<Page>) =>
  trial.same(itemsOf(pages), items, `The pages of size ${size} joined are the list`, pages.at(-1)?.exchange)

const ordered = (trial: Trial, { items }: Still, size: number, pages: ReadonlyArray<Page>) => {
  const place = new Map(items.map((item, index) => [item, index]))
  const places = itemsOf(pages).map((item) => place.get(item) ?? -1)
  if (places.some((one, index) => index > 0 && one < places[index - 1]!))
    throw trial.violated(
      `The order does not depend on the size (${size})`,
      items.join(" "),
      itemsOf(pages).join(" "),
      pages.at(-1)?.exchange
    )
}

/** A query value with as little percent-encoding as a request line allows. */
const barely = (text: string): string => encodeURI(text).replaceAll(/[&#+]/g, encodeURIComponent)

/** A query value with every byte percent-encoded. */
const fully = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0").toUpperCase()}`).join("")

const encoded = async (trial: Trial, { items, list, shelf }: Still) => {
  const first = await readPage(trial, list, shelf.query, { size: 5 })
  if (first.token === undefined) return
  trial.met()
  const plain = await readPage(trial, list, shelf.query, { size: 5, token: first.token })
  const offset = first.items.length
  trial.same(
    plain.items,
    items.slice(offset, offset + Math.max(1, plain.items.length)),
    "A token gives the next page",
    plain.exchange
  )
  const { sizeParameter } = list.operation.paging!
  const base = new URLSearchParams(
    Object.entries(shelf.query).map(([name, value]): [string, string] => [name, String(value)])
  )
  base.set(sizeParameter, "5")
  for (const written of [barely, fully]) {
    // A token of its own each time: what a server remembers of a walk may be used up.
    const { token } = await readPage(trial, list, shelf.query, { size: 5 })
    if (token === undefined) return
    const rawQuery = `${base}&continuationToken=${written(token)}`
    const page = pageOf(trial, list, await trial.admin.send("GET", list.operation.path, { rawQuery }))
    trial.same(page.items, plain.items, "However a token is percent-encoded, it gives the same page", page.exchange)
  }
}

const replayed = async (trial: Trial, { list, shelf }: Still) => {
  const pages = await walk(trial, list, shelf.query, 3)
  for (const [index, page] of pages.entries()) {
    if (page.token === undefined) continue
    trial.met()
    const again = await readPage(trial, list, shelf.query, { size: 3, token: page.token })
    trial.same(again.items, pages[index + 1]?.items, "The same token gives the same page again", again.exchange)
  }
}

const filtered = async (trial: Trial, { list, shelf }: Still) => {
  const outside = await walk(trial, list, {}, 100)
  const decoys = outside.flatMap(({ entries }) => entries).filter((entry) => !shelf.holds(entry))
  if (decoys.length === 0) trial.note(`${list.name}: nothing stands outside the filter.`)
  for (const size of [2, 5]) {
    const pages = await walk(trial, list, shelf.query, size)
    for (const page of pages)
      for (const entry of page.entries)
        if (!shelf.holds(entry))
          throw trial.violated(
            "Filters hold on every page",
            "only what passes the filter",
            list.identify(entry),
            page.exchange
          )
    if (decoys.length > 0) trial.met()
  }
}

const empty = async (trial: Trial, { list }: Still) => {
  trial.met()
  const page = await readPage(trial, list, list.nothing, {})
  trial.same(
    objectOf(page.exchange)[list.operation.paging!.items],
    [],
    "Of nothing there is an empty array",
    page.exchange
  )
  if (page.token !== undefined)
    throw trial.violated("Of nothing there is no next page", "no token", page.token, page.exchange)
}

const inParallel = async (trial: Trial, { items, list, shelf }: Still) => {
  const walks = await Promise.all([1, 2, 3, 5, 7].map((size) => walk(trial, list, shelf.query, size)))
  trial.met()
  for (const pages of walks)
    trial.same(itemsOf(pages), items, "Walkers side by side see the same", pages.at(-1)?.exchange)
}

/** The rules that every list of the profiles keeps. */
export const pagingLaws = (lists: ReadonlyArray<PagedList>): ReadonlyArray<Rule> => {
  const law = (id: string, body: (trial: Trial, still: Still) => Promise<void>) =>
    rule(id, overLists(lists, body), { turn: "alone" })
  return [
    law("CORE-031", atEverySize(concatenated)),
    law("CORE-032", atEverySize(unique)),
    law("CORE-033", atEverySize(bounded)),
    law("CORE-034", atEverySize(ends)),
    law("CORE-035", atEverySize(more)),
    law(
      "CORE-036",
      atEverySize((trial, still, size, pages) => {
        // The walk took an empty string for a token. As an end marker it leads back to the first page.
        const marker = pages.find(
          (page, index) => page.token === "" && index + 1 >= Math.ceil(still.items.length / size)
        )
        if (marker !== undefined)
          throw trial.violated("The end is an absent token", "no continuationToken", "an empty string", marker.exchange)
        concatenated(trial, still, size, pages)
      })
    ),
    law("CORE-037", atEverySize(progresses)),
    law("CORE-038", async (trial, { items, list, shelf }) => {
      for (const size of sizesFor(items.length)) {
        trial.nextCase()
        trial.met()
        await walk(trial, list, shelf.query, size, undefined, Math.max(items.length, 1) + 2)
      }
    }),
    law("CORE-039", atEverySize(ordered)),
    law("CORE-040", replayed),
    law("CORE-041", encoded),
    law("CORE-047", filtered),
    law("CORE-051", empty),
    law("CORE-056", inParallel)
  ]
}
