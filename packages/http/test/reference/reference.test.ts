import { assert, describe, it } from "@effect/vitest"
import { Validator } from "@seriousme/openapi-schema-validator"
import { Effect } from "effect"
import { OpenApi } from "effect/http-api"
import { hash } from "node:crypto"
import { documentedApi } from "../../src/reference/apiDocument.ts"
import { pageDocument } from "../../src/reference/pageDocument.ts"
import { serveAll } from "../serving.ts"

const document = OpenApi.fromApi(documentedApi({ publicUrl: "https://control.example", anonymousReads: false }))

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly security: ReadonlyArray<object>
  readonly requestBody?: object
  readonly parameters: ReadonlyArray<{ readonly name: string; readonly schema: object; readonly description?: string }>
  readonly responses: Readonly<Record<string, object>>
}

const operations = Object.values(document.paths).flatMap((item) => Object.values(item) as ReadonlyArray<Operation>)

const operation = (id: string): Operation => {
  const found = operations.find(({ operationId }) => operationId === id)
  if (found === undefined) throw new Error(`No operation ${id}`)
  return found
}

describe("the OpenAPI document", () => {
  it("is OpenAPI 3.1", async () => {
    const result = await new Validator().validate(JSON.parse(JSON.stringify(document)))
    assert.deepStrictEqual(result, { valid: true })
  })

  it("has every operation, under ids that clients are generated from", () => {
    assert.deepStrictEqual(operations.map(({ operationId }) => operationId).toSorted(), [
      "docs.docs",
      "docs.examples",
      "docs.installation",
      "docs.nav",
      "docs.readme",
      "exchange.exchange",
      "organizationTokens.create",
      "organizationTokens.delete",
      "organizationTokens.list",
      "packages.delete",
      "packages.get",
      "packages.list",
      "policyPacks.complete",
      "policyPacks.create",
      "policyPacks.get",
      "policyPacks.list",
      "policyPacks.registryGet",
      "policyPacks.remove",
      "policyPacks.removePack",
      "policyPacks.schema",
      "publish.complete",
      "publish.start",
      "registryPolicyPacks.complete",
      "registryPolicyPacks.get",
      "registryPolicyPacks.list",
      "registryPolicyPacks.listDeprecated",
      "registryPolicyPacks.remove",
      "registryPolicyPacks.removePack",
      "registryPolicyPacks.start",
      "registryPolicyPacks.versions",
      "serviceItems.add",
      "serviceItems.addDeprecated",
      "serviceItems.remove",
      "serviceItems.removeDeprecated",
      "services.create",
      "services.delete",
      "services.exists",
      "services.get",
      "services.list",
      "services.update",
      "user.get",
      "userTokens.create",
      "userTokens.delete",
      "userTokens.list"
    ])
  })

  it("says of every operation what it does, and which refusals it shares with all", () => {
    for (const { operationId, requestBody, responses, summary } of operations) {
      assert.isAbove(summary?.length ?? 0, 5, operationId)
      for (const status of ["429", "500", "503"]) assert.property(responses, status, operationId)
      for (const status of ["413", "415"]) assert.strictEqual(status in responses, requestBody !== undefined)
    }
  })

  it("names the credential of each operation, and that the list needs none", () => {
    const credential = [{ bearer: [] }, { token: [] }]
    assert.deepStrictEqual(operation("user.get").security, credential)
    assert.deepStrictEqual(operation("packages.get").security, credential)
    assert.deepStrictEqual(operation("packages.list").security, [{}, ...credential])
    const open = OpenApi.fromApi(documentedApi({ publicUrl: "https://control.example", anonymousReads: true }))
    const get = open.paths["/api/registry/packages/{source}/{publisher}/{name}/versions/{version}"]?.get
    assert.deepStrictEqual(get?.security, [{}, ...credential])
    assert.hasAllKeys(document.components.securitySchemes, ["bearer", "token"])
  })

  it("types queries as what they spell", () => {
    const schemas = new Map(operation("packages.list").parameters.map(({ name, schema }) => [name, schema]))
    assert.deepStrictEqual(schemas.get("limit"), { type: "integer", minimum: 1, maximum: 500 })
    assert.deepStrictEqual(schemas.get("asc"), { type: "boolean" })
    assert.deepInclude(schemas.get("search"), { type: "string" })
  })

  it("names schemas as clients should, and forbids no field that a later server may add", () => {
    const text = JSON.stringify(document)
    assert.notMatch(text, /Encoded"/)
    assert.notInclude(text, '"additionalProperties":false')
    assert.containsAllKeys(document.components.schemas, ["NotFound", "PackageMetadata", "User"])
  })

  it("leaves no reference open", () => {
    const text = JSON.stringify(document)
    for (const [, reference = ""] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = reference
        .split("/")
        .reduce<unknown>(
          (at, name) =>
            typeof at === "object" && at !== null ? Object.entries(at).find(([key]) => key === name)?.[1] : undefined,
          document
        )
      assert.isDefined(found, reference)
    }
  })

  it.live("is served under both addresses, with an ETag, and names the server's own", () =>
    Effect.gen(function* () {
      const server = yield* serveAll()
      const [one, other] = yield* Effect.all([server.fetch("/openapi.json"), server.fetch("/api/openapi/spec.json")])
      const text = yield* Effect.promise(() => one.text())
      assert.strictEqual(yield* Effect.promise(() => other.text()), text)
      assert.strictEqual(one.headers.get("content-type"), "application/json")
      assert.deepStrictEqual(JSON.parse(text).servers, [{ url: server.url }])
      const etag = one.headers.get("etag") ?? ""
      const again = yield* server.fetch("/openapi.json", { headers: { "if-none-match": etag } })
      assert.strictEqual(again.status, 304)
    })
  )
})

describe("the document of the page", () => {
  const shown = OpenApi.fromApi(
    documentedApi({ publicUrl: "https://control.example", anonymousReads: false }, pageDocument)
  )
  const responses: Readonly<Record<string, { readonly content?: object; readonly headers?: object }>> = Object(
    Object.entries(shown.components).find(([name]) => name === "responses")?.[1]
  )

  it("says once what every refusal has, and keeps the body that is a refusal's own", () => {
    assert.notProperty(responses["NotFound"], "content")
    assert.property(responses["ExchangeRefused"], "content")
    assert.hasAllKeys(responses["TooManyRequests"]?.headers, ["retry-after"])
    assert.notInclude(JSON.stringify(shown), "x-request-id")
    assert.match(shown.info.description ?? "", /"errorType": "not_found"/)
  })

  it("asks for one credential, and tells no bound that a JSON number has anyway", () => {
    assert.hasAllKeys(shown.components.securitySchemes, ["bearer"])
    assert.notInclude(JSON.stringify(shown), '{"token":[]}')
    assert.notInclude(JSON.stringify(shown), String(Number.MAX_SAFE_INTEGER))
    assert.include(JSON.stringify(shown), '"minimum":1,"maximum":500')
  })

  it("has every operation and schema", () => {
    assert.deepStrictEqual(Object.keys(shown.paths), Object.keys(document.paths))
    assert.deepStrictEqual(Object.keys(shown.components.schemas), Object.keys(document.components.schemas))
  })
})

describe("GET /docs", () => {
  it.live("shows the document without loading anything from anywhere", () =>
    Effect.gen(function* () {
      const server = yield* serveAll()
      const answer = yield* server.fetch("/docs")
      assert.strictEqual(answer.status, 200)
      assert.match(answer.headers.get("content-type") ?? "", /^text\/html/)
      const page = yield* Effect.promise(() => answer.text())
      assert.include(page, '"packages.list"')
      assert.notMatch(page, /<(?:script|link|img|iframe)[^>]+(?:src|href)="(?!data:)/i)
      assert.notMatch(page, /@import/i)
    })
  )

  it.live("lets the browser run its own scripts and nothing else", () =>
    Effect.gen(function* () {
      const server = yield* serveAll()
      const answer = yield* server.fetch("/docs")
      const page = yield* Effect.promise(() => answer.text())
      const policy = answer.headers.get("content-security-policy") ?? ""
      const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = ""]) => script)
      assert.deepStrictEqual(
        scripts.map(({ length }) => length > 100_000),
        [true, false]
      )
      for (const script of scripts) assert.include(policy, `'sha256-${hash("sha256", script, "base64")}'`)
      assert.include(policy, "default-src 'none'")
      assert.notInclude(policy.replace("style-src 'unsafe-inline'", ""), "unsafe")
    })
  )

  it.live("404 when it is off", () =>
    Effect.gen(function* () {
      const server = yield* serveAll({ DOCS_PAGE: "false" })
      assert.strictEqual((yield* server.fetch("/docs")).status, 404)
      assert.strictEqual((yield* server.fetch("/openapi.json")).status, 200)
    })
  )
})
