import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { getClusters, getLocations, getTag, getVlan, Inventory } from "../../src/inventory/index.ts"
import { fakeApi, jsonReply, type Seen } from "../suite/FakeApi.ts"
import { tagRow, vlan } from "./rows.ts"

type Given = NonNullable<Parameters<typeof Inventory.layer>[0]>

const answer = ({ path }: Seen) =>
  path.endsWith("/api/status/")
    ? jsonReply({ "netbox-version": "4.6.8" })
    : path.endsWith("/api/extras/tags/")
      ? jsonReply({ count: 1, next: null, previous: null, results: [tagRow] })
      : jsonReply({ detail: "Not found." }, 404)

const lookUp = (given: Given) =>
  getTag({ slug: "prod-west" }).pipe(Effect.provide(Inventory.layer({ apiToken: "token", ...given })))

const logged = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const lines: Array<string> = []
  const value = yield* effect.pipe(
    Effect.provide(Logger.layer([Logger.make(({ message }) => lines.push(String(message)))]))
  )
  return { lines, value }
})

describe("the token", () => {
  it.effect("is sent as Token, and as Bearer when it is of version 2", () =>
    Effect.gen(function* () {
      const api = yield* fakeApi(answer)
      yield* lookUp({ serverUrl: api.url, apiToken: "0123456789" })
      yield* lookUp({ serverUrl: api.url, apiToken: "nbt_abcdefghijkl.xyz" })
      assert.deepStrictEqual(
        [...new Set(api.seen.map(({ headers }) => headers.authorization))],
        ["Token 0123456789", "Bearer nbt_abcdefghijkl.xyz"]
      )
    }).pipe(Effect.scoped)
  )
})

describe("headers", () => {
  it.effect("are sent with every request", () =>
    Effect.gen(function* () {
      const api = yield* fakeApi(answer)
      yield* lookUp({ serverUrl: api.url, headers: { "X-Team": "net" } })
      assert.deepStrictEqual(
        api.seen.map(({ headers }) => headers["x-team"]),
        ["net", "net"]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("are refused where they would break the token or can't be sent", () =>
    Effect.gen(function* () {
      const wrong = [{ AUTHORIZATION: "x" }, { "a b": "x" }, { a: "x\r\ny" }]
      for (const headers of wrong) {
        const error = yield* Effect.flip(lookUp({ serverUrl: "http://127.0.0.1:1", headers }))
        assert.strictEqual(error._tag, "InvalidConfiguration")
        assert.match(error.message, /^headers \(NETBOX_HEADERS\): /)
      }
    })
  )
})

describe("serverUrl", () => {
  it.effect("loses its trailing slashes, with a warning", () =>
    Effect.gen(function* () {
      const api = yield* fakeApi(answer)
      const { lines } = yield* logged(lookUp({ serverUrl: `${api.url}/inventory//` }))
      assert.deepStrictEqual(lines, ["Stripped trailing slashes from serverUrl (NETBOX_SERVER_URL)."])
      assert.deepStrictEqual(
        api.seen.map(({ path }) => path),
        ["/inventory/api/status/", "/inventory/api/extras/tags/"]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("keeps them when it is told to", () =>
    Effect.gen(function* () {
      const api = yield* fakeApi(answer)
      const { lines } = yield* logged(
        lookUp({ serverUrl: `${api.url}/inventory/`, stripTrailingSlashesFromUrl: false })
      )
      assert.deepStrictEqual(lines, [])
      assert.strictEqual(api.seen[0]?.path, "/inventory//api/status/")
    }).pipe(Effect.scoped)
  )

  it.effect("is refused with /api behind it", () =>
    Effect.gen(function* () {
      for (const path of ["/api", "/api/", "/inventory/api"]) {
        const error = yield* Effect.flip(lookUp({ serverUrl: `http://127.0.0.1:1${path}` }))
        assert.match(error.message, /^serverUrl .* it ends in \/api/)
      }
    })
  )
})

describe("caCertFile", () => {
  it.effect("is refused when it can't be read, or holds no certificate", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.promise(() => mkdtemp(join(tmpdir(), "platform-control-"))),
        (path) => Effect.promise(() => rm(path, { recursive: true }))
      )
      const texts = {
        "empty.pem": ["", /holds no PEM certificate/],
        "bad.pem": ["-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", /certificate that can't be read/]
      } as const
      for (const [name, [text, expected]] of Object.entries(texts)) {
        yield* Effect.promise(() => writeFile(join(folder, name), text))
        const error = yield* Effect.flip(lookUp({ serverUrl: "https://a.example", caCertFile: join(folder, name) }))
        assert.match(error.message, expected)
      }
      const error = yield* Effect.flip(lookUp({ serverUrl: "https://a.example", caCertFile: join(folder, "none") }))
      assert.match(error.message, /^caCertFile \(NETBOX_CA_CERT_FILE\): .* can't be read \(ENOENT\)/)
    }).pipe(Effect.scoped)
  )
})

describe("the version", () => {
  it.effect("is asked for once, before the first lookup", () =>
    Effect.gen(function* () {
      const api = yield* fakeApi(answer)
      yield* Effect.all([getTag({ name: "a" }), getTag({ name: "b" })], { concurrency: 2 }).pipe(
        Effect.provide(Inventory.layer({ serverUrl: api.url, apiToken: "token" }))
      )
      assert.lengthOf(
        api.seen.filter(({ path }) => path === "/api/status/"),
        1
      )
    }).pipe(Effect.scoped)
  )

  it.effect("is not asked for with skipVersionCheck", () =>
    Effect.gen(function* () {
      const api = yield* fakeApi(answer)
      yield* lookUp({ serverUrl: api.url, skipVersionCheck: true })
      assert.lengthOf(api.seen, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("is warned of when it is not known, and the lookup goes on", () =>
    Effect.gen(function* () {
      for (const version of ["3.1.11", "4.7.0", "5.0.0"]) {
        const api = yield* fakeApi((seen) =>
          seen.path === "/api/status/" ? jsonReply({ "netbox-version": version }) : answer(seen)
        )
        const { lines, value } = yield* logged(lookUp({ serverUrl: api.url }))
        assert.match(lines.join(), new RegExp(`NetBox ${version} may be unsupported`))
        assert.strictEqual(value.slug, "prod-west")
      }
    }).pipe(Effect.scoped)
  )

  it.effect("is asked for again after it could not be read", () =>
    Effect.gen(function* () {
      let asked = 0
      const api = yield* fakeApi((seen) =>
        seen.path === "/api/status/" && asked++ === 0 ? jsonReply({ "netbox-version": "new" }) : answer(seen)
      )
      const exits = yield* Effect.all([Effect.exit(getTag({ name: "a" })), Effect.exit(getTag({ name: "a" }))]).pipe(
        Effect.provide(Inventory.layer({ serverUrl: api.url, apiToken: "token" }))
      )
      assert.deepStrictEqual(
        exits.map(({ _tag }) => _tag),
        ["Failure", "Success"]
      )
    }).pipe(Effect.scoped)
  )
})

describe("lists", () => {
  const clusters = ["gc-a", "gc-b", "eu-a"].map((name, index) => ({ id: index + 1, name, type: { id: 1 } }))
  const api = fakeApi(({ path }) =>
    path === "/api/status/"
      ? jsonReply({ "netbox-version": "4.6.8" })
      : jsonReply({ count: clusters.length, next: null, previous: null, results: clusters })
  )
  const list = (input: Parameters<typeof getClusters>[0]) =>
    Effect.gen(function* () {
      const { seen, url } = yield* api
      const exit = yield* getClusters(input).pipe(
        Effect.map((found) => found.clusters.map(({ name }) => name)),
        Effect.provide(Inventory.layer({ serverUrl: url, apiToken: "token" })),
        Effect.result
      )
      return { exit, seen }
    }).pipe(Effect.scoped)

  it.effect("are cut at the limit after names were looked at", () =>
    Effect.gen(function* () {
      assert.deepInclude((yield* list({ nameRegex: "a$", limit: 2 })).exit, { success: ["gc-a", "eu-a"] })
      assert.deepInclude((yield* list({ nameRegex: "(?i)^GC", limit: 1 })).exit, { success: ["gc-a"] })
      assert.deepInclude((yield* list({ limit: 2 })).exit, { success: ["gc-a", "gc-b"] })
      assert.deepInclude((yield* list({ limit: 0 })).exit, { success: ["gc-a", "gc-b", "eu-a"] })
    })
  )

  it.effect("refuse a pattern that is none of RE2, and a filter that there is not, before anything is asked", () =>
    Effect.gen(function* () {
      const inputs = [{ nameRegex: "(?=a)" }, { nameRegex: "(" }, { filters: [{ name: "bogus", value: "1" }] }]
      for (const input of inputs) {
        const { exit, seen } = yield* list(input)
        assert.strictEqual(exit._tag === "Failure" ? exit.failure._tag : "", "InvalidInput")
        assert.lengthOf(seen, 0)
      }
      const { exit } = yield* list({ filters: [{ name: "bogus", value: "1" }] })
      assert.match(
        exit._tag === "Failure" ? exit.failure.message : "",
        /^'bogus' is not a supported filter parameter\. There are name, cluster_type_id/
      )
    })
  )
})

describe("choices", () => {
  it.effect("may come without a value", () =>
    Effect.gen(function* () {
      for (const status of [{}, { value: null }, null]) {
        const row = { ...vlan, status }
        const api = yield* fakeApi(() => jsonReply({ count: 1, next: null, previous: null, results: [row] }))
        const found = yield* getVlan({ vid: vlan.vid }).pipe(
          Effect.provide(Inventory.layer({ serverUrl: api.url, apiToken: "token", skipVersionCheck: true }))
        )
        assert.notProperty(found, "status")
      }
    }).pipe(Effect.scoped)
  )
})

describe("locations", () => {
  it.effect("take tags beside filters, and tell both again as they were given", () =>
    Effect.gen(function* () {
      const api = yield* fakeApi(() => jsonReply({ count: 0, next: null, previous: null, results: [] }))
      const filters = [{ name: "site", value: "dm-akron" }]
      const found = yield* getLocations({ filters, tags: ["edge", "prod"] }).pipe(
        Effect.provide(Inventory.layer({ serverUrl: api.url, apiToken: "token", skipVersionCheck: true }))
      )
      assert.deepInclude(found, { filters, tags: ["edge", "prod"], locations: [] })
      assert.deepStrictEqual(api.seen[0]?.query.getAll("tag"), ["edge", "prod"])
      assert.strictEqual(api.seen[0]?.query.get("site"), "dm-akron")
    }).pipe(Effect.scoped)
  )
})
