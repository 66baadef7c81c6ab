/** Who may do what: every operation with every kind of credential, two organizations side by side, and no secret told. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { needOf } from "@platform-control/core/Needs"
import { HttpApi } from "effect/http-api"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { ControlPlaneApi } from "../../src/ControlPlaneApi.ts"
import type { Api, ApiReply } from "./Api.ts"
import { madeUpFiles } from "./packageFiles.ts"
import { type PlaceKind, placeKinds, simplePlace } from "./places.ts"
import {
  complete,
  fetchArtifact,
  pathOfVersion,
  pathOfVersions,
  publish,
  start,
  started,
  type VersionName
} from "./publishing.ts"
import { RunningServer } from "./RunningServer.ts"

/** Credentials that stand for nobody: whatever they are used for is refused. */
const refused = ["junk", "unknown", "misspelt", "expired", "revoked", "refresh"] as const

/** Callers, by what they are to the organization `acme`. */
const known = [
  "outsider",
  "member",
  "publisher",
  "registryPublisher",
  "organizationAdmin",
  "siteAdmin",
  "organizationToken",
  "organizationAdminToken"
] as const

const callers = ["nobody", ...refused, ...known] as const
type CallerName = (typeof callers)[number]

/** The status of each known caller, in their order; nobody and the refused ones are the same everywhere. */
interface Expectation {
  readonly what: string
  readonly operation: string
  readonly nobody: 200 | 401
  readonly statuses: Readonly<Record<(typeof known)[number], number>>
  /** A request of its own for every caller. */
  readonly send: (api: Api, fresh: string) => Promise<ApiReply>
}

const everyone = (status: number): Expectation["statuses"] => ({
  outsider: status,
  member: status,
  publisher: status,
  registryPublisher: status,
  organizationAdmin: status,
  siteAdmin: status,
  organizationToken: status,
  organizationAdminToken: status
})

const privateVersion: VersionName = { publisher: "acme", name: "private-thing", version: "1.0.0" }
const publicVersion: VersionName = { source: "platform", publisher: "acme", name: "public-thing", version: "1.0.0" }

/** What can be read of the inside of a version; these have no installation text. */
const documentation = [
  { operation: "docs.docs", path: (name: string) => `docs/${name}:index:Thing`, status: 200 },
  { operation: "docs.examples", path: () => "examples", status: 200 },
  { operation: "docs.installation", path: () => "installation", status: 404 },
  { operation: "docs.nav", path: () => "nav", status: 200 },
  { operation: "docs.readme", path: () => "readme", status: 200 }
]

/** Only people make and revoke tokens, each their own, and those of an organization its administrators. */
const ofUsers = (status: number): Expectation["statuses"] => ({
  ...everyone(status),
  organizationToken: 403,
  organizationAdminToken: 403
})

const ofAdministrators = (status: number): Expectation["statuses"] => ({
  ...everyone(403),
  outsider: 404,
  organizationAdmin: status,
  siteAdmin: status
})

const NO_TOKEN = "00000000-0000-4000-8000-000000000000"

const tokenExpectations: ReadonlyArray<Expectation> = [
  {
    what: "GET own tokens",
    operation: "userTokens.list",
    nobody: 401,
    statuses: ofUsers(200),
    send: (api) => api.get("/api/user/tokens")
  },
  {
    what: "POST a personal token whose expiry is past",
    operation: "userTokens.create",
    nobody: 401,
    statuses: ofUsers(400),
    send: (api) => api.post("/api/user/tokens", { description: "", expires: 1 })
  },
  {
    what: "DELETE a token that is not there",
    operation: "userTokens.delete",
    nobody: 401,
    statuses: ofUsers(404),
    send: (api) => api.delete(`/api/user/tokens/${NO_TOKEN}`)
  },
  {
    what: "GET an organization's tokens",
    operation: "organizationTokens.list",
    nobody: 401,
    statuses: { ...ofAdministrators(200), organizationAdminToken: 200 },
    send: (api) => api.get("/api/orgs/acme/tokens")
  },
  {
    what: "POST an organization's token whose expiry is past",
    operation: "organizationTokens.create",
    nobody: 401,
    statuses: ofAdministrators(400),
    send: (api, fresh) => api.post("/api/orgs/acme/tokens", { name: fresh, description: "", expires: 1 })
  },
  {
    what: "DELETE an organization's token that is not there",
    operation: "organizationTokens.delete",
    nobody: 401,
    statuses: ofAdministrators(404),
    send: (api) => api.delete(`/api/orgs/acme/tokens/${NO_TOKEN}`)
  }
]

const newService = (name: string) => ({
  ownerType: "team",
  ownerName: "nobody",
  name,
  description: "",
  items: [],
  properties: []
})

const servicesPath = "/api/orgs/acme/services"
const noService = `${servicesPath}/user/nobody/nothing`
const noItem = "items/stack/project%2Fname"

/** Everybody who works in the organization may ask; that nobody owns what is not there comes after that. */
const inOrganization = (status: number): Expectation["statuses"] => ({ ...everyone(status), outsider: 404 })

const serviceExpectations: ReadonlyArray<Expectation> = (
  [
    ["list", 200, (api) => api.get(servicesPath)],
    ["create", 404, (api, name) => api.post(servicesPath, newService(name))],
    ["get", 404, (api) => api.get(noService)],
    ["exists", 404, (api) => api.send("HEAD", noService)],
    ["update", 404, (api) => api.send("PATCH", noService, { body: {} })],
    ["delete", 404, (api) => api.delete(noService)]
  ] satisfies ReadonlyArray<readonly [string, number, Expectation["send"]]>
)
  .map(([operation, status, send]): Expectation => ({
    what: `${operation} of services`,
    operation: `services.${operation}`,
    nobody: 401,
    statuses: inOrganization(status),
    send
  }))
  .concat(
    (
      [
        ["add", (api) => api.post(`${noService}/v2/items`, { items: [] })],
        ["remove", (api) => api.delete(`${noService}/v2/${noItem}`)],
        ["addDeprecated", (api) => api.post(`${noService}/items`, { items: [] })],
        ["removeDeprecated", (api) => api.delete(`${noService}/${noItem}`)]
      ] satisfies ReadonlyArray<readonly [string, Expectation["send"]]>
    ).map(([operation, send]) => ({
      what: `${operation} on a service that is not there`,
      operation: `serviceItems.${operation}`,
      nobody: 401,
      statuses: inOrganization(404),
      send
    }))
  )

const packsPath = "/api/registry/policypacks"
const noPack = `${packsPath}/private/acme/no-such-pack`

const newPack = {
  version: "1.0.0",
  displayName: "",
  policies: [{ name: "one", displayName: "", description: "", enforcementLevel: "advisory", message: "" }]
}

/** Whoever may publish for acme finds that there is nothing to change; the others are refused before that. */
const publishers = (allowed: number): Expectation["statuses"] => ({
  ...everyone(allowed),
  outsider: 404,
  member: 403,
  organizationToken: 403
})

const policyExpectations: ReadonlyArray<Expectation> = (
  [
    ["list", 200, everyone(200), (api) => api.post(packsPath, { orgLogin: "acme" })],
    ["listDeprecated", 200, everyone(200), (api) => api.get(`${packsPath}?orgLogin=acme`)],
    ["versions", 401, everyone(404), (api) => api.get(`${noPack}/versions`)],
    ["get", 401, everyone(404), (api) => api.get(`${noPack}/versions/latest`)],
    ["start", 401, publishers(202), (api, name) => api.post(`${packsPath}/private/acme/${name}/versions`, newPack)],
    ["complete", 401, publishers(404), (api) => api.post(`${noPack}/versions/1.0.0/complete`, { operationID: "none" })],
    ["remove", 401, publishers(404), (api) => api.delete(`${noPack}/versions/1.0.0`)],
    ["removePack", 401, publishers(404), (api) => api.delete(noPack)]
  ] satisfies ReadonlyArray<readonly [string, Expectation["nobody"], Expectation["statuses"], Expectation["send"]]>
).map(([operation, nobody, statuses, send]) => ({
  what: `${operation} of policy packs in the registry`,
  operation: `registryPolicyPacks.${operation}`,
  nobody,
  statuses,
  send
}))

const expectations = (publishAs: (version: VersionName) => Promise<string>): ReadonlyArray<Expectation> => {
  const writing = (allowed: number): Expectation["statuses"] => ({
    ...everyone(allowed),
    outsider: 404,
    member: 403,
    organizationToken: 403
  })
  const writingPublic = (allowed: number): Expectation["statuses"] => ({
    ...everyone(403),
    registryPublisher: allowed,
    siteAdmin: allowed
  })
  return [
    {
      what: "GET the list",
      operation: "packages.list",
      nobody: 200,
      statuses: everyone(200),
      send: (api) => api.get("/api/registry/packages")
    },
    {
      what: "GET a private version",
      operation: "packages.get",
      nobody: 401,
      statuses: { ...everyone(200), outsider: 404 },
      send: (api) => api.get(pathOfVersion(privateVersion))
    },
    {
      what: "GET a public version",
      operation: "packages.get",
      nobody: 401,
      statuses: everyone(200),
      send: (api) => api.get(pathOfVersion(publicVersion))
    },
    ...documentation.flatMap(({ operation, path, status }) => [
      {
        what: `GET ${operation} of a private version`,
        operation,
        nobody: 401 as const,
        statuses: { ...everyone(status), outsider: 404 },
        send: (api: Api) => api.get(`${pathOfVersion(privateVersion)}/${path(privateVersion.name)}`)
      },
      {
        what: `GET ${operation} of a public version`,
        operation,
        nobody: 401 as const,
        statuses: everyone(status),
        send: (api: Api) => api.get(`${pathOfVersion(publicVersion)}/${path(publicVersion.name)}`)
      }
    ]),
    {
      what: "POST a start, private",
      operation: "publish.start",
      nobody: 401,
      statuses: writing(202),
      send: (api, fresh) => start(api, { ...privateVersion, name: fresh })
    },
    {
      what: "POST a start, public",
      operation: "publish.start",
      nobody: 401,
      statuses: writingPublic(202),
      send: (api, fresh) => start(api, { ...publicVersion, name: fresh })
    },
    {
      what: "POST a complete whose artifacts are missing, private",
      operation: "publish.complete",
      nobody: 401,
      statuses: writing(400),
      send: async (api, fresh) => {
        const version = { ...privateVersion, name: fresh }
        return complete(api, version, await publishAs(version))
      }
    },
    {
      what: "POST a complete whose artifacts are missing, public",
      operation: "publish.complete",
      nobody: 401,
      statuses: writingPublic(400),
      send: async (api, fresh) => {
        const version = { ...publicVersion, name: fresh }
        return complete(api, version, await publishAs(version))
      }
    },
    {
      what: "DELETE a private version that is not there",
      operation: "packages.delete",
      nobody: 401,
      statuses: { ...writing(404) },
      send: (api, fresh) => api.delete(pathOfVersion({ ...privateVersion, name: fresh }))
    },
    {
      what: "DELETE `latest`, public",
      operation: "packages.delete",
      nobody: 401,
      statuses: writingPublic(400),
      send: (api) => api.delete(pathOfVersion({ ...publicVersion, version: "latest" }))
    },
    {
      what: "GET the caller",
      operation: "user.get",
      nobody: 401,
      statuses: everyone(200),
      send: (api) => api.get("/api/user")
    },
    ...tokenExpectations,
    ...serviceExpectations,
    ...policyExpectations
  ]
}

/** The ids of the operations that stand behind the doors of `core/Needs`, which every role has tried there. */
const ofOrganizationsAndUsers = () => {
  const ids: Array<string> = []
  HttpApi.reflect(ControlPlaneApi, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group }) => {
      const need = needOf(endpoint)
      if (need?._tag === "Organization" || need?._tag === "User" || need?._tag === "Person") {
        ids.push(`${group.identifier}.${endpoint.identifier}`)
      }
    }
  })
  return ids
}

const suite = (kind: PlaceKind) => {
  let server: RunningServer
  const apis = new Map<CallerName, Api>()
  const api = (name: CallerName) => {
    const found = apis.get(name)
    assert(found !== undefined, name)
    return found
  }

  const makeCallers = async () => {
    const { accounts } = server
    await accounts.organization("acme")
    await accounts.organization("other")
    const users = {
      outsider: { memberships: { other: "admin" } },
      member: { memberships: { acme: "member" } },
      publisher: { memberships: { acme: "publisher" } },
      registryPublisher: { registryAdmin: true, memberships: { acme: "publisher" } },
      organizationAdmin: { memberships: { acme: "admin" } },
      siteAdmin: { siteAdmin: true }
    } as const
    for (const [name, rights] of Object.entries(users)) {
      apis.set(name as keyof typeof users, await server.apiOf(name, rights))
    }
    apis.set("organizationToken", server.api(await accounts.organizationToken("acme", false)))
    apis.set("organizationAdminToken", server.api(await accounts.organizationToken("acme", true)))
    const expired = await accounts.userToken("organizationAdmin", "personal")
    await accounts.expire(expired.id)
    const revoked = await accounts.userToken("organizationAdmin", "personal")
    await accounts.revoke(revoked.id)
    const refresh = await accounts.userToken("organizationAdmin", "refresh")
    const valid = api("organizationAdmin").token ?? ""
    const last = valid.endsWith("0") ? "1" : "0"
    apis.set("nobody", server.api())
    apis.set("junk", server.api("not-a-token-at-all"))
    // The form and the checksum of a token that another server gave out.
    apis.set("unknown", server.api("pct_p_000000000000000000000000000000000000"))
    apis.set("misspelt", server.api(`${valid.slice(0, -1)}${last}`))
    apis.set("expired", server.api(expired.token))
    apis.set("revoked", server.api(revoked.token))
    apis.set("refresh", server.api(refresh.token))
  }

  beforeAll(async () => {
    server = await RunningServer.start(kind)
    await makeCallers()
    for (const version of [privateVersion, publicVersion]) {
      const reply = await publish(api("siteAdmin"), version, madeUpFiles(version.name, version.version))
      assert.strictEqual(reply.status, 201, reply.text)
    }
  })

  afterAll(() => server?.close())

  const pending = async (version: VersionName) => (await started(api("siteAdmin"), version)).operationID
  const table = expectations(pending)

  for (const { nobody, send, statuses, what } of table) {
    describe(`${what} on ${kind.name}`, () => {
      for (const caller of callers) {
        const isKnown = (name: CallerName): name is (typeof known)[number] => name in statuses
        const status = isKnown(caller) ? statuses[caller] : caller === "nobody" ? nobody : 401
        it(`${status} for ${caller}`, async () => {
          const fresh = `fresh-${table.findIndex((row) => row.what === what)}-${caller}`
          const reply = await send(api(caller), fresh)
          assert.strictEqual(reply.status, status, reply.text)
          if (status === 401) assert.match(reply.headers.get("www-authenticate") ?? "", /^Bearer/)
          if (status === 403)
            assert.match(reply.text, /RegistryPublish|TokensRead|TokensManage|personal access token|token of a user/)
        })
      }
    })
  }

  it("the table above has every operation of the served document, but those that test/permissions asks for", () => {
    // The exchange looks at no credential, and has tests of its own.
    const covered = new Set([
      ...table.map(({ operation }) => operation),
      ...ofOrganizationsAndUsers(),
      "exchange.exchange"
    ])
    assert.deepStrictEqual(
      server.contract.operations.map(({ id }) => id).filter((id) => !covered.has(id)),
      []
    )
  })

  describe("the Authorization header", () => {
    const status = (authorization: string) =>
      server
        .api()
        .get("/api/user", { authorization })
        .then((reply) => reply.status)

    it("200 for the schemes Bearer and token, in any case", async () => {
      const token = api("member").token
      for (const scheme of ["Bearer", "bearer", "BEARER", "token", "Token"]) {
        assert.strictEqual(await status(`${scheme} ${token}`), 200, scheme)
      }
    })

    it("401 for other schemes, no scheme, two words, and nothing", async () => {
      const token = api("member").token ?? ""
      for (const value of [token, `Basic ${token}`, `Bearer ${token} x`, "Bearer", "token", ",", `Bearer,${token}`]) {
        assert.strictEqual(await status(value), 401, value)
      }
    })

    it("401 on the open list too, when the credential is not valid", async () => {
      for (const caller of refused) {
        assert.strictEqual((await api(caller).get("/api/registry/packages")).status, 401, caller)
      }
    })
  })

  describe("two organizations", () => {
    const theirs: VersionName = { publisher: "other", name: "private-thing", version: "1.0.0" }

    it("see only their own private packages, in the list, by search and by every filter", async () => {
      const reply = await publish(api("outsider"), theirs, madeUpFiles(theirs.name, theirs.version, "theirs"))
      assert.strictEqual(reply.status, 201)
      const queries = ["", "?search=private-thing", "?name=private-thing", "?visibility=private", "?sort=publishedAt"]
      for (const [caller, own] of [
        ["member", "acme"],
        ["outsider", "other"],
        ["organizationToken", "acme"]
      ] as const) {
        for (const query of queries) {
          const { packages } = (await api(caller).get(`/api/registry/packages${query}`)).json as {
            readonly packages: ReadonlyArray<{ readonly publisher: string; readonly visibility: string }>
          }
          const seen = packages.filter(({ visibility }) => visibility === "private").map(({ publisher }) => publisher)
          assert.deepStrictEqual([...new Set(seen)], [own], `${caller} ${query}`)
        }
      }
    })

    it("404 for everything of the other one, also with an operation of their own", async () => {
      const mine = await started(api("outsider"), { ...theirs, version: "2.0.0" })
      const target = { ...privateVersion, version: "2.0.0" }
      for (const reply of [
        await api("outsider").get(pathOfVersion(privateVersion)),
        await api("outsider").get(`${pathOfVersions(privateVersion)}/latest`),
        await start(api("outsider"), target),
        await complete(api("outsider"), target, mine.operationID),
        await api("outsider").delete(pathOfVersion(privateVersion))
      ]) {
        assert.strictEqual(reply.status, 404, reply.text)
        assert.notInclude(reply.text, "RegistryPublish")
      }
      assert.strictEqual((await api("member").get(pathOfVersion(privateVersion))).status, 200)
    })

    it("404 for the artifacts of the other one", async () => {
      const { schemaURL } = (await api("member").get(pathOfVersion(privateVersion))).json as { schemaURL: string }
      assert(Buffer.isBuffer(await fetchArtifact(api("member"), schemaURL)))
      assert.strictEqual(await fetchArtifact(api("outsider"), schemaURL), 404)
      assert.include([401, 404], await fetchArtifact(api("nobody"), schemaURL))
    })

    it("an answer to an unknown organization and to one that is not seen differ in nothing", async () => {
      const [hidden, absent] = await Promise.all([
        start(api("outsider"), { ...privateVersion, version: "3.0.0" }),
        start(api("outsider"), { publisher: "nowhere", name: privateVersion.name, version: "3.0.0" })
      ])
      assert.strictEqual(hidden.status, absent.status)
      assert.strictEqual(hidden.text.replaceAll("acme", "nowhere"), absent.text)
    })
  })

  const filesUnder = async (folder: string): Promise<ReadonlyArray<string>> => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  }

  /** Has to stay the last test of this suite. */
  it("no token stands in the log or in any file of the server", async () => {
    const { secrets } = server.accounts
    assert(secrets.length > callers.length - 5)
    await server.terminate()
    const databaseFile = server.place.databaseUrl.replace(/^sqlite:/, "")
    const folders = [server.place.folder, ...(databaseFile.startsWith("/") ? [join(databaseFile, "..")] : [])]
    const files = (await Promise.all(folders.map(filesUnder))).flat()
    const contents = await Promise.all(files.map(async (file) => [file, await readFile(file)] as const))
    for (const [where, bytes] of [["the log", Buffer.from(server.output)] as const, ...contents]) {
      for (const secret of secrets) assert.strictEqual(bytes.indexOf(secret), -1, `a token in ${where}`)
    }
    assert.notMatch(server.output, /signature=/, "the signature of an upload location is in the log")
    assert.match(server.output, /api\/registry\/packages/, "the log names requests, so it can be searched")
  })
}

for (const kind of placeKinds.filter(({ blobs }) => blobs === "files"))
  describe.skipIf(kind.skip)(`authorization: ${kind.name}`, () => {
    suite(kind)
  })

describe("the setting that opens public packages to anonymous readers", () => {
  let server: RunningServer

  beforeAll(async () => {
    server = await RunningServer.start(simplePlace(), { ANONYMOUS_READS: "true" })
    await server.accounts.organization("acme")
    const administrator = await server.apiOf("administrator", { siteAdmin: true })
    for (const version of [privateVersion, publicVersion]) {
      const reply = await publish(administrator, version, madeUpFiles(version.name, version.version))
      assert.strictEqual(reply.status, 201, reply.text)
    }
  })

  afterAll(() => server?.close())

  it("200 for a public version, 404 for a private one, and 401 for whatever changes something", async () => {
    const anyone = server.api()
    assert.strictEqual((await anyone.get(pathOfVersion(publicVersion))).status, 200)
    assert.strictEqual((await anyone.get(pathOfVersion(privateVersion))).status, 404)
    for (const { path, status } of documentation) {
      const open = await anyone.get(`${pathOfVersion(publicVersion)}/${path(publicVersion.name)}`)
      assert.strictEqual(open.status, status, open.text)
      const hidden = await anyone.get(`${pathOfVersion(privateVersion)}/${path(privateVersion.name)}`)
      assert.strictEqual(hidden.status, 404, hidden.text)
    }
    assert.strictEqual((await start(anyone, publicVersion)).status, 401)
    assert.strictEqual((await complete(anyone, publicVersion, "x")).status, 401)
    assert.strictEqual((await anyone.delete(pathOfVersion(publicVersion))).status, 401)
    assert.strictEqual((await anyone.get("/api/user")).status, 401)
  })

  it("401 for a credential that is not valid, though none would do", async () => {
    assert.strictEqual((await server.api("junk").get(pathOfVersion(publicVersion))).status, 401)
  })
})
