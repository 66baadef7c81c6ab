/** Faults of the navigation, one a line. Those named MUT- are the specification's examples. */
import { isRecord, objectOf } from "../../wire/Exchange.ts"
import { type Mutant, mutant as row, queryOf, withBody } from "../Mutant.ts"
import * as docs from "./docsFaults.ts"

/** How many of the members that are listed. */
const totals = (one: docs.Body) => ({
  ...one,
  ...(Array.isArray(one["resources"]) ? { resourcesTotal: one["resources"].length } : {}),
  ...(Array.isArray(one["functions"]) ? { functionsTotal: one["functions"].length } : {})
})

export const navigationMutants: ReadonlyArray<Mutant> = [
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
    docs.searchKeeps("nav", (one, q) => docs.contains(one["name"], q) || docs.contains(one["typeToken"], q))
  ),
  row(
    "DNV-008",
    "the search is in names only",
    ["REG-125"],
    docs.searchKeeps("nav", (one, q) => docs.containsInAnyCase(one["name"], q))
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
      const empty = queryOf(hop).get("depth") === "full" ? { resources: [], functions: [] } : {}
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
    docs.answered(["nav"], (body) => docs.without(body, "installationUrl"))
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
