/** A package list that pages by itself over the whole list behind, with one thing wrong in its paging. */
import { randomUUID } from "node:crypto"
import { isRecord, objectOf } from "../wire/Exchange.ts"
import {
  type Answer,
  type Fault,
  type Hop,
  type Next,
  pathOf,
  plainAnswer,
  queryOf,
  withBody,
  withQuery
} from "./Mutant.ts"

type Entry = Readonly<Record<string, unknown>>

/** What can be wrong; nothing is without. */
export interface PagingFault {
  readonly overlap?: true
  readonly strayToken?: true
  readonly noToken?: true
  readonly emptyEndToken?: true
  readonly junkIsFirst?: true
  readonly loosensFilter?: true
  readonly byOffset?: true
  readonly dependsOnAnchor?: true
  readonly ignoresSize?: true
  readonly defaultSize?: number
  readonly nullWhenEmpty?: true
  readonly oneTooMany?: true
  readonly skipsOne?: true
  readonly orderBySize?: true
  readonly tokenOnce?: true
  readonly plusToken?: true
  readonly snapshot?: true
  readonly endless?: true
  readonly emptyPages?: true
}

interface Place {
  readonly seen: ReadonlyArray<string>
  readonly query: string
  readonly snapshot: ReadonlyArray<Entry> | undefined
}

const keyOf = (entry: Entry): string =>
  `${String(entry["source"])}/${String(entry["publisher"])}/${String(entry["name"])}`

const entriesOf = (answer: Answer): ReadonlyArray<Entry> => {
  const found = objectOf(answer)["packages"]
  return Array.isArray(found) ? found.filter(isRecord) : []
}

/** Everything that a query lists, page by page. */
export const wholeList = async (hop: Hop, next: Next): Promise<ReadonlyArray<Entry>> => {
  const all: Array<Entry> = []
  const query = queryOf(hop)
  query.delete("limit")
  for (let page = 0; page < 20; page += 1) {
    const answer = await next(withQuery(hop, query))
    all.push(...entriesOf(answer))
    const token = objectOf(answer)["continuationToken"]
    if (typeof token !== "string") break
    query.set("continuationToken", token)
  }
  return all
}

const sizeless = (query: URLSearchParams): string => {
  const copy = new URLSearchParams(query)
  copy.delete("limit")
  copy.delete("continuationToken")
  return copy.toString()
}

class Repaging {
  readonly #wrong: PagingFault
  readonly #places = new Map<string, Place>()

  constructor(wrong: PagingFault) {
    this.#wrong = wrong
  }

  async answer(hop: Hop, next: Next): Promise<Answer> {
    const query = queryOf(hop)
    const token = query.get("continuationToken")
    query.delete("continuationToken")
    if (this.#wrong.ignoresSize && /^\d+$/.test(query.get("limit") ?? "")) query.set("limit", "100")
    const first = await next(withQuery(hop, query))
    if (first.status !== 200) return first
    const place = token === null ? undefined : this.#places.get(token)
    if (token !== null && (place === undefined || place.query !== sizeless(query)) && !this.#wrong.junkIsFirst)
      return plainAnswer(400, { code: 400, message: "bad continuationToken" })
    if (this.#wrong.tokenOnce && token !== null) this.#places.delete(token)
    return this.#page(hop, next, first, query, place)
  }

  async #page(hop: Hop, next: Next, first: Answer, query: URLSearchParams, place: Place | undefined): Promise<Answer> {
    const wrong = this.#wrong
    const size = Number(query.get("limit") ?? wrong.defaultSize ?? 100) + (wrong.oneTooMany ? 1 : 0)
    const loose = wrong.loosensFilter && place !== undefined
    const found = place?.snapshot ?? (await wholeList(withQuery(hop, loose ? new URLSearchParams() : query), next))
    const all = wrong.orderBySize && size % 2 === 0 ? found.toReversed() : found
    const start = this.#startOf(all, place)
    if (start === undefined) return plainAnswer(400, { code: 400, message: "bad continuationToken" })
    if (all.length === 0 && wrong.nullWhenEmpty) return withBody(first, { packages: null })
    const page = all.slice(start, start + size)
    const end = start + page.length
    const isLast = end >= all.length
    const given = wrong.noToken
      ? undefined
      : this.#tokenFor(isLast, page.length >= size, () => this.#remember(all, end, place, page, query))
    const shown = wrong.emptyPages && place !== undefined && place.seen.length % 2 === 0 && !isLast ? [] : page
    return withBody(first, { packages: shown, ...(given === undefined ? {} : { continuationToken: given }) })
  }

  #startOf(all: ReadonlyArray<Entry>, place: Place | undefined): number | undefined {
    if (place === undefined) return 0
    const wrong = this.#wrong
    const keys = all.map(keyOf)
    if (wrong.byOffset || wrong.loosensFilter) return place.seen.length
    if (wrong.dependsOnAnchor && !keys.includes(place.seen.at(-1) ?? "")) return undefined
    const seen = new Set(place.seen)
    const start = keys.findLastIndex((key) => seen.has(key)) + 1
    if (wrong.overlap) return Math.max(0, start - 1)
    return wrong.skipsOne ? start + 1 : start
  }

  #tokenFor(isLast: boolean, isFull: boolean, make: () => string): string | undefined {
    if (!isLast || this.#wrong.endless) return make()
    if (this.#wrong.strayToken && isFull) return make()
    return this.#wrong.emptyEndToken ? "" : undefined
  }

  #remember(
    all: ReadonlyArray<Entry>,
    end: number,
    place: Place | undefined,
    page: ReadonlyArray<Entry>,
    query: URLSearchParams
  ): string {
    const token = this.#wrong.plusToken ? `+/${randomUUID()}=` : randomUUID()
    const seen = this.#wrong.byOffset
      ? [...(place?.seen ?? []), ...page.map(keyOf)]
      : [...new Set([...(place?.seen ?? []), ...all.slice(0, end).map(keyOf)])]
    const snapshot = this.#wrong.snapshot ? all : undefined
    this.#places.set(token, { seen, query: sizeless(query), snapshot })
    return token
  }
}

/** The list with this paging; everything else is handed on. */
export const repaging = (wrong: PagingFault) => (): Fault => {
  const list = new Repaging(wrong)
  return (hop, next) =>
    hop.method === "GET" && pathOf(hop) === "/api/registry/packages" ? list.answer(hop, next) : next(hop)
}
