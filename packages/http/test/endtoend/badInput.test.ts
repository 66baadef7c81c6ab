/** Whatever is sent, the server answers in the decided form, stays up, tells no secret, and nothing has changed. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { gunzipSync } from "node:zlib"
import type { Api } from "./Api.ts"
import type { ApiContract, Operation } from "./ApiContract.ts"
import { badRequest } from "./badRequests.ts"
import { isFullRun } from "./fullRun.ts"
import { madeUpFiles } from "./packageFiles.ts"
import { type PlaceKind, placeKinds } from "./places.ts"
import { pathOfVersion, publish, started, type VersionName } from "./publishing.ts"
import { RawConnection, type RawReply } from "./RawConnection.ts"
import { bytesOf, isUnfinished, type RawRequest, spoilsConnection } from "./RawRequest.ts"
import { RunningServer } from "./RunningServer.ts"

const REQUESTS = isFullRun ? 50_000 : 2_500
const CONNECTIONS = 48

const versions: ReadonlyArray<VersionName> = [
  { source: "private", publisher: "acme", name: "alpha", version: "1.0.0" },
  { source: "private", publisher: "acme", name: "alpha", version: "1.1.0" },
  { source: "platform", publisher: "acme", name: "beta", version: "1.0.0" }
]

const parameters = (where: "path" | "query", ...names: ReadonlyArray<string>) =>
  names.map((name) => ({ name, in: where, schema: {} }))

const undescribed = (method: string, template: string, query: ReadonlyArray<string> = []): Operation => ({
  id: `${method} ${template}`,
  method,
  template,
  parameters: parameters("query", ...query),
  body: undefined,
  responses: new Map()
})

/** What the server answers besides the operations of its document. */
const furtherRoutes: ReadonlyArray<Operation> = [
  undescribed("PUT", "/blobs/{key}", ["expires", "maxBytes", "signature"]),
  undescribed("GET", "/blobs/{key}", ["expires", "type", "signature"]),
  undescribed("GET", "/artifacts/{source}/{publisher}/{name}/{version}/{file}"),
  ...["/healthz", "/readyz", "/metrics", "/openapi.json"].map((path) => undescribed("GET", path))
]

const textOf = ({ body, headers }: RawReply) =>
  (headers.get("content-encoding") === "gzip" ? gunzipSync(body) : body).toString()

/** Everything that a client can see. */
const snapshot = async (api: Api) => ({
  list: (await api.get("/api/registry/packages?limit=500")).json,
  versions: await Promise.all(versions.map(async (version) => (await api.get(pathOfVersion(version))).json))
})

const described = (request: RawRequest) =>
  JSON.stringify({ ...request, body: request.body?.subarray(0, 500).toString("latin1") })

/** Values that no answer may repeat, of tokens and of texts that only look like one. */
const credentialsIn = (request: RawRequest) =>
  request.headers.flatMap(([name, value]) => (name === "Authorization" && value.length > 20 ? [value.slice(7)] : []))

const faultsOf = (contract: ApiContract, request: RawRequest, reply: RawReply): ReadonlyArray<string> => {
  const head = request.method === "HEAD"
  const text = textOf(reply)
  const operation = contract.match(head ? "GET" : request.method, request.target)
  const faults = contract.faults(operation, { ...reply, text }, { head })
  const said = [text, ...reply.headers.values()].join("\n")
  if (credentialsIn(request).some((credential) => said.includes(credential))) faults.push("the credential is repeated")
  if (reply.status === 405 && !reply.headers.has("allow")) faults.push("405 without Allow")
  if (reply.status === 401 && !reply.headers.has("www-authenticate")) faults.push("401 without WWW-Authenticate")
  return faults
}

const suite = (kind: PlaceKind) => {
  let server: RunningServer
  let administrator: Api
  let credentials: ReadonlyArray<string>
  let samples: Readonly<Record<string, string>>

  beforeAll(async () => {
    server = await RunningServer.start(kind)
    await server.accounts.organization("acme")
    administrator = await server.apiOf("administrator", { siteAdmin: true, registryAdmin: true })
    const member = await server.accounts.user("member", { memberships: { acme: "member" } })
    const publisher = await server.accounts.user("publisher", { memberships: { acme: "publisher" } })
    const refresh = await server.accounts.userToken("member", "refresh")
    const root = administrator.token ?? ""
    const valid = [root, publisher.token, member.token]
    credentials = [...valid, ...valid, ...valid, root, refresh.token, `${root.slice(0, -1)}_`]
    for (const version of versions) {
      assert.strictEqual(
        (await publish(administrator, version, madeUpFiles(version.name, version.version))).status,
        201
      )
    }
    const { operationID } = await started(administrator, { publisher: "acme", name: "alpha", version: "9.9.9" })
    const page = (await administrator.get("/api/registry/packages?limit=1")).json as { continuationToken: string }
    samples = {
      operationID,
      source: "private",
      publisher: "acme",
      name: "alpha",
      orgLogin: "acme",
      limit: "2",
      asc: "true",
      file: "schema.json",
      expires: "9999999999",
      maxBytes: "1000",
      signature: "x",
      continuationToken: page.continuationToken
    }
  })

  afterAll(() => server?.close())

  /** What changes something is aimed at a version that does not exist. */
  const sampleOf = (operation: Operation, name: string) =>
    name === "version" ? (operation.method === "GET" ? "1.0.0" : "9.9.9") : (samples[name] ?? "alpha")

  it(`answers ${REQUESTS} requests that break something, and nothing has changed`, async () => {
    const before = await snapshot(administrator)
    const connections = Array.from({ length: CONNECTIONS }, () => new RawConnection(server.port))
    const statuses = new Map<string, number>()
    const count = { sent: 0 }

    // A kept connection may be closing just when it is used again (RFC 9112, 9.3.1); a new one has to be answered.
    const onNewConnection = async (...exchange: Parameters<RawConnection["exchange"]>) => {
      const connection = new RawConnection(server.port)
      const reply = await connection.exchange(...exchange)
      connection.close()
      return reply
    }

    const send = async (request: RawRequest, connection: RawConnection) => {
      const unfinished = isUnfinished(request)
      const options = { head: request.method === "HEAD", unfinished }
      const bytes = bytesOf(request, `127.0.0.1:${server.port}`)
      const first = await connection.exchange(bytes, options)
      const reply = first ?? (unfinished ? undefined : await onNewConnection(bytes, options))
      if (spoilsConnection(request)) connection.close()
      count.sent += 1
      const status = String(reply?.status ?? "none")
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const faults = reply === undefined ? (unfinished ? [] : ["no answer"]) : faultsOf(server.contract, request, reply)
      if (faults.length === 0) return
      const answer = reply === undefined ? "nothing" : `${reply.status} ${textOf(reply)}`
      throw new Error(`${faults.join("; ")}: ${described(request)} was answered ${answer}`)
    }

    const { operations } = server.contract
    const batch = fc.array(badRequest([...operations, ...operations, ...furtherRoutes], sampleOf, credentials), {
      minLength: 1,
      maxLength: CONNECTIONS,
      size: "max"
    })
    const property = fc.asyncProperty(batch, async (requests) => {
      const outcomes = await Promise.allSettled(
        requests.map((request, index) => send(request, connections[index] ?? new RawConnection(server.port)))
      )
      for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason
    })
    const began = performance.now()
    // A fault names its one request already: nothing is left to shrink.
    do await fc.assert(property, { numRuns: 20, endOnFailure: true })
    while (count.sent < REQUESTS)
    const seconds = (performance.now() - began) / 1000
    for (const connection of connections) connection.close()
    console.log(
      `${kind.name}: ${count.sent} requests in ${seconds.toFixed(1)} s, ${Math.round(count.sent / seconds)}/s;`,
      Object.fromEntries([...statuses].toSorted(([one], [other]) => Number(one) - Number(other)))
    )
    assert.deepStrictEqual(await snapshot(administrator), before)
    assert.notMatch(server.output, /"level":"(?:ERROR|FATAL)"/i, "the log has a fault")
  }, 600_000)
}

for (const kind of placeKinds.filter(({ blobs }) => blobs === "files"))
  describe.skipIf(kind.skip)(`bad input: ${kind.name}`, () => {
    suite(kind)
  })
