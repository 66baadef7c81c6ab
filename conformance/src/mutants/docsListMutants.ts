/** Faults of the examples and the navigation of packages, one a line. Those named MUT- are the specification's examples. */
import { isRecord, objectOf } from "../wire/Exchange.ts"
import * as docs from "./docsFaults.ts"
import { type Mutant, mutant as row, plainAnswer, queryOf, withBody } from "./Mutant.ts"

const refused = (status: number) => plainAnswer(status, { code: status, message: "no" })

const limitOf = (hop: Parameters<typeof queryOf>[0]) => Number(queryOf(hop).get("limit") ?? 20)

const setLimit = (change: (limit: number) => number | undefined) =>
  docs.asked(["examples"], (query) => {
    const limit = change(Number(query.get("limit") ?? NaN))
    if (limit !== undefined) query.set("limit", `${limit}`)
  })

const titleOf = (one: docs.Body) => String(one["title"])

const reslugged = (change: (slug: string, one: docs.Body) => string) =>
  docs.exampled((one) => {
    const [token = "", slug = ""] = String(one["id"]).split("#")
    return { ...one, id: `${token}#${change(slug, one)}` }
  })

const contains = (text: unknown, q: string) => String(text).includes(q)

const anyCase = (text: unknown, q: string) => contains(String(text).toLowerCase(), q.toLowerCase())

const limitMutants: ReadonlyArray<Mutant> = [
  row(
    "MUT-063",
    "the limit is not clamped",
    ["REG-089"],
    docs.examplesAs((all, hop) =>
      limitOf(hop) > 100 && all.length === 100 ? [...all, ...all].slice(0, limitOf(hop)) : all
    )
  ),
  row(
    "MUT-065",
    "a limit above 100 is refused",
    ["REG-089"],
    docs.on(["examples"], (hop, next) => (limitOf(hop) > 100 ? Promise.resolve(refused(400)) : next(hop)))
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
    docs.on(["examples"], (hop, next) => (limitOf(hop) <= 0 ? Promise.resolve(refused(500)) : next(hop)))
  ),
  row(
    "DEX-006",
    "one example fewer than there are",
    ["REG-093"],
    docs.examplesAs((all, hop) => (all.length < limitOf(hop) ? all.slice(1) : all))
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
      all.filter(isRecord).toSorted((left, right) => titleOf(left).localeCompare(titleOf(right)))
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
    docs.searchKeeps("examples", (one, q) => contains(one["title"], q) || contains(one["typeToken"], q))
  ),
  row(
    "DEX-014",
    "the search is in titles only",
    ["REG-095"],
    docs.searchKeeps("examples", (one, q) => anyCase(one["title"], q))
  ),
  row(
    "DEX-015",
    "the search is in tokens only",
    ["REG-095"],
    docs.searchKeeps("examples", (one, q) => anyCase(one["typeToken"], q))
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
    "DEX-018",
    "the search is decoded twice",
    ["REG-097"],
    docs.asked(["examples"], (query) => {
      const q = query.get("q") ?? ""
      if (/%[0-9A-F]{2}/i.test(q)) query.set("q", unescape(q))
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

const exampleMutants: ReadonlyArray<Mutant> = [
  row(
    "MUT-069",
    "the second of equal titles is -1",
    ["REG-104"],
    reslugged((slug) => slug.replace(/-([23])$/, (_, number: string) => `-${Number(number) - 1}`))
  ),
  row(
    "MUT-071",
    "a title is not cut",
    ["REG-108"],
    docs.exampled((one) => (titleOf(one).length >= 120 ? { ...one, title: `${titleOf(one)}x` } : one))
  ),
  row(
    "DEX-030",
    "an id has a slash before its slug",
    ["REG-101"],
    docs.exampled((one) => ({ ...one, id: String(one["id"]).replace("#", "/") }))
  ),
  row(
    "DEX-031",
    "a slug is in snake case",
    ["REG-102"],
    reslugged((slug) => slug.replaceAll("-", "_"))
  ),
  row(
    "DEX-032",
    "a slug keeps its case",
    ["REG-102"],
    reslugged((slug, one) => titleOf(one).replaceAll(" ", "-") || slug)
  ),
  row(
    "DEX-033",
    "a slug is a number",
    ["REG-102", "REG-103"],
    docs.exampled((one, index) => ({ ...one, id: `${String(one["typeToken"])}#${index}` }))
  ),
  row(
    "DEX-034",
    "without a heading a slug begins with untitled",
    ["REG-103"],
    reslugged((slug) => slug.replace(/^example-/, "untitled-"))
  ),
  row(
    "DEX-035",
    "the third of equal titles is -2 as well",
    ["REG-104", "REG-105"],
    reslugged((slug) => slug.replace(/-3$/, "-2"))
  ),
  row(
    "DEX-036",
    "every one of equal titles has a number",
    ["REG-104"],
    reslugged((slug) => (slug === "create-a-pet" ? `${slug}-1` : slug))
  ),
  row(
    "DEX-037",
    "ids depend on the language",
    ["REG-106"],
    docs.exampled((one, _index, hop) => ({ ...one, id: `${String(one["id"])}${queryOf(hop).get("lang") ?? ""}` }))
  ),
  row(
    "DEX-038",
    "ids depend on the search",
    ["REG-106"],
    docs.exampled((one, index, hop) => (queryOf(hop).has("q") ? { ...one, id: `${String(one["id"])}-${index}` } : one))
  ),
  row(
    "DEX-039",
    "ids depend on the limit",
    ["REG-106"],
    docs.exampled((one, _index, hop) => ({ ...one, id: `${String(one["id"])}-${limitOf(hop)}` }))
  ),
  row(
    "DEX-040",
    "an id has the token in lower case",
    ["REG-107"],
    docs.exampled((one) => ({ ...one, id: String(one["id"]).toLowerCase() }))
  ),
  row(
    "DEX-041",
    "without a heading there is no title",
    ["REG-108"],
    docs.exampled(({ title, ...one }) => (title === "" ? one : { ...one, title }))
  ),
  row(
    "DEX-042",
    "a title is cut at 119",
    ["REG-108"],
    docs.exampled((one) => ({ ...one, title: titleOf(one).slice(0, 119) }))
  ),
  row(
    "DEX-043",
    "an example is of a component",
    ["REG-109"],
    docs.exampled((one) => ({ ...one, kind: "component" }))
  )
]

/** How many of the members that are listed. */
const totals = (one: docs.Body) => ({
  ...one,
  ...(Array.isArray(one["resources"]) ? { resourcesTotal: one["resources"].length } : {}),
  ...(Array.isArray(one["functions"]) ? { functionsTotal: one["functions"].length } : {})
})

const navigationMutants: ReadonlyArray<Mutant> = [
  row(
    "MUT-075",
    "totals shrink under a search",
    ["REG-123", "REG-122"],
    docs.answered(["nav"], (body) => ({
      ...body,
      modulesTotal: Array.isArray(body["modules"]) ? body["modules"].length : 0,
      modules: Array.isArray(body["modules"]) ? body["modules"].filter(isRecord).map(totals) : []
    }))
  ),
  row(
    "MUT-077",
    "installationUrl is always there",
    ["REG-130"],
    docs.answered(["nav"], (body) => ({
      ...body,
      installationUrl: String(body["readmeUrl"]).replace(/readme$/, "installation")
    }))
  ),
  row(
    "DNV-001",
    "everything is listed by default",
    ["REG-119"],
    docs.asked(["nav"], (query) => {
      if (!query.has("depth")) query.set("depth", "full")
    })
  ),
  row(
    "DNV-002",
    "an empty list is left out",
    ["REG-120"],
    docs.moduled((one) =>
      Object.fromEntries(Object.entries(one).filter(([, value]) => !Array.isArray(value) || value.length > 0))
    )
  ),
  row(
    "DNV-003",
    "an unlisted depth is the summary",
    ["REG-121"],
    docs.asked(["nav"], (query) => {
      if (!["summary", "full"].includes(query.get("depth") ?? "")) query.delete("depth")
    })
  ),
  row(
    "DNV-004",
    "modulesTotal counts what is shown",
    ["REG-122"],
    docs.answered(["nav"], (body) => ({
      ...body,
      modulesTotal: Array.isArray(body["modules"]) ? body["modules"].length : 0
    }))
  ),
  row("DNV-005", "the totals of members count what is shown", ["REG-123"], docs.moduled(totals)),
  row(
    "DNV-006",
    "modulesTotal has one more",
    ["REG-124"],
    docs.answered(["nav"], (body) => ({ ...body, modulesTotal: Number(body["modulesTotal"]) + 1 }))
  ),
  row(
    "DNV-007",
    "the search of members minds the case",
    ["REG-125"],
    docs.searchKeeps("nav", (one, q) => contains(one["name"], q) || contains(one["typeToken"], q))
  ),
  row(
    "DNV-008",
    "the search is in names only",
    ["REG-125"],
    docs.searchKeeps("nav", (one, q) => anyCase(one["name"], q))
  ),
  row(
    "DNV-009",
    "modules without a match are empty",
    ["REG-126"],
    docs.on(["nav"], async (hop, next) => {
      const answer = await next(hop)
      if (answer.status !== 200 || !queryOf(hop).has("q")) return answer
      const body = objectOf(answer)
      const whole = objectOf(await docs.other(hop, next, (query) => query.delete("q")))
      const found = Array.isArray(body["modules"]) ? body["modules"].filter(isRecord) : []
      const all = Array.isArray(whole["modules"]) ? whole["modules"].filter(isRecord) : []
      const empty = { ...(queryOf(hop).get("depth") === "full" ? { resources: [], functions: [] } : {}) }
      return withBody(answer, {
        ...body,
        modules: all.map((one) => found.find(({ name }) => name === one["name"]) ?? { ...one, ...empty })
      })
    })
  ),
  row(
    "DNV-010",
    "modules are sorted by name",
    ["REG-127"],
    docs.modulesAs((all) => all.toSorted((left, right) => String(left["name"]).localeCompare(String(right["name"]))))
  ),
  row(
    "DNV-011",
    "a search turns the modules about",
    ["REG-127"],
    docs.answered(["nav"], (body, hop) =>
      queryOf(hop).has("q") && Array.isArray(body["modules"])
        ? { ...body, modules: body["modules"].toReversed() }
        : body
    )
  ),
  row(
    "DNV-012",
    "docsUrlTemplate has another place",
    ["REG-128"],
    docs.answered(["nav"], (body) => ({
      ...body,
      docsUrlTemplate: String(body["docsUrlTemplate"]).replace("{typeToken}", "{token}")
    }))
  ),
  row(
    "DNV-013",
    "docsUrlTemplate leads nowhere",
    ["REG-128"],
    docs.answered(["nav"], (body) => ({
      ...body,
      docsUrlTemplate: String(body["docsUrlTemplate"]).replace("/docs/", "/doc/")
    }))
  ),
  row(
    "DNV-014",
    "readmeUrl leads nowhere",
    ["REG-129"],
    docs.answered(["nav"], (body) => ({ ...body, readmeUrl: `${String(body["readmeUrl"])}-me` }))
  ),
  row(
    "DNV-015",
    "packageVersionUrl leads to the navigation",
    ["REG-129"],
    docs.answered(["nav"], (body) => ({ ...body, packageVersionUrl: `${String(body["packageVersionUrl"])}/readme` }))
  ),
  row(
    "DNV-016",
    "installationUrl is never there",
    ["REG-130"],
    docs.answered(["nav"], ({ installationUrl: _, ...body }) => body)
  ),
  row(
    "DNV-017",
    "the version is the word latest",
    ["REG-131", "REG-059"],
    docs.answered(["nav"], (body, hop) =>
      docs.partOf(hop)?.version === "latest" ? { ...body, version: "latest" } : body
    )
  ),
  row(
    "DNV-018",
    "the source is platform always",
    ["REG-131"],
    docs.answered(["nav"], (body) => ({ ...body, source: "platform" }))
  ),
  row(
    "DNV-019",
    "an unlisted language of the navigation is the default",
    ["REG-132"],
    docs.asked(["nav"], (query) => {
      if (!/^(?:typescript|python|go|csharp|java|yaml|hcl)$/.test(query.get("lang") ?? "go")) query.delete("lang")
    })
  ),
  row(
    "DNV-020",
    "latest is the version before",
    ["REG-059"],
    docs.answered(["nav"], (body, hop) =>
      docs.partOf(hop)?.version === "latest" && body["version"] === "1.0.1" ? { ...body, version: "2.0.0" } : body
    )
  )
]

/** Of the examples and the navigation. */
export const docsListMutants: ReadonlyArray<Mutant> = [
  ...limitMutants,
  ...orderMutants,
  ...exampleMutants,
  ...navigationMutants
]
