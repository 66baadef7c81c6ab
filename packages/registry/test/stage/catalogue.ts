/** A catalogue of packages with many equal sort keys and near names, and an independent account of what lists show of it. */
import type { Principal } from "@platform-control/core/Authorization"
import { Effect } from "effect"
import * as fc from "fast-check"
import type { PackageId } from "../../src/packages/PackageId.ts"
import type { UsageFigures } from "../../src/PackageUsage.ts"
import { publishSample, sampleArtifacts } from "../../src/testing.ts"
import { callers, type CallerName } from "./Stage.ts"

export interface Entry extends PackageId {
  readonly title: string
  readonly description: string
  readonly keywords: ReadonlyArray<string>
  readonly type: "native" | "component" | "bridged"
  /** Seconds since 1970. */
  readonly published: number
}

const entry = (
  path: string,
  published: number,
  more: Partial<Omit<Entry, "keywords">> & { readonly keywords?: ReadonlyArray<string> } = {}
): Entry => {
  const [source, publisher, name] = path.split("/") as [PackageId["source"], string, string]
  return { source, publisher, name, published, title: name, description: "", keywords: [], type: "native", ...more }
}

/** Sixteen are public; names share prefixes, differ in case and punctuation, and repeat under several publishers. */
export const catalogue: ReadonlyArray<Entry> = [
  entry("platform/acme/cloud", 10, { title: "Cloud", keywords: ["category/cloud", "compute"] }),
  entry("platform/acme/cloud-native", 10, { description: "Everything for the cloud", type: "component" }),
  entry("platform/acme/cloud.native", 20, { type: "bridged" }),
  entry("platform/acme/cloud_native", 20),
  entry("platform/acme/Cloud", 30, { title: "Shouting cloud" }),
  entry("platform/acme/cloudy", 30, { type: "component", keywords: ["weather"] }),
  entry("platform/globex/cloud", 10, { title: "Another", type: "bridged" }),
  entry("platform/globex/random", 40, { title: "Random numbers", description: "Dice, cloud free" }),
  entry("platform/initech/random", 5, { title: "Random", type: "bridged" }),
  entry("platform/initech/a", 5),
  entry("platform/initech/zz", 50, { description: "The last one" }),
  entry("bridged/acme/cloud", 10, { type: "bridged", title: "Cloud, bridged" }),
  entry("bridged/acme/dns", 15, { type: "bridged", keywords: ["network", "Name-Service"] }),
  entry("bridged/globex/dns", 15, { type: "bridged" }),
  entry("bridged/globex/tls", 16, { type: "bridged", title: "TLS", description: "Certificates & keys" }),
  entry("bridged/initech/tls", 16, { type: "bridged", title: "Transport" }),
  entry("private/acme/cloud", 10, { title: "Acme's own cloud" }),
  entry("private/acme/secret", 60, { description: "Hidden in the cloud", type: "component" }),
  entry("private/acme/a", 5),
  entry("private/globex/cloud", 11),
  entry("private/globex/secret", 60, { type: "bridged" }),
  entry("private/initech/vault", 61, { keywords: ["cloud"] })
]

/** What acme's and globex's stacks use. */
export const usage: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  acme: { "platform/acme/cloud": 3, "platform/initech/random": 1, "private/acme/secret": 2, "private/globex/cloud": 9 },
  globex: { "platform/globex/random": 4, "private/globex/cloud": 1, "platform/gone/gone": 7, "platform/acme/cloudy": 0 }
}

export const packageUsage = {
  inOrganization: (organization: string): ReadonlyMap<string, UsageFigures> =>
    new Map(
      Object.entries(usage[organization] ?? {}).map(([key, totalStacks]) => [
        key,
        { totalStacks, onLatest: totalStacks, onOlder: 0, versionUnresolved: 0 }
      ])
    )
}

export const keyOf = ({ name, publisher, source }: PackageId) => `${source}/${publisher}/${name}`

const publishEntry = (item: Entry) =>
  publishSample(
    callers.site,
    item,
    { version: "1.0.0", publishedAt: new Date(item.published * 1000).toISOString() },
    sampleArtifacts({
      // Names of schemas are narrower than names of packages.
      name: `p${item.name.replaceAll(/[^a-zA-Z0-9]/g, "-")}`,
      displayName: item.title,
      description: item.description,
      keywords: [...item.keywords, ...(item.type === "component" ? ["kind/component"] : [])],
      ...(item.type === "bridged" ? { attribution: "Based on something else" } : {})
    })
  )

/** Publishes the catalogue in an order that is none of the lists'. */
export const publishCatalogue = Effect.forEach(
  catalogue.toSorted((a, b) => ((keyOf(a).length * 7) % 11) - ((keyOf(b).length * 7) % 11)),
  publishEntry,
  { discard: true }
)

/** The query of a list as its letters; undefined for a caller without a credential. */
export interface Asked {
  readonly caller: CallerName | undefined
  readonly query: Readonly<Record<string, string>>
}

/** Absent that many times for each time it is there. */
const optional = <A>(arbitrary: fc.Arbitrary<A>, absent = 1) =>
  fc.oneof({ weight: absent, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

const publishers = fc.constantFrom("acme", "globex", "initech", "acm", "nobody")

/** Queries of all filters and sorts; `search` is added where it is wanted. */
export const asked: fc.Arbitrary<Asked> = fc.record({
  caller: fc.constantFrom<CallerName | undefined>(undefined, "alice", "bob", "carol", "rita", "site"),
  query: fc
    .record({
      asc: optional(fc.constantFrom("true", "false")),
      sort: optional(fc.constantFrom("name", "publishedAt", "usage")),
      name: optional(fc.constantFrom("cloud", "random", "secret", "clou"), 5),
      publisher: optional(publishers, 3),
      orgLogin: optional(publishers, 8),
      packageType: optional(fc.constantFrom("native", "component", "bridged"), 2),
      usage: optional(fc.constantFrom("used", "unused"), 2),
      visibility: optional(fc.constantFrom("public", "private"), 2)
    })
    .map(
      (all) =>
        Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<string, string>
    )
})

const sees = (caller: Principal | undefined, item: Entry) =>
  item.source !== "private" || caller?.siteAdmin === true || caller?.memberships.has(item.publisher) === true

const stacksOf = (caller: Principal | undefined, item: Entry) =>
  [...(caller?.memberships.keys() ?? [])].reduce((sum, name) => sum + (usage[name]?.[keyOf(item)] ?? 0), 0)

const wordsOf = (...texts: ReadonlyArray<string>) =>
  texts
    .join(" ")
    .toLowerCase()
    .split(/[^a-z0-9]+/)

/** 1 to 3 for a match, undefined for none. */
const tierOf = (item: Entry, text: string): number | undefined => {
  if (item.name === text) return 1
  const terms = text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((term) => term !== "")
  const all = (words: ReadonlyArray<string>) => terms.every((term) => words.some((word) => word.startsWith(term)))
  if (terms.length === 0) return undefined
  if (all(wordsOf(item.name, item.title))) return 2
  return all(wordsOf(item.name, item.title, item.publisher, item.description, ...item.keywords)) ? 3 : undefined
}

const compare = (a: ReadonlyArray<string | number>, b: ReadonlyArray<string | number>) => {
  for (const [index, left] of a.entries()) {
    const right = b[index]!
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}

/** What the whole list is, in order, worked out from the catalogue. */
export const expected = (
  { caller: login, query }: Asked,
  items: ReadonlyArray<Entry> = catalogue
): ReadonlyArray<string> => {
  const caller = login === undefined ? undefined : callers[login]
  const search = query.search?.trim()
  const sort = query.sort ?? (search ? "relevance" : "name")
  const ascending = query.asc === undefined ? sort === "name" || sort === "relevance" : query.asc === "true"
  const sortKey = (item: Entry) => [
    ...(sort === "publishedAt" ? [item.published] : []),
    ...(sort === "usage" ? [stacksOf(caller, item)] : []),
    ...(sort === "relevance" ? [tierOf(item, search!)!] : []),
    item.name,
    item.publisher,
    item.source
  ]
  const sorted = items
    .filter((item) => sees(caller, item))
    .filter((item) => query.name === undefined || item.name === query.name)
    .filter((item) => query.publisher === undefined || item.publisher === query.publisher)
    .filter((item) => query.orgLogin === undefined || item.publisher === query.orgLogin)
    .filter((item) => query.packageType === undefined || item.type === query.packageType)
    .filter(
      (item) => query.visibility === undefined || (item.source === "private") === (query.visibility === "private")
    )
    .filter((item) => query.usage === undefined || stacksOf(caller, item) > 0 === (query.usage === "used"))
    .filter((item) => !search || tierOf(item, search) !== undefined)
    .toSorted((a, b) => compare(sortKey(a), sortKey(b)))
  return (ascending ? sorted : sorted.toReversed()).map(keyOf)
}
