/** The inventory functions against answers that a real NetBox 4.6.8 gave, word for word. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, readFileSync } from "node:fs"
import * as inventory from "../../src/inventory/index.ts"
import { fakeApi, type Reply, type Seen } from "../suite/FakeApi.ts"

// Needs ../shared, which is not part of the repository.
const file = new URL("../../../../../shared/data/providers/inventory/recorded/netbox-4.6.8.json", import.meta.url)

interface Exchange {
  readonly name: string
  readonly request: { readonly method: string; readonly path: string }
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: unknown
  }
}

const exchanges: ReadonlyArray<Exchange> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).exchanges : []

const replyOf = ({ response: { body, headers, status } }: Exchange): Reply => {
  const html = (body as { readonly __text__?: string } | null)?.__text__
  return { status, headers: { "content-type": headers["Content-Type"] ?? "" }, body: html ?? JSON.stringify(body) }
}

/** Our own additions, which do not change what is answered: the order, and a page where the whole answer was one. */
const ours = new Set(["ordering", "limit", "offset"])

const questionOf = (path: string, query: URLSearchParams): string => {
  const named = [...query].filter(([name]) => !ours.has(name)).map(([name, value]) => `${name}=${value}`)
  return `${path}?${named.toSorted().join("&")}`
}

const recorded = (name: string): Exchange => {
  const found = exchanges.find((one) => one.name === name)
  return found ?? assert.fail(`Nothing of the name ${name} was recorded`)
}

/** Answers what was recorded under these names, and nothing else. */
const netbox = (...names: ReadonlyArray<string>) => {
  const known = ["status", ...names].map(recorded).map((exchange) => {
    const { pathname, searchParams } = new URL(exchange.request.path, "http://netbox.example")
    return [questionOf(pathname, searchParams), replyOf(exchange)] as const
  })
  return fakeApi(
    ({ path, query }: Seen) =>
      new Map(known).get(questionOf(path, query)) ?? { status: 500, body: "This was not recorded" }
  )
}

const ask = Effect.fnUntraced(function* <A, E>(
  lookup: Effect.Effect<A, E, inventory.Inventory>,
  ...names: ReadonlyArray<string>
) {
  const { url } = yield* netbox(...names)
  const layer = inventory.Inventory.layer({ serverUrl: url, apiToken: "nbt_abcdefghijkl.secret" })
  return yield* Effect.result(Effect.provide(lookup, layer))
}, Effect.scoped)

const success = <A>(result: { readonly _tag: string; readonly success?: A; readonly failure?: unknown }): A =>
  result._tag === "Success" ? (result.success as A) : assert.fail(JSON.stringify(result.failure))

const failure = (result: { readonly _tag: string; readonly failure?: unknown }) =>
  result.failure as { readonly _tag: string; readonly message: string }

describe.skipIf(exchanges.length === 0)("recorded answers of NetBox 4.6.8", () => {
  it.effect("one autonomous system", () =>
    Effect.gen(function* () {
      const found = yield* ask(inventory.getAsn({ asn: "64512" }), "asn one")
      assert.deepStrictEqual(success(found), {
        asn: "64512",
        description: "private 64512",
        id: 1,
        tags: ["Prod West", "edge"]
      })
    })
  )

  it.effect("none, several, and a tag that there is not", () =>
    Effect.gen(function* () {
      const none = failure(yield* ask(inventory.getAsn({ asn: "1" }), "asn none"))
      assert.deepInclude(none, { _tag: "NotFound", message: "no asn found matching filter" })
      const several = failure(yield* ask(inventory.getAsn({ tag: "edge" }), "asn by tag several"))
      assert.deepInclude(several, {
        _tag: "Ambiguous",
        message: "more than one asn returned, specify a more narrow filter"
      })
      const unknown = failure(yield* ask(inventory.getAsn({ tag: "nope" }), "asn unknown tag"))
      assert.strictEqual(unknown._tag, "InvalidInput")
      assert.include(unknown.message, "Select a valid choice. nope is not one of the available choices.")
    })
  )

  it.effect("tags that are to be there and tags that are not", () =>
    Effect.gen(function* () {
      const found = yield* ask(inventory.getAsn({ tag: "prod-west" }), "asn tag one")
      assert.deepInclude(success(found), { asn: "64512", tag: "prod-west" })
      const without = yield* ask(inventory.getAsn({ tag: "legacy", tagN: "edge" }), "asn tag and tag__n")
      assert.strictEqual(failure(without)._tag, "NotFound")
    })
  )

  it.effect("what is free in a prefix: of a routing table, of IPv6, nothing, and of no prefix", () =>
    Effect.gen(function* () {
      const free = (prefixId: number, name: string) => ask(inventory.getAvailablePrefix({ prefixId }), name)
      assert.deepStrictEqual(success(yield* free(4, "available pvrf")).prefixesAvailables[0], {
        family: 4,
        prefix: "172.16.0.64/26",
        vrfId: 1
      })
      assert.strictEqual(success(yield* free(6, "available p6")).prefixesAvailables[0]?.family, 6)
      assert.deepStrictEqual(success(yield* free(8, "available pfull")).prefixesAvailables, [])
      assert.strictEqual(failure(yield* free(99_999, "available missing"))._tag, "NotFound")
      assert.strictEqual(failure(yield* free(1, "available no permission"))._tag, "Forbidden")
    })
  )

  it.effect("clusters in every kind of place, with custom fields of thirteen types", () =>
    Effect.gen(function* () {
      const cluster = (name: string, from: string) => ask(inventory.getCluster({ name }), from)
      const inSite = success(yield* cluster("gc-us-west1", "cluster by name"))
      assert.deepInclude(inSite, { clusterId: 1, id: "1", siteId: 1, scopeType: "dcim.site", clusterGroupId: 1 })
      assert.deepInclude(inSite.customFields, {
        cf_bool: "true",
        cf_dec: "1.5",
        cf_empty: "",
        cf_json: '{"k":[1,"two",null]}',
        cf_multi: '["a","b"]',
        cf_text: "x"
      })
      assert.lengthOf(Object.keys(inSite.customFields), 13)
      assert.isNumber(success(yield* cluster("in-location", "cluster scope location")).locationId)
      assert.isNumber(success(yield* cluster("in-region", "cluster scope region")).regionId)
      assert.isNumber(success(yield* cluster("in-sitegroup", "cluster scope sitegroup")).siteGroupId)
      assert.notProperty(success(yield* cluster("no-scope", "cluster scope none")), "scopeType")
      assert.strictEqual(failure(yield* cluster("dup", "cluster dup"))._tag, "Ambiguous")
      const narrowed = yield* ask(inventory.getCluster({ name: "dup", clusterGroupId: 1 }), "cluster dup group")
      assert.deepInclude(success(narrowed), { name: "dup", clusterGroupId: 1 })
      const nowhere = yield* ask(inventory.getCluster({ siteId: 9999 }), "cluster site unknown")
      assert.strictEqual(failure(nowhere)._tag, "InvalidInput")
    })
  )

  it.effect("clusters that have all of several tags", () =>
    Effect.gen(function* () {
      const filters = ["edge", "prod-west"].map((value) => ({ name: "tag", value }))
      const found = success(yield* ask(inventory.getClusters({ filters }), "clusters tag twice"))
      assert.isNotEmpty(found.clusters)
      for (const { tags } of found.clusters) assert.includeMembers([...tags], ["Prod West", "edge"])
    })
  )

  it.effect("groups and types by their exact name, and tags", () =>
    Effect.gen(function* () {
      const group = yield* ask(inventory.getClusterGroup({ name: "North America" }), "cluster group")
      assert.deepStrictEqual(success(group), { clusterGroupId: 1, id: "1", name: "North America" })
      const lower = yield* ask(inventory.getClusterGroup({ name: "north america" }), "cluster group case")
      assert.strictEqual(failure(lower).message, "no cluster group found matching filter")
      const type = yield* ask(inventory.getClusterType({ name: "VMware vSphere" }), "cluster type")
      assert.deepStrictEqual(success(type), { clusterTypeId: 1, id: "1", name: "VMware vSphere" })
      assert.deepInclude(success(yield* ask(inventory.getTag({ name: "Prod West" }), "tags by name")), {
        slug: "prod-west",
        color: "9e9e9e"
      })
    })
  )

  it.effect("every refusal of a token is about the token; a missing permission is not", () =>
    Effect.gen(function* () {
      const refused = exchanges.filter(
        ({ request, response }) => request.path === "/api/ipam/asns/?limit=2" && response.status === 403
      )
      assert.isAtLeast(refused.length, 10)
      for (const { name, response } of refused) {
        const reply = replyOf({ ...recorded(name), response })
        const { url } = yield* fakeApi(({ path }) =>
          path === "/api/status/" ? replyOf(recorded("status")) : { ...reply }
        )
        const error = yield* inventory
          .getAsns({})
          .pipe(Effect.provide(inventory.Inventory.layer({ serverUrl: url, apiToken: "token" })), Effect.flip)
        const { detail } = response.body as { readonly detail: string }
        const expected = detail.startsWith("You do not have permission") ? "Forbidden" : "Unauthorized"
        assert.strictEqual(error._tag, expected, detail)
        assert.include(error.message, detail)
      }
    }).pipe(Effect.scoped)
  )
})
