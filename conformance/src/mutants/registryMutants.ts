/** Faults of the registry that no row of the table suggests, one a line. Those named MUT- are the specification's examples. */
import { isRecord, objectOf } from "../wire/Exchange.ts"
import { entries, hourEarlier, list, namePrefix } from "./listFaults.ts"
import { type Mutant, mutant as row, pathOf, plainAnswer, queryOf, withBody } from "./Mutant.ts"
import * as versions from "./versionFaults.ts"
import * as wire from "./wireFaults.ts"

const usageStats = { totalStacks: 3, onLatest: 1, onOlder: 1, versionUnresolved: 1 }

export const registryMutants: ReadonlyArray<Mutant> = [
  row("MUT-041", "an existing version can be started", ["REG-031", "REG-138"], versions.startAlwaysBegins),
  row("MUT-043", "completion checks the schema only", ["REG-042"], versions.completeChecksSchemaOnly),
  row("MUT-045", "a completion repeated succeeds again", ["REG-048"], versions.completesAgain),
  row("MUT-047", "an operation completes another package", ["REG-046"], versions.completesCrossed),
  row(
    "MUT-049",
    "one operation completed in parallel succeeds more than once",
    ["REG-050"],
    versions.completesInParallel("operation")
  ),
  row("MUT-051", "latest is the highest version", ["REG-055", "REG-138"], versions.latestIs(versions.highest)),
  row("MUT-053", "latest is stale after its deletion", ["REG-056", "REG-057"], versions.keepsAfterDelete("latest")),
  row("MUT-055", "a deleted version is still read", ["REG-061", "CORE-076"], versions.keepsAfterDelete("get")),
  row("MUT-057", "1.2 and v1.0.0 are versions", ["REG-033"], versions.startTakesNearMisses),
  row("MUT-059", "name is a prefix", ["REG-006"], namePrefix),
  row(
    "MUT-061",
    "usage is shown to anonymous callers",
    ["REG-017"],
    entries((entry) => ({ ...entry, usageStats }))
  ),
  row("REG-M01", "the second start of a version is refused", ["REG-040", "REG-051"], () => {
    const seen = new Set<string>()
    return (hop, next) => {
      const key = `${pathOf(hop)}${hop.body}`
      if (versions.versionsHop(hop)?.kind !== "start") return next(hop)
      if (seen.has(key)) return Promise.resolve(plainAnswer(404, { code: 404, message: "no" }))
      seen.add(key)
      return next(hop)
    }
  }),
  row(
    "REG-M02",
    "upload places are one",
    ["REG-030"],
    versions.answered("start", (body) => {
      const places = body["uploadURLs"]
      return { ...body, uploadURLs: isRecord(places) ? { ...places, index: places["schema"] } : places }
    })
  ),
  row("REG-M03", "a refused completion ends its operation", ["REG-043"], versions.refusalEndsOperation),
  row(
    "REG-M04",
    "publishedAt is overlooked",
    ["REG-037", "REG-058"],
    versions.startWith(({ version }) => ({ version }))
  ),
  row(
    "REG-M05",
    "publishedAt takes anything",
    ["REG-035"],
    versions.startWith((body) =>
      typeof body["publishedAt"] === "string" && body["publishedAt"].startsWith("2021")
        ? body
        : { version: body["version"] }
    )
  ),
  row(
    "REG-M06",
    "build metadata is refused",
    ["REG-034"],
    versions.on("start", (hop, send) =>
      hop.body.includes("+") ? Promise.resolve(plainAnswer(400, { code: 400, message: "no" })) : send()
    )
  ),
  row("REG-M07", "a pending version is read", ["REG-039"], versions.showsPending),
  row("REG-M08", "latest is the first version", ["REG-055", "REG-060"], versions.latestIs(versions.oldest)),
  row(
    "REG-M09",
    "latest says more than the version",
    ["REG-060"],
    versions.answered("latest", (body) => ({ ...body, title: "latest" }))
  ),
  row("REG-M10", "anonymous callers see private packages", ["REG-020"], wire.trusts(list, wire.noCredential)),
  row("REG-M11", "outsiders see private packages", ["REG-021"], wire.trusts(list, wire.identityIs("outsider"))),
  row(
    "REG-M12",
    "the list shows every package twice",
    ["REG-024", "CORE-032"],
    entries((entry) => [entry, entry])
  ),
  row(
    "REG-M13",
    "the list has another title than the version",
    ["REG-028"],
    entries((entry) => ({ ...entry, title: "other" }))
  ),
  row(
    "REG-M14",
    "private packages have another publisher",
    ["REG-023"],
    entries((entry) => (entry["visibility"] === "private" ? { ...entry, publisher: "cf-other" } : entry))
  ),
  row(
    "REG-M15",
    "versions have a v",
    ["REG-025"],
    versions.answered("get", (body) => ({ ...body, version: `v${String(body["version"])}` }))
  ),
  row(
    "REG-M16",
    "packageStatus is beta",
    ["REG-026", "CORE-009"],
    entries((entry) => ({ ...entry, packageStatus: "beta" }))
  ),
  row(
    "REG-M17",
    "source is public",
    ["REG-022", "CORE-009"],
    entries((entry) => ({ ...entry, source: "public" }))
  ),
  row(
    "REG-M18",
    "parameters are not base64",
    ["REG-027"],
    versions.answered("get", (body) =>
      isRecord(body["parameterization"])
        ? { ...body, parameterization: { ...body["parameterization"], parameter: ["no base64!"] } }
        : body
    )
  ),
  row(
    "REG-M19",
    "usage has negative numbers",
    ["REG-018", "CORE-011"],
    entries((entry) => ({ ...entry, usageStats: { ...usageStats, onOlder: -1 } }))
  ),
  row(
    "REG-M20",
    "usage adds up to more than there is",
    ["REG-019"],
    entries((entry) => ({ ...entry, usageStats: { ...usageStats, onOlder: 9 } }))
  ),
  row(
    "REG-M21",
    "search finds nothing by name",
    ["REG-011"],
    wire.rewrites(list, (query) => {
      if (query.has("search")) query.set("search", "zzzz-no-such")
    })
  ),
  row(
    "REG-M22",
    "operations of one version completed in parallel all succeed",
    ["REG-049"],
    versions.completesInParallel("version")
  ),
  row("REG-M23", "deletions in parallel are a fault", ["REG-066"], () => {
    let underWay = 0
    return async (hop, next) => {
      if (versions.versionsHop(hop)?.kind !== "delete") return next(hop)
      underWay += 1
      const others = underWay > 1
      const answer = await next(hop)
      underWay -= 1
      return others ? plainAnswer(500, { code: 500, message: "oops" }) : answer
    }
  }),
  row(
    "REG-M24",
    "an unknown source is taken for private",
    ["REG-136"],
    () => (hop, next) =>
      next({
        ...hop,
        target: hop.target
          .replace(
            /^\/api\/registry\/packages\/(?!platform\/|bridged\/|private\/)[^/]+\//,
            "/api/registry/packages/private/"
          )
          .replace("/cf-any/versions/1.0.0", "/cf-any/versions/1.0.0")
      })
  ),
  row(
    "REG-M25",
    "the time of a version is an hour old",
    ["REG-036", "CORE-088"],
    versions.answered("get", hourEarlier)
  ),
  row("REG-M26", "latest of nothing is 200", ["REG-057"], versions.statusBecomes("latest", 404, 200)),
  row("REG-M27", "a deletion of nothing is 500", ["REG-063"], versions.statusBecomes("delete", 404, 500)),
  row(
    "REG-M28",
    "one page has a hundred and one",
    ["REG-001"],
    wire.rewrites(list, (query) => {
      if (!query.has("limit")) query.set("limit", "101")
    })
  ),
  row(
    "REG-M29",
    "whatever is uploaded completes",
    ["OUR-007", "REG-042"],
    versions.statusBecomes("complete", 400, 201)
  ),
  row(
    "REG-M30",
    "a search invents a package",
    ["REG-010"],
    wire.answers(
      (answer, hop) => answer.status === 200 && wire.isFor(hop, list) && queryOf(hop).has("search"),
      (answer) => {
        const found = objectOf(answer)["packages"]
        const invented = { source: "private", publisher: "nobody", name: "invented" }
        return withBody(answer, { ...objectOf(answer), packages: [...(Array.isArray(found) ? found : []), invented] })
      }
    )
  ),
  row("REG-M31", "a deleted version comes back", ["REG-067"], versions.comesBack),
  row(
    "REG-M32",
    "a part of the address to upload to is not signed",
    ["OUR-006"],
    versions.answered("start", (body) => ({
      ...body,
      uploadURLs: Object.fromEntries(
        Object.entries(isRecord(body["uploadURLs"]) ? body["uploadURLs"] : {}).map(([name, place]) => [
          name,
          `${String(place)}&unsigned=${"a".repeat(200)}`
        ])
      )
    }))
  )
]
