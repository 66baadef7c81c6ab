/**
 * Several server processes on one database: what one of them has revoked, none of them accepts any more. Each request
 * after a revocation is one that a cache, kept warm in every process, would answer with 200.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { vi } from "vitest"
import { Accounts } from "./Accounts.ts"
import { type PlaceKind, placeKinds, type ServerPlace } from "./places.ts"
import { freePort, ServerProcess } from "./ServerProcess.ts"

const PROCESSES = 3
const ROUNDS = 15

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

/** A text field of a JSON body. */
const fieldOf = (body: unknown, name: string): string => (isRecord(body) ? String(body[name]) : "")

const suite = (kind: PlaceKind) => {
  let place: ServerPlace
  let accounts: Accounts
  let servers: ReadonlyArray<ServerProcess> = []
  let administrator: string

  beforeAll(async () => {
    place = await kind.make()
    const settings = { ...place.settings, RATE_LIMIT: "false", LOG_LEVEL: "Error" }
    const first = new ServerProcess(await freePort(), settings)
    servers = [first]
    await first.ready()
    const others = await Promise.all(
      Array.from({ length: PROCESSES - 1 }, async () => new ServerProcess(await freePort(), settings))
    )
    servers = [first, ...others]
    await Promise.all(others.map((server) => server.ready()))
    accounts = new Accounts(place.databaseUrl)
    await accounts.organization("acme")
    administrator = (await accounts.user("administrator", { memberships: { acme: "admin" } })).token
  })

  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop("SIGKILL")))
    await accounts?.close()
    await place?.release()
  })

  const ask = (server: ServerProcess, token: string, path = "/api/user", init: RequestInit = {}) =>
    fetch(server.url + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } })

  const statuses = (token: string, path?: string) =>
    Promise.all(
      servers.map(async (server) => {
        const response = await ask(server, token, path)
        await response.arrayBuffer()
        return response.status
      })
    )

  const create = async (server: ServerProcess, path: string, body: unknown) => {
    const response = await ask(server, administrator, path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    const created: unknown = await response.json()
    assert.strictEqual(response.status, 200, JSON.stringify(created))
    return { id: fieldOf(created, "id"), token: fieldOf(created, "tokenValue") }
  }

  const revoke = async (server: ServerProcess, path: string) => {
    const response = await ask(server, administrator, path, { method: "DELETE" })
    assert.strictEqual(response.status, 204)
  }

  const everywhere = (status: number) => servers.map(() => status)

  it("401 from every process for the first request after DELETE user token was answered", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const server = servers[round % servers.length]!
      const { id, token } = await create(server, "/api/user/tokens", { description: `round ${round}` })
      assert.deepStrictEqual(await statuses(token), everywhere(200))
      assert.deepStrictEqual(await statuses(token), everywhere(200))
      await revoke(server, `/api/user/tokens/${id}`)
      assert.deepStrictEqual(await statuses(token), everywhere(401))
    }
  })

  it("401 from every process for the first request after DELETE organization token was answered", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const server = servers[round % servers.length]!
      const token = await create(server, "/api/orgs/acme/tokens", { name: `round ${round}`, description: "" })
      assert.deepStrictEqual(await statuses(token.token), everywhere(200))
      await revoke(server, `/api/orgs/acme/tokens/${token.id}`)
      assert.deepStrictEqual(await statuses(token.token), everywhere(401))
    }
  })

  it("401 for every request that begins after the answer, while callers ask every process all the time", async () => {
    const { id, token } = await create(servers[0]!, "/api/user/tokens", { description: "under load" })
    let revoked = false
    let early = 0
    let late = 0
    const wrong: Array<number> = []
    const callers = servers.flatMap((server) =>
      [1, 2].map(async () => {
        for (let after = 0; after < 20;) {
          const isLate = revoked
          const response = await ask(server, token)
          await response.arrayBuffer()
          if (!isLate) {
            early++
            continue
          }
          after++
          late++
          if (response.status !== 401) wrong.push(response.status)
        }
      })
    )
    await vi.waitFor(() => assert.isAtLeast(early, PROCESSES * 20), { timeout: 10_000 })
    await revoke(servers[1]!, `/api/user/tokens/${id}`)
    revoked = true
    await Promise.all(callers)
    assert.isAtLeast(late, PROCESSES * 2 * 20)
    assert.deepStrictEqual(wrong, [])
  })

  it("401 from every process once another program on the database has revoked", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { token, tokenId } = await accounts.user(`other-program-${round}`)
      assert.deepStrictEqual(await statuses(token), everywhere(200))
      await accounts.revoke(tokenId)
      assert.deepStrictEqual(await statuses(token), everywhere(401))
    }
  })

  it("answers a revocation within seconds when another process was killed, and no process accepts the token", async () => {
    const { id, token } = await create(servers[0]!, "/api/user/tokens", { description: "killed" })
    assert.deepStrictEqual(await statuses(token), everywhere(200))
    const killed = servers[2]!
    await killed.stop("SIGKILL")
    const beganAt = performance.now()
    await revoke(servers[0]!, `/api/user/tokens/${id}`)
    assert.isBelow(performance.now() - beganAt, 5000)
    servers = servers.filter((server) => server !== killed)
    assert.deepStrictEqual(await statuses(token), everywhere(401))
  })
}

for (const kind of placeKinds.filter(({ blobs }) => blobs === "files")) {
  describe.skipIf(kind.skip)(`revocation among ${PROCESSES} processes: ${kind.name}`, () => {
    suite(kind)
  })
}
