import { ReadAuthorization } from "@platform-control/core/Authorization"
import { BaseApi } from "@platform-control/core/ApiId"
import { RequestErrorsLayer } from "@platform-control/core/RequestErrors"
import { layerTestAuthorization, testPrincipal } from "@platform-control/core/testing/authorization"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpClientRequest, HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiMiddleware, HttpApiTest, OpenApi } from "effect/http-api"
import { DocsGroup } from "../../src/contract/DocsGroup.ts"

const Api = BaseApi.add(DocsGroup)

const VERSION = "/api/registry/packages/private/acme/web/versions/1.0.0"

const echo = (fields: object) => Effect.succeed(HttpServerResponse.jsonUnsafe(fields))

/** Says back what arrived. */
const handlers = HttpApiBuilder.group(Api, "docs", (group) =>
  group.handleAll({
    docs: ({ headers, params, query }) => echo({ params, query, headers }),
    docsByRawToken: ({ headers, params: { "*": typeToken, ...params }, query }) =>
      echo({ params: { ...params, typeToken }, query, headers }),
    examples: ({ query }) => echo({ query }),
    installation: ({ query }) => echo({ query }),
    nav: ({ query }) => echo({ query }),
    readme: ({ query }) => echo({ query })
  })
)

const layer = handlers.pipe(
  Layer.provideMerge([
    layerTestAuthorization({ alice: testPrincipal("alice", {}) }),
    RequestErrorsLayer,
    HttpApiMiddleware.layerClient(ReadAuthorization, ({ next, request }) =>
      next(HttpClientRequest.bearerToken(request, "alice"))
    ),
    HttpServer.layerServices
  ])
)

const get = Effect.fnUntraced(function* (path: string) {
  const handler = yield* HttpRouter.toHttpEffect(HttpApiBuilder.layer(Api)).pipe(
    Effect.provideService(HttpRouter.RouterConfig, {
      caseSensitive: true,
      ignoreTrailingSlash: false,
      ignoreDuplicateSlashes: false,
      maxParamLength: 2048
    })
  )
  const request = new Request(`http://registry.test${VERSION}${path}`, { headers: { authorization: "Bearer alice" } })
  const answered = yield* handler.pipe(
    Effect.provideService(HttpServerRequest.HttpServerRequest, HttpServerRequest.fromWeb(request))
  )
  const response = HttpServerResponse.toWeb(answered)
  const body: ReturnType<typeof JSON.parse> = yield* Effect.promise(() => response.json())
  return { status: response.status, body }
}, Effect.scoped)

const tokens = [
  "random:index/randomPet:RandomPet",
  "kubernetes:storage.k8s.io/v1:StorageClass",
  "example::Resource",
  "foo-bar:deeply/nested/module:Resource",
  "example::Foo/getKubeconfig",
  "pulumi:providers:docker"
]

/** Every way to write a token in a path, from raw to wholly encoded. */
const spellings = (token: string) => [
  token,
  token.replaceAll("/", "%2F"),
  token.replaceAll(":", "%3a"),
  token.replace("/", "%2f"),
  encodeURIComponent(token),
  [...token].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("")
]

it.layer(layer)("DocsGroup", (it) => {
  describe("GET docs", () => {
    it.effect.each(tokens)("takes %s in every degree of percent-encoding", (token) =>
      Effect.gen(function* () {
        for (const spelling of spellings(token)) {
          const { body, status } = yield* get(`/docs/${spelling}?lang=python`)
          assert.strictEqual(status, 200)
          assert.deepStrictEqual(body.params, {
            source: "private",
            publisher: "acme",
            name: "web",
            version: "1.0.0",
            typeToken: token
          })
          assert.deepStrictEqual(body.query, { lang: "python" })
        }
      })
    )

    it.effect("decodes once: what was encoded twice is another token", () =>
      Effect.gen(function* () {
        const { body } = yield* get("/docs/a%253Ab")
        assert.strictEqual(body.params.typeToken, "a%3Ab")
      })
    )

    it.effect("takes slashes at the ends of a token as parts of it", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* get("/docs/a:b:C/")).body.params.typeToken, "a:b:C/")
        assert.strictEqual((yield* get("/docs//a:b:C")).body.params.typeToken, "/a:b:C")
      })
    )

    it.effect("leaves an absent token to the handler", () =>
      Effect.gen(function* () {
        assert.isUndefined((yield* get("/docs")).body.params.typeToken)
        assert.strictEqual((yield* get("/docs/")).body.params.typeToken, "")
      })
    )

    it.effect("leaves texts that are no tokens to the handler", () =>
      Effect.gen(function* () {
        for (const text of ["a".repeat(1500), "a".repeat(5000), "a%00b", "%20"]) {
          const { body, status } = yield* get(`/docs/${text}`)
          assert.deepStrictEqual([status, body.params.typeToken], [200, decodeURIComponent(text)])
        }
      })
    )

    it.effect("keeps the other paths of a version apart", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* get("/nav?depth=full&q=a%2Bb")).body, { query: { depth: "full", q: "a+b" } })
        assert.deepStrictEqual((yield* get("/readme?os=macos")).body, { query: { os: "macos" } })
      })
    )

    it.effect.each(["lang=ruby", "lang=Go", "lang=", "os=beos", "os=", "lang=go&lang=go"])("400 for ?%s", (query) =>
      Effect.gen(function* () {
        for (const path of ["/docs/a:b:C", "/docs/a:b/c:C", "/installation", "/readme"]) {
          const { body, status } = yield* get(`${path}?${query}`)
          assert.strictEqual(status, 400)
          assert.strictEqual(body.errors[0].resource, "query")
        }
      })
    )

    it.effect("is one operation of the typed client", () =>
      Effect.gen(function* () {
        const client = yield* HttpApiTest.groups(Api, ["docs"])
        const params = { source: "private", publisher: "acme", name: "web", version: "1.0.0" }
        const response = yield* client.docs.docs({
          params: { ...params, typeToken: "a:b/c:D" },
          query: {},
          headers: {},
          responseMode: "response-only"
        })
        const { params: received }: ReturnType<typeof JSON.parse> = yield* response.json
        assert.strictEqual(received.typeToken, "a:b/c:D")
      })
    )
  })

  describe("GET examples", () => {
    it.effect.each([
      ["1", 1],
      ["99", 99],
      ["100", 100],
      ["101", 100],
      ["1000", 100],
      ["99999999999999999999999999", 100]
    ] as const)("limit=%s means %d", ([text, limit]) =>
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* get(`/examples?limit=${text}`)).body, { query: { limit } })
      })
    )

    it.effect.each(["0", "-1", "1.5", "1e2", "", "many", "+1"])("400 for limit=%s", (text) =>
      Effect.gen(function* () {
        assert.strictEqual((yield* get(`/examples?limit=${encodeURIComponent(text)}`)).status, 400)
      })
    )
  })

  describe("GET nav", () => {
    it.effect.each(["depth=deep", "depth=FULL", "depth=", "lang=x", `q=${"q".repeat(257)}`])("400 for ?%s", (query) =>
      Effect.gen(function* () {
        assert.strictEqual((yield* get(`/nav?${query}`)).status, 400)
      })
    )
  })
})

describe("the OpenAPI document", () => {
  it("shows each operation once, with both media types", () => {
    const { paths } = OpenApi.fromApi(Api)
    assert.deepStrictEqual(
      Object.keys(paths).map((path) => path.split("{version}")[1]),
      ["/docs/{typeToken}", "/examples", "/installation", "/nav", "/readme"]
    )
    for (const path of Object.values(paths)) {
      const content = path.get?.responses[200]?.content ?? {}
      assert.sameMembers(Object.keys(content), ["application/json", "text/markdown; charset=utf-8"])
      assert.includeMembers(Object.keys(path.get?.responses ?? {}), ["400", "401", "404", "406"])
    }
  })
})
