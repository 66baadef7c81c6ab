/** Faults of how many examples are answered, which and in which order, one a line. Those named MUT- are the specification's examples. */
import { isRecord, objectOf } from "../../wire/Exchange.ts"
import { type Mutant, mutant as row, queryOf, withBody } from "../Mutant.ts"
import * as docs from "./docsFaults.ts"

const setLimit = (change: (limit: number) => number | undefined) =>
  docs.asked(["examples"], (query) => {
    const limit = change(Number(query.get("limit") ?? NaN))
    if (limit !== undefined) query.set("limit", `${limit}`)
  })

const limitMutants: ReadonlyArray<Mutant> = [
  row(
    "MUT-063",
    "the limit is not clamped",
    ["REG-089"],
    docs.examplesAs((all, hop) =>
      docs.limitOf(hop) > 100 && all.length === 100 ? [...all, ...all].slice(0, docs.limitOf(hop)) : all
    )
  ),
  row(
    "MUT-065",
    "a limit above 100 is refused",
    ["REG-089"],
    docs.on(["examples"], (hop, next) => (docs.limitOf(hop) > 100 ? Promise.resolve(docs.refused(400)) : next(hop)))
  ),
  row(
    "MUT-067",
    "totalCount is counted after the limit",
    ["REG-092"],
    docs.answered(["examples"], (body) => ({
      ...body,
      totalCount: Array.isArray(body["examples"]) ? body["examples"].length : 0
    }))
  ),
  row(
    "DEX-001",
    "the default limit is 10",
    ["REG-088"],
    setLimit((limit) => (Number.isNaN(limit) ? 10 : undefined))
  ),
  row(
    "DEX-002",
    "the default limit is 100",
    ["REG-088"],
    setLimit((limit) => (Number.isNaN(limit) ? 100 : undefined))
  ),
  row(
    "DEX-003",
    "the limit is clamped at 99",
    ["REG-090", "REG-089"],
    setLimit((limit) => (limit >= 100 ? 99 : undefined))
  ),
  row(
    "DEX-004",
    "a limit has one more",
    ["REG-090"],
    setLimit((limit) => (limit < 99 ? limit + 1 : undefined))
  ),
  row(
    "DEX-005",
    "limit 0 is a fault",
    ["REG-091"],
    docs.on(["examples"], (hop, next) => (docs.limitOf(hop) <= 0 ? Promise.resolve(docs.refused(500)) : next(hop)))
  ),
  row(
    "DEX-006",
    "one example fewer than there are",
    ["REG-093"],
    docs.examplesAs((all, hop) => (all.length < docs.limitOf(hop) ? all.slice(1) : all))
  )
]

const orderMutants: ReadonlyArray<Mutant> = [
  row(
    "DEX-010",
    "examples stand in the opposite order",
    ["REG-094"],
    docs.examplesAs((all) => all.toReversed())
  ),
  row(
    "DEX-011",
    "examples are sorted by title",
    ["REG-094"],
    docs.examplesAs((all) =>
      all.filter(isRecord).toSorted((left, right) => docs.titleOf(left).localeCompare(docs.titleOf(right)))
    )
  ),
  row(
    "DEX-012",
    "examples of a token are sorted by slug",
    ["REG-094"],
    docs.examplesAs((all) =>
      all.filter(isRecord).toSorted((left, right) => String(left["id"]).localeCompare(String(right["id"])))
    )
  ),
  row(
    "DEX-013",
    "the search minds the case",
    ["REG-095"],
    docs.searchKeeps("examples", (one, q) => docs.contains(one["title"], q) || docs.contains(one["typeToken"], q))
  ),
  row(
    "DEX-014",
    "the search is in titles only",
    ["REG-095"],
    docs.searchKeeps("examples", (one, q) => docs.containsInAnyCase(one["title"], q))
  ),
  row(
    "DEX-015",
    "the search is in tokens only",
    ["REG-095"],
    docs.searchKeeps("examples", (one, q) => docs.containsInAnyCase(one["typeToken"], q))
  ),
  row(
    "DEX-016",
    "the search is for beginnings",
    ["REG-095"],
    docs.searchKeeps("examples", (one, q) =>
      [one["title"], one["typeToken"]].some((text) => String(text).toLowerCase().startsWith(q.toLowerCase()))
    )
  ),
  row(
    "DEX-017",
    "totalCount does not know of the search",
    ["REG-096"],
    docs.on(["examples"], async (hop, next) => {
      const answer = await next(hop)
      if (answer.status !== 200 || !queryOf(hop).has("q")) return answer
      const whole = objectOf(await docs.other(hop, next, (query) => query.delete("q")))
      return withBody(answer, { ...objectOf(answer), totalCount: whole["totalCount"] })
    })
  ),
  row(
    "DEX-024",
    "the search is a pattern",
    ["REG-096"],
    docs.on(["examples"], async (hop, next) => {
      const q = queryOf(hop).get("q")
      if (q !== "_") return next(hop)
      return docs.other(hop, next, (query) => query.delete("q"))
    })
  ),
  row(
    "DEX-018",
    "the search is decoded twice",
    ["REG-097"],
    docs.asked(["examples"], (query) => {
      const q = query.get("q")
      if (q === null) return
      query.set(
        "q",
        q.replaceAll(/%([0-9A-F]{2})/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
      )
    })
  ),
  row(
    "DEX-019",
    "a plus is a space",
    ["REG-097"],
    docs.asked(["examples"], (query) => {
      if (query.has("q")) query.set("q", (query.get("q") ?? "").replaceAll("+", " "))
    })
  ),
  row(
    "DEX-020",
    "what is not ASCII is overlooked",
    ["REG-097"],
    docs.asked(["examples"], (query) => {
      if (/[^\x20-\x7e]/.test(query.get("q") ?? "")) query.set("q", "zz-nothing")
    })
  ),
  row(
    "DEX-021",
    "examples are in python by default",
    ["REG-098"],
    docs.asked(["examples"], (query) => {
      if (!query.has("lang")) query.set("lang", "python")
    })
  ),
  row(
    "DEX-022",
    "a limit that is no number is the default",
    ["REG-099"],
    docs.asked(["examples"], (query) => {
      if (!/^-?\d+$/.test(query.get("limit") ?? "1")) query.delete("limit")
    })
  ),
  row(
    "DEX-023",
    "an unlisted language of examples is the default",
    ["REG-099"],
    docs.asked(["examples"], (query) => {
      if (!/^(?:typescript|python|go|csharp|java|yaml|hcl)$/.test(query.get("lang") ?? "go")) query.delete("lang")
    })
  )
]

export const exampleListMutants: ReadonlyArray<Mutant> = [...limitMutants, ...orderMutants]
