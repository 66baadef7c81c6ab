import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { edge, Edge, getCdnShieldingLocation, getFlavor, getLbL7policy, getProject } from "../../src/edge/index.ts"
import { InvalidConfiguration } from "../../src/index.ts"
import { fakeApi, jsonReply, type Reply, type Seen } from "../suite/FakeApi.ts"
import * as rows from "./rows.ts"

const list = (...results: ReadonlyArray<unknown>) => jsonReply({ count: results.length, results })

const lists: Readonly<Record<string, Reply>> = {
  "/cloud/v1/regions": list(
    rows.region,
    { ...rows.region, id: 8, display_name: "Twin" },
    { ...rows.region, id: 9, display_name: "Twin" }
  ),
  "/cloud/v1/projects": list(
    rows.project,
    { ...rows.project, id: 4, name: "Twin" },
    { ...rows.project, id: 5, name: "Twin" }
  ),
  "/cloud/v1/flavors/3/7": list(rows.flavor),
  "/cloud/v1/bmflavors/3/7": list(rows.flavor),
  "/cloud/v1/lbflavors/3/7": list(rows.flavor),
  "/cdn/shielding_pop": jsonReply([rows.shielding])
}

const answer = ({ path }: Seen): Reply => lists[path] ?? jsonReply({ message: "Not found" }, 404)

const failureOf = <A, E extends { readonly message: string }>(effect: Effect.Effect<A, E>) =>
  Effect.flip(effect).pipe(
    Effect.orDie,
    Effect.map(({ message }) => message)
  )

const withClient = <A, E>(ask: Effect.Effect<A, E, Edge>, client: Layer.Layer<Edge, unknown>): Effect.Effect<A, E> =>
  Effect.provide(ask, client as Layer.Layer<Edge>)

const permanent = (url: string) => Edge.layer({ apiEndpoint: url, permanentApiToken: "251$secret" })

describe("region and project", () => {
  it.effect("are found by name, once for the life of a client", () =>
    Effect.gen(function* () {
      const api = yield* fakeApi(answer)
      const input = { projectName: "default", regionName: "Luxembourg" }
      yield* withClient(Effect.all([getFlavor(input), getFlavor(input)]), permanent(api.url))
      const paths = api.seen.map(({ path }) => path)
      assert.lengthOf(
        paths.filter((path) => path === "/cloud/v1/regions"),
        1
      )
      assert.lengthOf(
        paths.filter((path) => path === "/cloud/v1/projects"),
        1
      )
    }).pipe(Effect.scoped)
  )

  it.effect("by number, or by a name of digits, are asked for nowhere", () =>
    Effect.gen(function* () {
      const api = yield* fakeApi(answer)
      yield* withClient(getFlavor({ projectId: 3, regionName: "7", type: "instance" }), permanent(api.url))
      assert.deepStrictEqual(
        api.seen.map(({ path }) => path),
        ["/cloud/v1/flavors/3/7"]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("of an unknown or a doubled name are refused", () =>
    Effect.gen(function* () {
      const api = yield* fakeApi(answer)
      const ask = (input: Parameters<typeof getFlavor>[0]) =>
        failureOf(withClient(getFlavor(input), permanent(api.url)))
      assert.include(yield* ask({ projectId: 3, regionName: "Mars" }), "region with name Mars not found")
      assert.include(yield* ask({ projectId: 3, regionName: "Twin" }), "multiple regions found")
      assert.include(yield* ask({ projectName: "Mars", regionId: 7 }), "project with name Mars does not exist")
      assert.include(yield* ask({ projectName: "Twin", regionId: 7 }), "Use id instead of name")
    }).pipe(Effect.scoped)
  )

  it.effect("are read anew after a failure", () =>
    Effect.gen(function* () {
      let asked = 0
      const api = yield* fakeApi((seen) => (asked++ === 0 ? jsonReply({ message: "no" }, 403) : answer(seen)))
      const both = Effect.all([Effect.exit(getProject({ name: "default" })), getProject({ name: "default" })])
      const [, second] = yield* withClient(both, permanent(api.url))
      assert.strictEqual(second.id, "3")
    }).pipe(Effect.scoped)
  )
})

describe("getFlavor", () => {
  it.effect("asks for all kinds without a type, each with the switches that it knows", () =>
    Effect.gen(function* () {
      const api = yield* fakeApi(answer)
      const input = { projectId: 3, regionId: 7, includeDisabled: true, excludeWindows: true, includePrices: false }
      const { flavors } = yield* withClient(getFlavor(input), permanent(api.url))
      assert.deepStrictEqual(
        flavors.map(({ type }) => type),
        ["instance", "baremetal", "load_balancer"]
      )
      const asked = new Map(api.seen.map(({ path, query }) => [path, `${query}`]))
      assert.deepStrictEqual(Object.fromEntries(asked), {
        "/cloud/v1/flavors/3/7": "disabled=true&exclude_windows=true",
        "/cloud/v1/bmflavors/3/7": "disabled=true&exclude_windows=true",
        "/cloud/v1/lbflavors/3/7": ""
      })
    }).pipe(Effect.scoped)
  )
})

describe("getLbL7policy", () => {
  it.effect("tells region and project as they were given where the answer does not", () =>
    Effect.gen(function* () {
      const { region: _, region_id: _id, project_id: _project, ...policy } = rows.policy
      const api = yield* fakeApi((seen) =>
        seen.path === "/cloud/v1/l7policies/3/7" ? list(policy) : (lists[seen.path] ?? jsonReply({}, 404))
      )
      const named = { projectName: "default", regionName: "Luxembourg" }
      const numbered = { projectId: 3, regionId: 7 }
      for (const given of [named, numbered]) {
        const found = yield* withClient(getLbL7policy({ name: policy.name, ...given }), permanent(api.url))
        assert.deepInclude(found, given)
      }
    }).pipe(Effect.scoped)
  )
})

describe("credentials", () => {
  it.effect("a permanent token is sent as APIKey, whatever stands before it", () =>
    Effect.gen(function* () {
      const api = yield* fakeApi(answer)
      const client = Edge.layer({ apiEndpoint: api.url, permanentApiToken: "apikey 251$secret" })
      yield* withClient(getCdnShieldingLocation({ datacenter: "am3" }), client)
      assert.strictEqual(api.seen[0]?.headers.authorization, "APIKey 251$secret")
    }).pipe(Effect.scoped)
  )

  const user = (url: string) => Edge.layer({ apiEndpoint: url, userName: "ada", password: "a secret" })

  it.effect("a user signs in once, for every product, and is refreshed when the token has ended", () =>
    Effect.gen(function* () {
      let current = "first"
      const api = yield* fakeApi((seen) => {
        if (seen.path === "/iam/auth/jwt/login") return jsonReply({ access: current, refresh: "again" })
        if (seen.path === "/iam/auth/jwt/refresh") return jsonReply({ access: current })
        return seen.headers.authorization === `Bearer ${current}` ? answer(seen) : jsonReply({ message: "ended" }, 401)
      })
      const ask = Effect.gen(function* () {
        yield* getCdnShieldingLocation({ datacenter: "am3" })
        yield* getProject({ name: "default" })
        current = "second"
        yield* getCdnShieldingLocation({ datacenter: "am3" })
      })
      yield* withClient(ask, user(api.url))
      const signIns = api.seen.filter(({ path }) => path.startsWith("/iam/"))
      assert.deepStrictEqual(
        signIns.map(({ body, path }) => [path, JSON.parse(body)]),
        [
          ["/iam/auth/jwt/login", { username: "ada", password: "a secret" }],
          ["/iam/auth/jwt/refresh", { token: "again" }]
        ]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("a refused password is a refused credential, and is not shown", () =>
    Effect.gen(function* () {
      const api = yield* fakeApi(() => jsonReply({ message: "Bad credentials" }, 400))
      const error = yield* Effect.flip(withClient(getProject({ name: "default" }), user(api.url)))
      assert.strictEqual(error._tag, "Unauthorized")
      assert.include(error.message, "EC_PASSWORD")
      assert.notInclude(JSON.stringify(error), "a secret")
    }).pipe(Effect.scoped)
  )
})

describe("configuration", () => {
  const refused = (given: Parameters<typeof Edge.layer>[0]) =>
    Effect.flip(Effect.provide(getProject({ name: "x" }), Edge.layer(given)))

  it.effect("names what is missing, and what is set twice", () =>
    Effect.gen(function* () {
      const missing = yield* refused({})
      assert.instanceOf(missing, InvalidConfiguration)
      assert.include(missing.message, "EC_PERMANENT_TOKEN")
      const url = "https://api.edgecenter.example"
      const twice = yield* refused({ permanentApiToken: "t", edgeApi: url, edgeCloudApi: url })
      assert.include(twice.message, "EC_API")
      assert.include(twice.message, "EC_CLOUD_API")
    })
  )

  it.effect("the location of one product stands above that of all", () =>
    Effect.gen(function* () {
      const cloud = yield* fakeApi(({ path }) => answer({ path: `/cloud${path}` } as Seen))
      const client = Edge.layer({ apiEndpoint: "http://127.0.0.1:1", permanentApiToken: "t", edgeApi: `${cloud.url}/` })
      assert.strictEqual((yield* withClient(getProject({ name: "default" }), client)).id, "3")
    }).pipe(Effect.scoped)
  )

  it("is that of part C", () => {
    assert.includeMembers(Object.keys(edge.variables), [
      ..."apiEndpoint permanentApiToken edgeCdnApi edgeCloudApi edgeDnsApi edgePlatformApi edgeProtectionApi".split(
        " "
      ),
      ..."edgeStorageApi edgeRmonApi edgeApi edgePlatform ignoreCredsAuthError password userName".split(" ")
    ])
  })
})
