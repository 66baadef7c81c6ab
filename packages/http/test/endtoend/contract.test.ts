/**
 * The typed client against a running server: every operation with its success and each of its typed refusals. What the
 * client read is also held, as raw bytes, against the served OpenAPI document.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import { type ControlPlaneClient, make } from "../../src/client.ts"
import type { Api } from "./Api.ts"
import type { Judged } from "./ApiContract.ts"
import { madeUpFiles } from "./packageFiles.ts"
import { simplePlace } from "./places.ts"
import { publish, uploadAll } from "./publishing.ts"
import { RunningServer } from "./RunningServer.ts"

type Client = ControlPlaneClient["Service"]

interface Seen {
  readonly method: string
  readonly path: string
  readonly reply: Judged
}

const seen: Array<Seen> = []

/** Keeps a copy of every answer before the client reads it. */
const recordingFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  const { pathname, search } = new URL(input instanceof Request ? input.url : input)
  const reply = { status: response.status, headers: response.headers, text: await response.clone().text() }
  seen.push({ method: init?.method ?? "GET", path: pathname + search, reply })
  return response
}

let server: RunningServer
let publisher: Api
let member: Api
const packagePath = { source: "private", publisher: "acme", name: "typed" }
const versionPath = { ...packagePath, version: "1.0.0" }

/** What the operation gives, or the tag of its refusal. */
const ask = <A, E extends { readonly _tag: string }>(
  token: string | undefined,
  operation: (client: Client) => Effect.Effect<A, E>
): Promise<A | string> =>
  make({ url: server.url, token: token === undefined ? undefined : Redacted.make(token) }).pipe(
    Effect.flatMap(operation),
    Effect.catch((error) => Effect.succeed(error._tag)),
    Effect.provide(FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, recordingFetch)))),
    Effect.runPromise
  )

beforeAll(async () => {
  server = await RunningServer.start(simplePlace())
  await server.accounts.organization("acme")
  publisher = await server.apiOf("publisher", { memberships: { acme: "publisher" } })
  member = await server.apiOf("member", { memberships: { acme: "member" } })
  const reply = await publish(publisher, { ...packagePath, version: "0.9.0" }, madeUpFiles("typed", "0.9.0"))
  assert.strictEqual(reply.status, 201)
})

afterAll(() => server?.close())

const started = async (version: string) => {
  const begun = await ask(publisher.token, (client) =>
    client.publish.start({ params: packagePath, payload: { version } })
  )
  assert(typeof begun !== "string", String(begun))
  return begun
}

const start = (token: string | undefined, publisherName: string, version: string) =>
  ask(token, (client) =>
    client.publish.start({ params: { ...packagePath, publisher: publisherName }, payload: { version } })
  )

const complete = (token: string | undefined, operationID: string, version = "1.0.0") =>
  ask(token, (client) => client.publish.complete({ params: { ...packagePath, version }, payload: { operationID } }))

const get = (token: string | undefined, version: string) =>
  ask(token, (client) => client.packages.get({ params: { ...packagePath, version } }))

const remove = (token: string | undefined, version: string) =>
  ask(token, (client) => client.packages.delete({ params: { ...packagePath, version } }))

const list = (token: string | undefined, query: Parameters<Client["packages"]["list"]>[0]["query"]) =>
  ask(token, (client) => client.packages.list({ query }))

describe("user.get", () => {
  it("gives the caller", async () => {
    const user = await ask(member.token, (client) => client.user.get())
    assert(typeof user !== "string")
    assert.strictEqual(user.scmLogin, "member")
    assert.deepStrictEqual(
      user.organizations.map(({ role, scmLogin }) => [scmLogin, role]),
      [["acme", "member"]]
    )
  })

  it("Unauthorized without a token", async () => {
    assert.strictEqual(await ask(undefined, (client) => client.user.get()), "Unauthorized")
  })
})

describe("exchange.exchange", () => {
  it("gives an access token for a refresh token, and ExchangeRefused for what is none", async () => {
    const { token } = await server.accounts.userToken("member", "refresh")
    const trade = (refresh_token: string) =>
      ask(undefined, (client) => client.exchange.exchange({ payload: { grant_type: "refresh_token", refresh_token } }))
    const answer = await trade(token)
    assert(typeof answer !== "string", String(answer))
    const user = await ask(answer.access_token, (client) => client.user.get())
    assert(typeof user !== "string")
    assert.strictEqual(user.scmLogin, "member")
    assert.strictEqual(await trade("junk"), "ExchangeRefused")
  })
})

describe("publish.start", () => {
  it("gives an operation with places for all artifacts", async () => {
    const { operationID, uploadURLs } = await started("1.0.0")
    assert.match(operationID, /^[0-9a-f-]{36}$/)
    for (const place of Object.values(uploadURLs)) assert(place.startsWith(`${server.url}/`))
  })

  it("BadRequest for a version that is none", async () => {
    assert.strictEqual(await start(publisher.token, "acme", "v1"), "BadRequest")
  })

  it("Unauthorized for an unknown token", async () => {
    assert.strictEqual(await start("unknown", "acme", "1.0.0"), "Unauthorized")
  })

  it("Forbidden for a member without RegistryPublish", async () => {
    assert.strictEqual(await start(member.token, "acme", "1.0.0"), "Forbidden")
  })

  it("NotFound for an unknown publisher", async () => {
    assert.strictEqual(await start(publisher.token, "nowhere", "1.0.0"), "NotFound")
  })

  it("Conflict for a version that exists", async () => {
    assert.strictEqual(await start(publisher.token, "acme", "0.9.0"), "Conflict")
  })
})

describe("publish.complete", () => {
  it("BadRequest without the artifacts, then an empty record, then Conflict", async () => {
    const begun = await started("1.0.0")
    assert.strictEqual(await complete(publisher.token, begun.operationID), "BadRequest")
    await uploadAll(begun, {
      ...madeUpFiles("typed", "1.0.0"),
      installationConfiguration: Buffer.from("# Installation\n")
    })
    assert.deepStrictEqual(await complete(publisher.token, begun.operationID), {})
    assert.strictEqual(await complete(publisher.token, begun.operationID), "Conflict")
  })

  it("Unauthorized without a token", async () => {
    assert.strictEqual(await complete(undefined, "x"), "Unauthorized")
  })

  it("Forbidden for a member without RegistryPublish", async () => {
    assert.strictEqual(await complete(member.token, "x"), "Forbidden")
  })

  it("NotFound for an unknown operation", async () => {
    assert.strictEqual(await complete(publisher.token, "x"), "NotFound")
  })
})

describe("packages.get", () => {
  it("gives the version, and the latest one", async () => {
    const found = await get(member.token, "1.0.0")
    assert(typeof found !== "string")
    assert.strictEqual(found.version, versionPath.version)
    assert.strictEqual(found.visibility, "private")
    assert.deepStrictEqual(await get(member.token, "latest"), found)
  })

  it("Unauthorized without a token", async () => {
    assert.strictEqual(await get(undefined, "1.0.0"), "Unauthorized")
  })

  it("NotFound for an unknown version", async () => {
    assert.strictEqual(await get(member.token, "9.9.9"), "NotFound")
  })

  it("400 for a version longer than any name, which the typed client does not even send", async () => {
    const version = "9".repeat(1025)
    assert.strictEqual(await get(member.token, version), "SchemaError")
    const path = `${server.url}/api/registry/packages/private/acme/typed/versions/${version}`
    const reply = await recordingFetch(path, { headers: { authorization: `Bearer ${member.token}` } })
    assert.strictEqual(reply.status, 400)
  })
})

describe("packages.list", () => {
  it("gives pages with typed parameters", async () => {
    const page = await list(member.token, { asc: false, limit: 1, visibility: "private", packageType: "native" })
    assert(typeof page !== "string", String(page))
    assert.deepStrictEqual(
      page.packages.map(({ name, version }) => [name, version]),
      [["typed", "1.0.0"]]
    )
    assert.strictEqual(page.continuationToken, undefined)
  })

  it("gives an empty page to callers who see nothing", async () => {
    assert.deepStrictEqual(await list(undefined, {}), { packages: [] })
  })

  it("BadRequest for a continuation token that is none", async () => {
    assert.strictEqual(await list(member.token, { continuationToken: "junk" }), "BadRequest")
  })

  it("Unauthorized for an unknown token", async () => {
    assert.strictEqual(await list("unknown", {}), "Unauthorized")
  })
})

/** Asks a running server for documentation in words of its own, as the typed client would not. */
const askRaw = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> => {
  const url = `${server.url}/api/registry/packages/private/acme/typed/versions/1.0.0/${path}`
  const reply = await recordingFetch(url, { headers: { authorization: `Bearer ${member.token}`, ...headers } })
  return reply.status
}

describe("docs", () => {
  const TOKEN = "typed:index:Thing"
  const readers: Readonly<
    Record<string, (token: string | undefined, version: string) => Promise<string | { readonly version: string }>>
  > = {
    [`docs/${encodeURIComponent(TOKEN)}`]: (token, version) =>
      ask(token, ({ docs }) =>
        docs.docs({ params: { ...packagePath, version, typeToken: TOKEN }, query: {}, headers: {} })
      ),
    examples: (token, version) =>
      ask(token, ({ docs }) =>
        docs.examples({ params: { ...packagePath, version }, query: { limit: 3 }, headers: {} })
      ),
    installation: (token, version) =>
      ask(token, ({ docs }) => docs.installation({ params: { ...packagePath, version }, query: {}, headers: {} })),
    nav: (token, version) =>
      ask(token, ({ docs }) =>
        docs.nav({ params: { ...packagePath, version }, query: { depth: "full" }, headers: {} })
      ),
    readme: (token, version) =>
      ask(token, ({ docs }) => docs.readme({ params: { ...packagePath, version }, query: {}, headers: {} }))
  }

  for (const [path, read] of Object.entries(readers)) {
    it(`${path}: gives the answer, Unauthorized without a token, NotFound for an unknown version`, async () => {
      const answer = await read(member.token, "latest")
      assert(typeof answer !== "string", String(answer))
      assert.strictEqual(answer.version, versionPath.version)
      assert.strictEqual(await read(undefined, "1.0.0"), "Unauthorized")
      assert.strictEqual(await read(member.token, "9.9.9"), "NotFound")
    })

    it(`${path}: 400 for an unknown language, 406 for a type that it does not speak`, async () => {
      assert.strictEqual(await askRaw(`${path}?lang=latin`), 400)
      assert.strictEqual(await askRaw(path, { accept: "image/png" }), 406)
    })
  }
})

describe("packages.delete", () => {
  it("BadRequest for `latest`", async () => {
    assert.strictEqual(await remove(publisher.token, "latest"), "BadRequest")
  })

  it("Unauthorized without a token", async () => {
    assert.strictEqual(await remove(undefined, "1.0.0"), "Unauthorized")
  })

  it("Forbidden for a member without RegistryPublish", async () => {
    assert.strictEqual(await remove(member.token, "1.0.0"), "Forbidden")
  })

  it("gives nothing, then NotFound", async () => {
    assert.strictEqual(await remove(publisher.token, "1.0.0"), undefined)
    assert.strictEqual(await remove(publisher.token, "1.0.0"), "NotFound")
  })
})

describe("the served OpenAPI document", () => {
  it("describes every answer above as it came over the wire", () => {
    const faults = seen.flatMap(({ method, path, reply }) => {
      const operation = server.contract.match(method, path)
      assert(operation !== undefined, `${method} ${path} is not described`)
      return server.contract.faults(operation, reply).map((fault) => `${operation.id} ${reply.status}: ${fault}`)
    })
    assert.deepStrictEqual(faults, [])
  })

  it("declares no success or refusal of its own operations that was not seen above", () => {
    /** Made outside the operations, and judged by other tests. */
    const shared = new Set([413, 415, 429, 500, 503])
    const met = new Set(
      seen.map(({ method, path, reply }) => `${server.contract.match(method, path)?.id} ${reply.status}`)
    )
    const missing = server.contract.operations.flatMap(({ body, id, parameters, responses }) => {
      const takesNothing = body === undefined && parameters.length === 0
      return [...responses.keys()]
        .filter((status) => !shared.has(status) && !(takesNothing && status === 400))
        .map((status) => `${id} ${status}`)
        .filter((answer) => !met.has(answer))
    })
    assert.deepStrictEqual(missing, [])
  })

  it("is the same at both of its addresses", async () => {
    const [one, other] = await Promise.all(
      ["/openapi.json", "/api/openapi/spec.json"].map(async (path) => (await fetch(server.url + path)).text())
    )
    assert.strictEqual(one, other)
  })
})
