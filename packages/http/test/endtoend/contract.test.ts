/**
 * The typed client against a running server: every operation with its success and each of its typed refusals. What the
 * client read is also held, as raw bytes, against the served OpenAPI document.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import { samplePack } from "@platform-control/policy/testing"
import { type ControlPlaneClient, make } from "../../src/client.ts"
import type { Api } from "./Api.ts"
import type { Judged } from "./ApiContract.ts"
import { madeUpFiles } from "./packageFiles.ts"
import { simplePlace } from "./places.ts"
import { applyPack, publishInRegistry, publishPack, readByEveryRole } from "./policyContract.ts"
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
let administrator: Api
let biller: Api
let organizationToken: string
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
  administrator = await server.apiOf("administrator", { memberships: { acme: "admin" } })
  biller = await server.apiOf("biller", { memberships: { acme: "billing-manager" } })
  organizationToken = await server.accounts.organizationToken("acme", true)
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

/** Asks for what the typed client would not even send. */
const statusAt = async (token: string | undefined, path: string, method = "GET"): Promise<number> => {
  const reply = await recordingFetch(server.url + path, { method, headers: { authorization: `Bearer ${token}` } })
  return reply.status
}

describe("userTokens", () => {
  const create = (token: string | undefined, payload: { description: string; expires?: number }) =>
    ask(token, (client) => client.userTokens.create({ payload, query: { reason: "a test" } }))

  const revoke = (token: string | undefined, tokenId: string) =>
    ask(token, (client) => client.userTokens.delete({ params: { tokenId } }))

  const listed = (token: string | undefined, query: Parameters<Client["userTokens"]["list"]>[0]["query"] = {}) =>
    ask(token, (client) => client.userTokens.list({ query }))

  it("create: gives a value that works; list shows all but the value; delete takes it away", async () => {
    const created = await create(member.token, { description: "typed", expires: 0 })
    assert(typeof created !== "string", String(created))
    server.accounts.secrets.push(created.tokenValue)
    const user = await ask(created.tokenValue, (client) => client.user.get())
    assert(typeof user !== "string" && user.scmLogin === "member")
    const list = await listed(member.token, { filter: "type" })
    assert(typeof list !== "string")
    assert.deepStrictEqual(
      list.tokens.map(({ admin, createdBy, description, expires, id, name, type }) => [
        admin,
        createdBy,
        description,
        expires,
        id,
        name,
        type
      ]),
      [[false, "member", "typed", 0, created.id, "", "personal"]]
    )
    assert.strictEqual(await revoke(member.token, created.id), undefined)
    assert.strictEqual(await ask(created.tokenValue, (client) => client.user.get()), "Unauthorized")
  })

  it("create: BadRequest for an expiry that is past, Unauthorized, Forbidden for an organization's token", async () => {
    assert.strictEqual(await create(member.token, { description: "", expires: 1 }), "BadRequest")
    assert.strictEqual(await create(undefined, { description: "" }), "Unauthorized")
    assert.strictEqual(await create(organizationToken, { description: "" }), "Forbidden")
  })

  it("list: BadRequest for a page too large, Unauthorized, Forbidden for an organization's token", async () => {
    assert.strictEqual(await statusAt(member.token, "/api/user/tokens?maxResults=1001"), 400)
    assert.strictEqual(await listed("unknown"), "Unauthorized")
    assert.strictEqual(await listed(organizationToken), "Forbidden")
  })

  it("delete: NotFound for another's token, Unauthorized, Forbidden, 400 for what is too long to be an id", async () => {
    assert.strictEqual(await revoke(member.token, "nothing"), "NotFound")
    assert.strictEqual(await revoke(undefined, "nothing"), "Unauthorized")
    assert.strictEqual(await revoke(organizationToken, "nothing"), "Forbidden")
    assert.strictEqual(await statusAt(member.token, `/api/user/tokens/${"9".repeat(1025)}`, "DELETE"), 400)
  })
})

describe("organizationTokens", () => {
  type NewToken = Parameters<Client["organizationTokens"]["create"]>[0]["payload"]

  const create = (token: string | undefined, payload: NewToken, orgName = "acme") =>
    ask(token, (client) => client.organizationTokens.create({ params: { orgName }, payload, query: {} }))

  const revoke = (token: string | undefined, tokenId: string, orgName = "acme") =>
    ask(token, (client) => client.organizationTokens.delete({ params: { orgName, tokenId } }))

  const listed = (token: string | undefined, orgName = "acme", filter: "active" | "expired" | "all" = "active") =>
    ask(token, (client) => client.organizationTokens.list({ params: { orgName }, query: { filter } }))

  it("create, list, delete: a token of the organization with a role, until it is revoked", async () => {
    const created = await create(administrator.token, { name: "typed", description: "for CI", roleID: "stack-read" })
    assert(typeof created !== "string", String(created))
    server.accounts.secrets.push(created.tokenValue)
    const user = await ask(created.tokenValue, (client) => client.user.get())
    assert(typeof user !== "string")
    assert.deepStrictEqual(user.tokenInfo, { name: "typed", organization: "acme", team: "" })
    const list = await listed(administrator.token)
    assert(typeof list !== "string")
    assert.deepStrictEqual(
      list.tokens.map(({ admin, id, name, role, type }) => [admin, id, name, role, type]),
      [
        [
          false,
          created.id,
          "typed",
          { id: "stack-read", name: "Reads stacks", defaultIdentifier: "stack-read" },
          "organization"
        ]
      ]
    )
    assert.strictEqual(await revoke(administrator.token, created.id), undefined)
    assert.strictEqual(await ask(created.tokenValue, (client) => client.user.get()), "Unauthorized")
    assert.deepStrictEqual(await listed(administrator.token), { tokens: [] })
    assert.strictEqual(await create(administrator.token, { name: "typed", description: "" }), "Conflict")
  })

  it("create: BadRequest, Unauthorized, Forbidden, NotFound", async () => {
    const token = { name: "n", description: "" }
    assert.strictEqual(await create(administrator.token, { ...token, name: "x".repeat(41) }), "BadRequest")
    assert.strictEqual(await create(undefined, token), "Unauthorized")
    assert.strictEqual(await create(member.token, token), "Forbidden")
    assert.strictEqual(await create(member.token, token, "nowhere"), "NotFound")
  })

  it("list: BadRequest for an unknown filter, Unauthorized, Forbidden, NotFound", async () => {
    assert.strictEqual(await statusAt(administrator.token, "/api/orgs/acme/tokens?filter=none"), 400)
    assert.strictEqual(await listed(undefined), "Unauthorized")
    assert.strictEqual(await listed(member.token), "Forbidden")
    assert.strictEqual(await listed(member.token, "nowhere"), "NotFound")
  })

  it("delete: NotFound, Unauthorized, Forbidden, 400 for what is too long to be an id", async () => {
    assert.strictEqual(await revoke(administrator.token, "nothing"), "NotFound")
    assert.strictEqual(await revoke(undefined, "nothing"), "Unauthorized")
    assert.strictEqual(await revoke(member.token, "nothing"), "Forbidden")
    assert.strictEqual(await statusAt(administrator.token, `/api/orgs/acme/tokens/${"9".repeat(1025)}`, "DELETE"), 400)
  })
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

describe("services", () => {
  const orgName = "acme"
  const path = `/api/orgs/${orgName}/services`
  const at = (serviceName: string) => ({ orgName, ownerType: "user", ownerName: "administrator", serviceName })
  const pathOf = (name: string) => `${path}/user/administrator/${name}`
  const body = (name: string, ownerName = "administrator") => ({
    ownerType: "user" as const,
    ownerName,
    name,
    description: "typed",
    items: [{ type: "stack" as const, name: "web/production" }],
    properties: [{ key: "tier", value: "1", type: "text", order: 1 }]
  })

  const create = (name: string) =>
    ask(administrator.token, (client) => client.services.create({ params: { orgName }, payload: body(name) }))

  const send = async (token: string | undefined, method: string, where: string, sent?: unknown): Promise<number> => {
    const reply = await recordingFetch(server.url + where, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(sent === undefined ? {} : { "content-type": "application/json" })
      },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) })
    })
    return reply.status
  }

  it("create, get, list, exists, update, delete with typed parameters", async () => {
    const made = await create("typed")
    assert(typeof made !== "string", String(made))
    assert.deepStrictEqual(made.itemCountSummary, { stack: 1 })
    const got = await ask(administrator.token, ({ services }) =>
      services.get({ params: at("typed"), query: { maxResults: 1 } })
    )
    assert(typeof got !== "string", String(got))
    assert.deepStrictEqual(got.service, made)
    assert.deepStrictEqual(got.items[0]?.addedByUser?.name, "administrator")
    const list = await ask(administrator.token, ({ services }) =>
      services.list({ params: { orgName }, query: { maxResults: 1000 } })
    )
    assert.deepStrictEqual(list, { services: [made] })
    const change = { name: "renamed", members: [{ type: "user" as const, name: "member" }] }
    const changed = await ask(administrator.token, ({ services }) =>
      services.update({ params: at("typed"), payload: change })
    )
    assert(typeof changed !== "string", String(changed))
    assert.deepStrictEqual(changed.members.at(-1), { type: "user", name: "member", avatarUrl: "" })
    const exists = () => ask(administrator.token, ({ services }) => services.exists({ params: at("renamed") }))
    const remove = (query: { force?: boolean }) =>
      ask(administrator.token, ({ services }) => services.delete({ params: at("renamed"), query }))
    assert.strictEqual(await exists(), undefined)
    assert.strictEqual(await remove({}), "PreconditionFailed")
    assert.strictEqual(await remove({ force: true }), undefined)
    assert.strictEqual(await remove({}), "NotFound")
  })

  it("items: added and removed in both generations, which answer the page or nothing", async () => {
    await create("attached")
    const params = at("attached")
    const items = [{ type: "environment" as const, name: "web/production" }]
    const item = { ...params, itemType: "environment" as const, itemName: "web/production" }
    const added = await ask(administrator.token, ({ serviceItems }) => serviceItems.add({ params, payload: { items } }))
    assert.strictEqual(added, undefined)
    const page = await ask(administrator.token, ({ serviceItems }) =>
      serviceItems.addDeprecated({ params, payload: { items }, query: { maxResults: 1 } })
    )
    assert(typeof page !== "string", String(page))
    assert.deepStrictEqual([page.items[0]?.name, typeof page.continuationToken], ["web/production", "string"])
    const removed = await ask(administrator.token, ({ serviceItems }) =>
      serviceItems.removeDeprecated({ params: item, query: {} })
    )
    assert(typeof removed !== "string", String(removed))
    assert.deepStrictEqual(removed.service.itemCountSummary, { stack: 1 })
    assert.strictEqual(
      await ask(administrator.token, ({ serviceItems }) => serviceItems.remove({ params: item })),
      undefined
    )
  })

  const refusals: ReadonlyArray<
    readonly [operation: string, method: string, below: string, sent: unknown, invalid: string, invalidSent?: unknown]
  > = [
    ["list", "GET", "", undefined, "?maxResults=0"],
    ["create", "POST", "", body("new"), "", {}],
    ["get", "GET", "/user/administrator/other", undefined, "?maxResults=0"],
    ["exists", "HEAD", "/user/administrator/other", undefined, "x".repeat(1025)],
    ["update", "PATCH", "/user/administrator/other", { description: "" }, "", { name: "no name" }],
    ["delete", "DELETE", "/user/administrator/other", undefined, "?force=perhaps"],
    ["add", "POST", "/user/administrator/other/v2/items", { items: [] }, "", { items: [{}] }],
    ["addDeprecated", "POST", "/user/administrator/other/items", { items: [] }, "", { items: [{}] }],
    ["remove", "DELETE", "/user/administrator/other/v2/items/stack/p%2Fs", undefined, "%2Fs"],
    ["removeDeprecated", "DELETE", "/user/administrator/other/items/stack/p%2Fs", undefined, "%2Fs"]
  ]

  for (const [operation, method, below, sent, invalid, invalidSent = sent] of refusals) {
    it(`${operation}: 400, 401, 403 and 404`, async () => {
      const own = await create(`own-${operation}`)
      assert(typeof own !== "string", String(own))
      const mine = below.replace("/other", `/own-${operation}`)
      assert.strictEqual(await send(administrator.token, method, path + mine + invalid, invalidSent), 400)
      assert.strictEqual(await send(undefined, method, path + mine, sent), 401)
      assert.strictEqual(await send(biller.token, method, path + mine, sent), 403)
      assert.strictEqual(await send(administrator.token, method, (path + below).replace(orgName, "nowhere"), sent), 404)
      if (below !== "") assert.strictEqual(await send(administrator.token, method, path + below, sent), 404)
    })
  }

  it("create and update: Conflict for a name that is taken", async () => {
    assert.notStrictEqual(typeof (await create("taken")), "string")
    assert.strictEqual(await create("taken"), "Conflict")
    assert.strictEqual(await send(administrator.token, "PATCH", pathOf("own-list"), { name: "taken" }), 409)
  })
})

describe("policy packs", () => {
  const NOBODY = "pct_p_nobody"
  const org = { orgName: "acme" }
  const pack = (policyPackName: string) => ({ ...org, policyPackName })
  const at = (policyPackName: string, version = "1") => ({ ...pack(policyPackName), version })
  const registered = (name: string, publisher = "acme") => ({ source: "private", publisher, name })
  const tokens = () => ({ publisher: String(publisher.token), member: String(member.token) })

  it("what can't be decoded is a bad request", async () => {
    const authorization = `Bearer ${tokens().publisher}`
    const headers = { authorization, "content-type": "application/json" }
    const version = "/versions/1"
    for (const [method, path, body] of [
      ["GET", "/api/orgs/acme/policypacks?policypack=a%20b"],
      ["DELETE", "/api/orgs/acme/policypacks/a%00b"],
      ["GET", `/api/orgs/acme/policypacks/a%00b${version}`],
      ["DELETE", `/api/orgs/acme/policypacks/a%00b${version}`],
      ["GET", `/api/orgs/acme/policypacks/a%00b${version}/schema`],
      ["GET", "/api/orgs/acme/registry/policypacks/a%00b"],
      ["GET", `/api/registry/policypacks/private/acme/a%00b${version}`],
      ["DELETE", `/api/registry/policypacks/private/acme/a%00b${version}`],
      ["POST", `/api/registry/policypacks/private/acme/any${version}/complete`, "{}"]
    ] as const) {
      const sent = { method, headers, ...(body === undefined ? {} : { body }) }
      const { status } = await recordingFetch(server.url + path, sent)
      assert.strictEqual(status, 400, `${method} ${path}`)
    }
  })

  it("of an organization: every success and refusal", async () => {
    const { member: reader, publisher: writer } = tokens()
    await publishPack(ask, writer, "acme", "policies")
    await publishPack(ask, writer, "acme", "applied")
    await applyPack(server.place.databaseUrl, "acme", "applied", "1")
    const body = { ...samplePack("policies"), versionTag: "5.0.0" }
    const begun = await ask(writer, (client) => client.policyPacks.create({ params: org, payload: body }))
    assert.notStrictEqual(typeof begun, "string")
    const create = (token: string | undefined, payload: typeof body, params = org) =>
      ask(token, (client) => client.policyPacks.create({ params, payload }))
    assert.strictEqual(await create(writer, body), "Conflict")
    assert.strictEqual(await create(writer, { ...body, versionTag: "v1" }), "BadRequest")
    assert.strictEqual(await create(undefined, body), "Unauthorized")
    assert.strictEqual(await create(reader, body), "Forbidden")
    assert.strictEqual(await create(writer, body, { orgName: "nowhere" }), "NotFound")

    const list = (token: string | undefined, params = org, query = {}) =>
      ask(token, (client) => client.policyPacks.list({ params, query }))
    assert.notStrictEqual(typeof (await list(reader)), "string")
    assert.strictEqual(await list(NOBODY), "Unauthorized")
    assert.strictEqual(await list(reader, { orgName: "nowhere" }), "NotFound")

    const reads: ReadonlyArray<
      (client: Client, params: ReturnType<typeof at>) => Effect.Effect<unknown, { _tag: string }>
    > = [
      (client, params) => client.policyPacks.get({ params }),
      (client, params) => client.policyPacks.schema({ params }),
      (client, params) => client.policyPacks.registryGet({ params, query: {} })
    ]
    for (const read of reads) {
      assert.notStrictEqual(typeof (await ask(reader, (client) => read(client, at("policies")))), "string")
      assert.strictEqual(await ask(NOBODY, (client) => read(client, at("policies"))), "Unauthorized")
      assert.strictEqual(await ask(reader, (client) => read(client, at("unknown"))), "NotFound")
    }
    assert.strictEqual(
      await ask(reader, (client) => client.policyPacks.get({ params: at("policies", "2") })),
      "BadRequest"
    )

    const writes: ReadonlyArray<
      (client: Client, params: ReturnType<typeof at>) => Effect.Effect<unknown, { _tag: string }>
    > = [
      (client, params) => client.policyPacks.complete({ params }),
      (client, params) => client.policyPacks.remove({ params }),
      (client, params) => client.policyPacks.removePack({ params })
    ]
    for (const write of writes) {
      assert.strictEqual(await ask(NOBODY, (client) => write(client, at("policies"))), "Unauthorized")
      assert.strictEqual(await ask(reader, (client) => write(client, at("policies"))), "Forbidden")
      assert.strictEqual(await ask(writer, (client) => write(client, at("unknown"))), "NotFound")
    }
    const [complete, remove, removePack] = writes
    assert.strictEqual(await ask(writer, (client) => complete!(client, at("policies"))), "BadRequest")
    assert.strictEqual(await ask(writer, (client) => remove!(client, at("applied"))), "Conflict")
    assert.strictEqual(await ask(writer, (client) => removePack!(client, at("applied"))), "BadRequest")
    assert.isUndefined(await ask(writer, (client) => remove!(client, at("policies"))))
    assert.isUndefined(await ask(writer, (client) => removePack!(client, at("policies"))))
  })

  it("in the registry: every success and refusal", async () => {
    const { member: reader, publisher: writer } = tokens()
    const started = await publishInRegistry(ask, writer, "acme", "registered", "1.0.0")
    assert(typeof started !== "string", String(started))
    assert.strictEqual(await publishInRegistry(ask, writer, "acme", "registered", "1.0.0"), "Conflict")
    assert.strictEqual(await publishInRegistry(ask, writer, "acme", "registered", "one"), "BadRequest")
    assert.strictEqual(await publishInRegistry(ask, reader, "acme", "registered", "2.0.0"), "Forbidden")
    assert.strictEqual(await publishInRegistry(ask, NOBODY, "acme", "registered", "2.0.0"), "Unauthorized")
    assert.strictEqual(await publishInRegistry(ask, writer, "nowhere", "registered", "2.0.0"), "NotFound")

    const version = { ...registered("registered"), version: "1.0.0" }
    const complete = (token: string, operationID: string, params = version) =>
      ask(token, (client) => client.registryPolicyPacks.complete({ params, payload: { operationID } }))
    assert.strictEqual(await complete(writer, started.operationID), "Conflict")
    assert.strictEqual(await complete(writer, crypto.randomUUID()), "NotFound")
    assert.strictEqual(await complete(reader, started.operationID), "Forbidden")
    assert.strictEqual(await complete(NOBODY, started.operationID), "Unauthorized")

    for (const token of [undefined, reader]) {
      const lists = [
        await ask(token, (client) => client.registryPolicyPacks.list({ query: {}, payload: { orgLogin: "acme" } })),
        await ask(token, (client) => client.registryPolicyPacks.listDeprecated({ query: { orgLogin: "acme" } }))
      ]
      for (const list of lists) assert.notStrictEqual(typeof list, "string")
    }
    for (const [token, continuationToken, tag] of [
      [reader, "none", "BadRequest"],
      [NOBODY, undefined, "Unauthorized"]
    ] as const) {
      const query = continuationToken === undefined ? {} : { continuationToken }
      const deprecated = { orgLogin: "acme", ...query }
      const params = registered("registered")
      assert.strictEqual(await ask(token, (client) => client.registryPolicyPacks.list({ query, payload: {} })), tag)
      assert.strictEqual(
        await ask(token, (client) => client.registryPolicyPacks.listDeprecated({ query: deprecated })),
        tag
      )
      assert.strictEqual(await ask(token, (client) => client.registryPolicyPacks.versions({ params, query })), tag)
    }
    const versions = (name: string) =>
      ask(reader, (client) => client.registryPolicyPacks.versions({ params: registered(name), query: {} }))
    assert.notStrictEqual(typeof (await versions("registered")), "string")
    assert.strictEqual(await versions("unknown"), "NotFound")

    const get = (token: string, params = version) => ask(token, (client) => client.registryPolicyPacks.get({ params }))
    assert.notStrictEqual(typeof (await get(reader)), "string")
    assert.strictEqual(await get(NOBODY), "Unauthorized")
    assert.strictEqual(await get(reader, { ...version, name: "unknown" }), "NotFound")

    const remove = (token: string, params = version) =>
      ask(token, (client) => client.registryPolicyPacks.remove({ params }))
    const removePack = (token: string, params = registered("registered")) =>
      ask(token, (client) => client.registryPolicyPacks.removePack({ params }))
    assert.strictEqual(await remove(writer, { ...registered("applied"), version: "1" }), "Conflict")
    assert.strictEqual(await removePack(writer, registered("applied")), "BadRequest")
    for (const token of [NOBODY, reader]) {
      const tag = token === reader ? "Forbidden" : "Unauthorized"
      assert.deepStrictEqual([await remove(token), await removePack(token)], [tag, tag])
    }
    assert.strictEqual(await remove(writer, { ...version, version: "9.0.0" }), "NotFound")
    assert.strictEqual(await removePack(writer, registered("unknown")), "NotFound")
    await publishInRegistry(ask, writer, "acme", "registered", "2.0.0")
    assert.isUndefined(await remove(writer))
    assert.isUndefined(await removePack(writer))
  })
})

describe("the served OpenAPI document", () => {
  it("describes every answer above as it came over the wire", () => {
    const faults = seen.flatMap(({ method, path, reply }) => {
      const operation = server.contract.match(method, path)
      assert(operation !== undefined, `${method} ${path} is not described`)
      const head = method === "HEAD"
      return server.contract
        .faults(operation, reply, { head })
        .map((fault) => `${operation.id} ${reply.status}: ${fault}`)
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
        .filter((answer) => !met.has(answer) && !(readByEveryRole.has(id) && answer.endsWith(" 403")))
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
