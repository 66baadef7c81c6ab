/** Faults of services, one a line. Those named MUT- are the specification's examples. */
import { type Mutant, mutant as row, plainAnswer, queryOf, withQuery } from "../mutants/Mutant.ts"
import * as wire from "../mutants/wireFaults.ts"
import { operationOf } from "../table/operations.ts"
import { isRecord } from "../wire/Exchange.ts"
import * as faults from "./serviceFaults.ts"

const dropped = (id: string, ...path: ReadonlyArray<string>) => wire.field(operationOf(id), path, () => undefined)

const isPaged = (hop: Parameters<typeof queryOf>[0]) => queryOf(hop).has("continuationToken")

const oneMore = (query: URLSearchParams) => {
  const size = Number(query.get("maxResults"))
  if (size > 0 && size < 1000) query.set("maxResults", `${size + 1}`)
}

export const serviceMutants: ReadonlyArray<Mutant> = [
  row("MUT-009", "a token of another list is overlooked", ["CORE-045"], () => async (hop, next) => {
    const answer = await next(hop)
    if (hop.method !== "GET" || answer.status !== 400 || !isPaged(hop)) return answer
    const query = queryOf(hop)
    query.delete("continuationToken")
    return next(withQuery(hop, query))
  }),
  row("MUT-127", "a name is unique for each owner only", ["SVC-010"], faults.uniquePerOwner),
  row(
    "MUT-129",
    "deletion with other members needs no force",
    ["SVC-038", "SVC-040"],
    faults.query("delete", (query) => {
      if (query.get("force") === null || query.get("force") === "false") query.set("force", "true")
    })
  ),
  row("MUT-131", "HEAD answers 200", ["SVC-045", "SVC-047"], faults.status("head", 204, 200)),
  row("MUT-133", "removing an absent item is 404", ["SVC-058"], faults.missesAbsent),
  row(
    "MUT-135",
    "a change without description clears it",
    ["SVC-026", "SVC-027"],
    faults.asked("patch", (body) => ({ description: "", ...body }))
  ),
  row("MUT-137", "a renamed service stays under its old path", ["SVC-029"], faults.keepsOldPath),
  row("MUT-139", "the tokens of a deleted service go on", ["SVC-043", "SVC-044"], faults.keepsTokens),
  row("MUT-141", "the counts do not fall", ["SVC-060"], faults.countsRemoved),
  row("MUT-143", "maxResults 1001 gives 1001 services", ["SVC-002"], faults.beyondMaximum("services")),
  row("SVC-M01", "maxResults 1001 gives 1001 items", ["SVC-022"], faults.beyondMaximum("items")),
  row("SVC-M02", "a page of services has one more", ["SVC-001"], faults.query("list", oneMore)),
  row("SVC-M03", "a page of items has one more", ["SVC-020", "SVC-022"], faults.query("get", oneMore)),
  row(
    "SVC-M04",
    "a new service has another description",
    ["SVC-007"],
    faults.answered("create", (body) => ({ ...body, description: "other" }))
  ),
  row("SVC-M05", "listed services have no members", ["SVC-005"], dropped("services.list", "services", "*", "members")),
  row("SVC-M06", "items have no cloudCount", ["SVC-025"], dropped("services.get", "items", "*", "cloudCount")),
  row(
    "SVC-M07",
    "items attached at the creation are lost",
    ["SVC-017"],
    faults.asked("create", (body) => ({ ...body, items: [] }))
  ),
  row(
    "SVC-M08",
    "properties are answered backwards",
    ["SVC-019"],
    faults.shown((service) => ({
      ...service,
      properties: Array.isArray(service["properties"]) ? service["properties"].toReversed() : []
    }))
  ),
  row(
    "SVC-M09",
    "later pages carry another service",
    ["SVC-021"],
    faults.shown((service, _at, hop) => (isPaged(hop) ? { ...service, description: "other" } : service))
  ),
  row(
    "SVC-M10",
    "counts are of one type only",
    ["SVC-006"],
    faults.shown((service) => {
      const summary = isRecord(service["itemCountSummary"]) ? service["itemCountSummary"] : {}
      return { ...service, itemCountSummary: Object.fromEntries(Object.entries(summary).slice(0, 1)) }
    })
  ),
  row("SVC-M11", "HEAD always says 204", ["SVC-046", "SVC-047"], faults.status("head", 404, 204)),
  row("SVC-M12", "HEAD wavers about what is gone", ["SVC-048"], faults.headWavers),
  row(
    "SVC-M13",
    "the owner in the path is overlooked",
    ["SVC-024"],
    () => (hop, next) =>
      faults.serviceHop(hop)?.deed === "get"
        ? next({ ...hop, target: hop.target.replace(/\/services\/[^/]+\/[^/]+\//, "/services/user/cf-admin/") })
        : next(hop)
  ),
  row(
    "SVC-M14",
    "a change drops properties",
    ["SVC-026", "SVC-027"],
    faults.asked("patch", (body) => ({ properties: [], ...body }))
  ),
  row(
    "SVC-M15",
    "a refused change is done in part",
    ["SVC-033"],
    faults.doesHalf("patch", ({ description }) => ({ description }))
  ),
  row(
    "SVC-M16",
    "a refused creation makes a service",
    ["SVC-016"],
    faults.doesHalf("create", (body) => ({ ...body, items: [], description: "" }))
  ),
  row("SVC-M17", "names stay taken", ["SVC-018", "SVC-066"], faults.keepsNames),
  row("SVC-M18", "of several creations at once all succeed", ["SVC-013"], faults.losesParallel("create", 200)),
  row("SVC-M19", "of several renames at once all succeed", ["SVC-035"], faults.losesParallel("patch", 200)),
  row("SVC-M20", "items added at once are lost", ["SVC-063"], faults.losesParallel("add", 204)),
  row(
    "SVC-M21",
    "good items of a refused body are added",
    ["SVC-052", "SVC-056"],
    faults.doesHalf("add", faults.goodItems)
  ),
  row(
    "SVC-M22",
    "the last of several items is lost",
    ["SVC-055", "SVC-066"],
    faults.asked("add", (body) => ({ ...body, items: Array.isArray(body["items"]) ? body["items"].slice(0, -1) : [] }))
  ),
  row(
    "SVC-M23",
    "the deprecated page is backwards",
    ["SVC-050"],
    faults.items("add", (items) => items.toReversed())
  ),
  row(
    "SVC-M24",
    "the deprecated page has no token",
    ["SVC-049", "SVC-051"],
    faults.answered("add", ({ continuationToken: _token, ...body }) => body)
  ),
  row(
    "SVC-M25",
    "the deprecated removal removes nothing",
    ["SVC-053", "SVC-062", "SVC-066"],
    faults.on("remove", ({ isDeprecated, path }, send, hop) =>
      isDeprecated ? send({ ...hop, method: "GET", target: path }) : send()
    )
  ),
  row(
    "SVC-M26",
    "the removal removes nothing",
    ["SVC-060", "SVC-066"],
    faults.on("remove", ({ isDeprecated }, send) => (isDeprecated ? send() : Promise.resolve(plainAnswer(204))))
  ),
  row(
    "SVC-M27",
    "a change does not stay",
    ["SVC-026", "SVC-066"],
    faults.on("patch", async ({ body }, send, hop) => {
      const answer = await send({ ...hop, body: "{}" })
      return answer.status === 200
        ? { ...answer, text: JSON.stringify({ ...JSON.parse(answer.text), ...body }) }
        : answer
    })
  ),
  row("SVC-M28", "organizations share their names of services", ["SVC-011"], faults.namesOfAll),
  row(
    "SVC-M29",
    "an item comes twice",
    ["SVC-020", "SVC-025", "SVC-064", "SVC-066"],
    faults.items("get", (items) => [...items, ...items.slice(0, 1)])
  )
]

/** The rules that state an operation's success and its refusals, by operation id and status. */
export const serviceStated: Readonly<Record<string, Readonly<Record<number, ReadonlyArray<string>>>>> = {
  "services.list": { 200: ["SVC-001", "SVC-005"] },
  "services.create": { 200: ["SVC-007"], 400: ["SVC-008"], 404: ["SVC-014"], 409: ["SVC-009", "SVC-010"] },
  "services.get": { 200: ["SVC-019", "SVC-020"], 404: ["SVC-023", "SVC-024"] },
  "services.update": { 200: ["SVC-026"], 400: ["SVC-031"], 404: ["SVC-032"], 409: ["SVC-030"] },
  "services.delete": {
    204: ["SVC-037", "SVC-039"],
    400: ["SVC-041"],
    404: ["SVC-042"],
    412: ["SVC-038", "SVC-040"]
  },
  "services.addItemsDeprecated": { 200: ["SVC-049"], 400: ["SVC-052"] },
  "services.removeItemDeprecated": { 200: ["SVC-053"], 400: ["SVC-053"] },
  "services.addItems": { 204: ["SVC-054", "SVC-055"], 400: ["SVC-056"] },
  "services.removeItem": { 204: ["SVC-058"], 400: ["SVC-059"] }
}

/** Which rules notice that a parameter is overlooked, by operation id and parameter. */
export const serviceFilteredBy: Readonly<Record<string, ReadonlyArray<string>>> = {
  "services.list continuationToken": ["SVC-004", "CORE-045"],
  "services.list maxResults": ["SVC-001"],
  "services.get continuationToken": ["SVC-020"],
  "services.get maxResults": ["SVC-020", "SVC-022"],
  "services.delete force": ["SVC-039", "SVC-041"],
  "services.addItemsDeprecated maxResults": ["SVC-049"],
  "services.removeItemDeprecated maxResults": ["SVC-053"]
}
