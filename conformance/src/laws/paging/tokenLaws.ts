/** What happens to tokens and page sizes that are not what a list gave out (Spec A, Errors). */
import fc from "fast-check"
import { rule, type Rule } from "../../engine/Rule.ts"
import type { Trial } from "../../engine/Trial.ts"
import type { Inserted, PagedList, Shelf } from "./PagedList.ts"
import { overLists, type Still } from "./pagingLaws.ts"
import { pageOf, readPage, walk } from "./walk.ts"

const junkTokens = [
  "junk",
  "0",
  "null",
  "\0",
  "{}",
  "-1",
  "x".repeat(10_000),
  Buffer.from("nonsense").toString("base64url"),
  "eyJhIjoxfQ",
  "🙂"
]

const ask = (trial: Trial, list: PagedList, rawQuery: string) =>
  trial.admin.send("GET", list.operation.path, { rawQuery })

const junk = async (trial: Trial, { list, shelf }: Still) => {
  for (const token of junkTokens) {
    trial.nextCase()
    trial.met()
    const answer = await trial.admin.get(list.operation.path, { ...shelf.query, continuationToken: token })
    // A request line of ten thousand bytes may be refused for its length.
    const statuses = token.length > 5000 ? [400, 414, 431] : [400]
    trial.status(answer, statuses, "What is no token is refused")
  }
}

/** The characters of a token, one of them changed, some left out or added at one of its ends. */
const spoilt = (token: string) =>
  fc.oneof(
    fc.nat(Math.max(0, token.length - 1)).map((length) => token.slice(0, length)),
    fc.constantFrom("A", "0", "=", "_", "AA").map((more) => token + more),
    fc
      .tuple(fc.nat(Math.max(0, token.length - 1)), fc.constantFrom("A", "B", "z", "7", "-"))
      .map(([at, letter]) => token.slice(0, at) + letter + token.slice(at + 1))
  )

const tampered = async (trial: Trial, { list, shelf }: Still) => {
  const pages = await walk(trial, list, shelf.query, 3)
  const token = pages[0]?.token
  if (token === undefined || token === "") return
  const honest = new Set(pages.map(({ items }) => items.join()))
  await trial.check(
    [spoilt(token)],
    async (changed) => {
      if (changed === token || changed === "") return
      trial.met()
      const answer = await trial.admin.get(list.operation.path, {
        ...shelf.query,
        [list.operation.paging!.sizeParameter]: 3,
        continuationToken: changed
      })
      if (answer.status === 400) return
      const page = pageOf(trial, list, answer)
      if (!honest.has(page.items.join()) || page.items.join() === pages[0]!.items.join())
        throw trial.violated(
          "A spoilt token never gives other items",
          "400 or the page of the true token",
          page.items.join(" "),
          answer
        )
    },
    25
  )
}

const sizes = async (trial: Trial, { list, shelf }: Still, written: ReadonlyArray<string>, why: string) => {
  for (const size of written) {
    trial.nextCase()
    trial.met()
    const answer = await trial.admin.get(list.operation.path, {
      ...shelf.query,
      [list.operation.paging!.sizeParameter]: size
    })
    trial.status(answer, [400], `${why} (${JSON.stringify(size)})`)
  }
}

const hugeSizes = ["2147483648", "4294967297", "9007199254740993", `1${"0".repeat(30)}`]

const huge = async (trial: Trial, { items, list, shelf }: Still) => {
  for (const size of hugeSizes) {
    trial.nextCase()
    trial.met()
    const answer = await trial.admin.get(list.operation.path, {
      ...shelf.query,
      [list.operation.paging!.sizeParameter]: size
    })
    if (answer.status >= 400 && answer.status < 500) continue
    const page = pageOf(trial, list, answer)
    // Clamped to its maximum, a page may be a part of the list; the least maximum there is holds a few items.
    const [one] = items
    const isWrapped = page.items.length <= 2 || page.items[0] !== one
    if (isWrapped || items.slice(0, page.items.length).join() !== page.items.join())
      throw trial.violated(
        `The size ${size} is refused or clamped, never another size`,
        items.join(" "),
        page.items.join(" "),
        answer
      )
  }
}

const everywhere = (trial: Trial, shelf: Shelf) =>
  Promise.all((["first", "middle", "last"] as const).map((place) => shelf.insert(trial, place)))

const inserts = async (trial: Trial, { items, list, shelf }: Still) => {
  for (const size of [2, 5]) {
    trial.nextCase()
    const added: Array<Inserted> = []
    const pages = await walk(trial, list, shelf.query, size, async (_, index) => {
      if (index === 0) added.push(...(await everywhere(trial, shelf)))
    })
    const seen = pages.flatMap((page) => page.items)
    trial.met()
    const others = seen.filter((item) => !added.some(({ identity }) => identity === item))
    trial.same(
      others,
      items,
      "What was there all along appears exactly once, whatever is inserted",
      pages.at(-1)?.exchange
    )
    if (new Set(seen).size !== seen.length)
      throw trial.violated(
        "What is inserted appears at most once",
        "no item twice",
        seen.join(" "),
        pages.at(-1)?.exchange
      )
    await Promise.all(added.map((one) => one.remove()))
  }
}

const deletes = async (trial: Trial, { items, list, shelf }: Still) => {
  for (const size of [2, 5]) {
    trial.nextCase()
    const added = await everywhere(trial, shelf)
    const pages = await walk(trial, list, shelf.query, size, async (_, index) => {
      if (index === 0) await Promise.all(added.map((one) => one.remove()))
    })
    trial.met()
    const seen = pages.flatMap((page) => page.items)
    const others = seen.filter((item) => !added.some(({ identity }) => identity === item))
    trial.same(
      others,
      items,
      "What was there all along appears exactly once, whatever is deleted",
      pages.at(-1)?.exchange
    )
    if (new Set(seen).size !== seen.length)
      throw trial.violated(
        "What is deleted appears at most once",
        "no item twice",
        seen.join(" "),
        pages.at(-1)?.exchange
      )
  }
}

/** The item at the end of the first page goes; the token that stands on it still works. */
const anchorGone = async (trial: Trial, { items, list, shelf }: Still) => {
  const anchor = await shelf.insert(trial, "first")
  const first = await readPage(trial, list, shelf.query, { size: 100 })
  const size = first.items.indexOf(anchor.identity) + 1
  if (size === 0)
    throw trial.violated("What was inserted is listed", anchor.identity, first.items.join(" "), first.exchange)
  const page = await readPage(trial, list, shelf.query, { size })
  await anchor.remove()
  if (page.token === undefined || page.items.at(-1) !== anchor.identity) return
  trial.met()
  const next = await readPage(trial, list, shelf.query, { size: 100, token: page.token })
  const rest = items.filter((item) => !page.items.includes(item))
  const expected = rest.slice(0, Math.max(1, next.items.length))
  trial.same(next.items, expected, "A token whose item is gone still gives what follows", next.exchange)
}

const readsWrites = async (trial: Trial, { list, shelf }: Still) => {
  for (const place of ["first", "middle", "last"] as const) {
    const added = await shelf.insert(trial, place)
    trial.met()
    const seen = await walk(trial, list, shelf.query, 4)
    if (!seen.some((page) => page.items.includes(added.identity)))
      throw trial.violated(
        "What was made before the first page is listed",
        added.identity,
        "a walk without it",
        seen.at(-1)?.exchange
      )
    await added.remove()
  }
}

const missesDeleted = async (trial: Trial, { list, shelf }: Still) => {
  for (const place of ["first", "middle", "last"] as const) {
    const added = await shelf.insert(trial, place)
    await added.remove()
    trial.met()
    const seen = await walk(trial, list, shelf.query, 4)
    const ghost = seen.find((page) => page.items.includes(added.identity))
    if (ghost !== undefined)
      throw trial.violated(
        "What was deleted before the first page is not listed",
        "a walk without it",
        added.identity,
        ghost.exchange
      )
  }
}

const otherFilter = async (trial: Trial, { list, shelf }: Still) => {
  const first = await readPage(trial, list, shelf.query, { size: 3 })
  if (first.token === undefined) return
  trial.met()
  const answer = await trial.admin.get(list.operation.path, {
    ...shelf.otherFilter.query,
    continuationToken: first.token
  })
  trial.note(`${list.name}: a token with another filter is answered ${answer.status}.`)
  if (answer.status === 400) return
  if (trial.isOurs) trial.status(answer, [400], "A token belongs to its query (open points, section 1)")
  const page = pageOf(trial, list, answer)
  const stray = page.entries.find((entry) => !shelf.otherFilter.holds(entry))
  if (stray !== undefined)
    throw trial.violated(
      "A page keeps the filter that it was asked for",
      "only what passes it",
      list.identify(stray),
      answer
    )
}

const otherSize = async (trial: Trial, { items, list, shelf }: Still) => {
  const first = await readPage(trial, list, shelf.query, { size: 2 })
  if (first.token === undefined) return
  trial.met()
  const answer = await trial.admin.get(list.operation.path, {
    ...shelf.query,
    limit: 5,
    continuationToken: first.token
  })
  trial.note(`${list.name}: a token with another size is answered ${answer.status}.`)
  if (answer.status === 400) return
  const page = pageOf(trial, list, answer)
  trial.same(page.items, items.slice(2, 2 + page.items.length), "The sequence goes on", answer)
}

const emptyToken = async (trial: Trial, { items, list, shelf }: Still) => {
  trial.met()
  const answer = await trial.admin.get(list.operation.path, { ...shelf.query, continuationToken: "" })
  trial.note(`${list.name}: an empty token is answered ${answer.status}.`)
  if (answer.status === 400) return
  const page = pageOf(trial, list, answer)
  trial.same(page.items, items.slice(0, page.items.length), "An empty token is refused or means the first page", answer)
}

const twice = async (trial: Trial, { list }: Still) => {
  trial.met()
  const name = list.operation.paging!.sizeParameter
  const answer = await ask(trial, list, `${name}=1&${name}=2`)
  trial.note(`${list.name}: ${name} given twice is answered ${answer.status}.`)
  if (answer.status >= 500) throw trial.violated("A repeated size is no fault", "below 500", `${answer.status}`, answer)
}

/** The rules of tokens, sizes and change that every list of the profiles keeps. */
export const tokenLaws = (lists: ReadonlyArray<PagedList>): ReadonlyArray<Rule> => {
  const law = (id: string, body: (trial: Trial, still: Still) => Promise<void>) =>
    rule(id, overLists(lists, body), { turn: "alone" })
  return [
    law("CORE-042", junk),
    law("CORE-043", junk),
    law("CORE-044", tampered),
    law("CORE-048", otherFilter),
    law("CORE-049", otherSize),
    law("CORE-050", emptyToken),
    law("CORE-052", inserts),
    law("CORE-053", deletes),
    law("CORE-054", async (trial, still) => {
      await inserts(trial, still)
      await deletes(trial, still)
    }),
    law("CORE-055", anchorGone),
    law("CORE-057", readsWrites),
    law("CORE-058", missesDeleted),
    law("CORE-059", (trial, still) =>
      sizes(trial, still, ["abc", "1.5", "1e2", "", " ", "0x10", "NaN", "true"], "A page size is an integer")
    ),
    law("CORE-060", (trial, still) => sizes(trial, still, ["-1", "-1000"], "A page size is not negative")),
    law("CORE-061", huge),
    law("CORE-062", twice)
  ]
}
