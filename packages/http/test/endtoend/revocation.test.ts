/** What is taken away from a caller is gone with the very next request, on every connection. The server runs in process. */
import { Members, Organizations, Tokens, Users } from "@platform-control/admin/server"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, ManagedRuntime, Redacted } from "effect"
import { HttpServer } from "effect/http"
import { randomUUID } from "node:crypto"
import * as Server from "../../src/Server.ts"
import { config } from "../../src/ServerConfig.ts"
import { type PlaceKind, placeKinds, type ServerPlace } from "./places.ts"
import { RawConnection } from "./RawConnection.ts"
import { bytesOf } from "./RawRequest.ts"

const CONNECTIONS = 8
const ROUNDS = 10

const configOf = (place: ServerPlace) => {
  const env = Object.fromEntries(
    Object.entries({ ...place.settings, HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "None" }).map(([name, value]) => [
      `PLATFORM_CONTROL_${name}`,
      value
    ])
  )
  return Effect.provideService(config, ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))
}

const requestWith = (method: string, target: string, token: string) =>
  bytesOf(
    {
      method,
      target,
      version: "HTTP/1.1",
      headers: [["Authorization", `Bearer ${token}`]],
      body: undefined,
      framing: "length"
    },
    "127.0.0.1"
  )

const makeServer = async (place: ServerPlace) => {
  const runtime = ManagedRuntime.make(Server.layer(await Effect.runPromise(configOf(place))))
  const { address } = await runtime.runPromise(HttpServer.HttpServer)
  return { runtime, port: "port" in address ? address.port : 0 }
}

const suite = (kind: PlaceKind) => {
  let place: ServerPlace
  let server: Awaited<ReturnType<typeof makeServer>>
  let connections: ReadonlyArray<RawConnection>

  beforeAll(async () => {
    place = await kind.make()
    server = await makeServer(place)
    connections = Array.from({ length: CONNECTIONS }, () => new RawConnection(server.port))
    await server.runtime.runPromise(
      Effect.flatMap(Organizations, (organizations) => organizations.create({ name: "acme" }))
    )
  })

  afterAll(async () => {
    for (const connection of connections ?? []) connection.close()
    await server?.runtime.dispose()
    await place?.release()
  })

  const makeUser = () =>
    server.runtime.runPromise(
      Effect.gen(function* () {
        const login = `u${randomUUID()}`
        const user = yield* (yield* Users).create({ login })
        yield* (yield* Members).add("acme", login, "member")
        yield* (yield* Members).setRegistryPublish("acme", login, true)
        const { id, value } = yield* (yield* Tokens).create({
          kind: "personal",
          userId: user.id,
          description: "",
          expiresAt: 0,
          createdBy: login
        })
        return { login, id, token: Redacted.value(value) }
      })
    )

  const statusesOf = (method: string, target: string, token: string) =>
    Promise.all(
      connections.map(async (connection) => (await connection.exchange(requestWith(method, target, token)))?.status)
    )

  const all = (status: number) => connections.map(() => status)

  it(`401 for the first request after a revocation on ${CONNECTIONS} keep-alive connections`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, token } = await makeUser()
      assert.deepStrictEqual(await statusesOf("GET", "/api/user", token), all(200))
      await server.runtime.runPromise(Effect.flatMap(Tokens, (tokens) => tokens.revoke(id)))
      assert.deepStrictEqual(await statusesOf("GET", "/api/user", token), all(401))
    }
  })

  it("401 for every request that begins after a revocation which others were under way with", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id, token } = await makeUser()
      let revoked = false
      const late: Array<number | undefined> = []
      const callers = connections.map(async (connection) => {
        while (late.length < CONNECTIONS) {
          const isLate = revoked
          const reply = await connection.exchange(requestWith("GET", "/api/user", token))
          if (isLate) late.push(reply?.status)
        }
      })
      await server.runtime.runPromise(Effect.flatMap(Tokens, (tokens) => tokens.revoke(id)))
      revoked = true
      await Promise.all(callers)
      assert.deepStrictEqual([...new Set(late)], [401])
    }
  })

  it("403 for the first request after RegistryPublish was taken away, 404 after the membership was", async () => {
    const target = "/api/registry/packages/private/acme/thing/versions/latest"
    const { login, token } = await makeUser()
    assert.deepStrictEqual(await statusesOf("DELETE", target, token), all(400))
    await server.runtime.runPromise(
      Effect.flatMap(Members, (members) => members.setRegistryPublish("acme", login, false))
    )
    assert.deepStrictEqual(await statusesOf("DELETE", target, token), all(403))
    await server.runtime.runPromise(Effect.flatMap(Members, (members) => members.remove("acme", login)))
    assert.deepStrictEqual(await statusesOf("DELETE", target, token), all(404))
  })

  it("401 for the first request after a revocation by another server on the same database", async () => {
    const other = await makeServer(place)
    for (let round = 0; round < ROUNDS; round++) {
      const { id, token } = await makeUser()
      assert.deepStrictEqual(await statusesOf("GET", "/api/user", token), all(200))
      await other.runtime.runPromise(Effect.flatMap(Tokens, (tokens) => tokens.revoke(id)))
      assert.deepStrictEqual(await statusesOf("GET", "/api/user", token), all(401))
    }
    await other.runtime.dispose()
  })
}

for (const kind of placeKinds.filter(({ blobs }) => blobs === "files"))
  describe.skipIf(kind.skip)(`revocation: ${kind.name}`, () => {
    suite(kind)
  })
