/**
 * No token's value is anywhere but in the answer that gave it: not in another answer, the log, the audit log, nor a file
 * or row of the database, wherever callers put it.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Database from "@platform-control/core/database/Database"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { run } from "../cli/commandLine.ts"
import type { Api } from "./Api.ts"
import { type PlaceKind, placeKinds } from "./places.ts"
import { RunningServer } from "./RunningServer.ts"

/** What every value begins with says nothing; any twelve characters of the rest would. */
const partsOf = (value: string) => [value, value.slice(6, 18), value.slice(18, 30), value.slice(30)]

const filesUnder = async (folder: string): Promise<ReadonlyArray<string>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

const rowsOf = (url: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const tables = yield* sql<{ name: string }>`SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public'`
    const rows = yield* Effect.forEach(
      tables,
      ({ name }) => sql`SELECT to_jsonb(whole)::text AS row FROM ${sql(name)} AS whole`
    )
    return JSON.stringify(rows)
  }).pipe(Effect.provide(Database.layer({ url: Redacted.make(url), maxConnections: 1 })), Effect.runPromise)

const suite = (kind: PlaceKind) => {
  let server: RunningServer
  let administrator: Api
  const values: Array<string> = []

  beforeAll(async () => {
    server = await RunningServer.start(kind, { LOG_LEVEL: "Trace" })
    await server.accounts.organization("acme")
    administrator = await server.apiOf("administrator", { memberships: { acme: "admin" } })
  })

  afterAll(() => server?.close())

  const created = async (path: string, body: unknown) => {
    const reply = await administrator.post(path, body)
    assert.strictEqual(reply.status, 200, reply.text)
    const { id, tokenValue } = reply.json as { readonly id: string; readonly tokenValue: string }
    values.push(tokenValue)
    // From now on every answer is searched for it.
    server.accounts.secrets.push(tokenValue)
    return { id, tokenValue }
  }

  it("tokens are made, used, listed, revoked, and put where they do not belong", async () => {
    const own = await created("/api/user/tokens", { description: "own" })
    const machine = await created("/api/orgs/acme/tokens", { name: "machine", description: "", admin: true })
    const { token: refresh } = await server.accounts.userToken("administrator", "refresh")
    values.push(refresh, administrator.token ?? "", own.tokenValue, machine.tokenValue)
    for (const token of [own.tokenValue, machine.tokenValue, refresh]) {
      await server.api(token).get("/api/user")
      await server.api(token).get("/api/orgs/acme/tokens")
      await server.api(`${token}x`).get("/api/user")
    }
    await administrator.get("/api/user/tokens")
    await administrator.get("/api/orgs/acme/tokens?filter=all")
    const value = own.tokenValue
    const owner = { ownerType: "user", ownerName: "administrator" }
    const service = { ...owner, name: "shop", description: "", items: [], properties: [] }
    const misplaced: ReadonlyArray<readonly [method: string, path: string, body?: unknown]> = [
      ["DELETE", `/api/user/tokens/${value}`],
      ["DELETE", `/api/orgs/acme/tokens/${value}`],
      ["GET", `/api/user/tokens?filter=${value}`],
      ["GET", `/api/orgs/acme/tokens?filter=${value}`],
      ["GET", `/api/user/tokens?continuationToken=${value}`],
      ["GET", `/api/${value}`],
      ["POST", "/api/user/tokens", { description: value }],
      ["POST", `/api/user/tokens?reason=${value}`, { description: "" }],
      ["POST", `/api/user/tokens?reason=because%20${value}%20was%20lost`, { description: "" }],
      ["POST", "/api/orgs/acme/tokens", { name: value.slice(0, 40), description: "" }],
      ["POST", "/api/orgs/acme/tokens", { name: `x ${value.slice(0, 30)}`, description: "" }],
      ["POST", "/api/orgs/acme/tokens", { name: "n", description: `my ${value}` }],
      ["POST", "/api/orgs/acme/tokens", { name: "n", description: "", roleID: value }],
      ["POST", "/api/orgs/acme/tokens", { name: "n", description: "", expires: value }],
      ["GET", `/api/orgs/${value}/services`],
      ["GET", `/api/orgs/acme/services/user/${value}/shop`],
      ["GET", `/api/orgs/acme/services/user/administrator/${value}`],
      ["DELETE", `/api/orgs/acme/services/user/administrator/shop/items/${value}/p/s`],
      ["GET", `/api/registry/packages/private/acme/${value}/versions/latest`],
      ["POST", "/api/orgs/acme/services", { ...service, ownerName: value }],
      ["POST", "/api/orgs/acme/services", { ...service, ownerType: value }],
      ["POST", "/api/orgs/acme/services", { ...service, name: value }],
      ["POST", "/api/orgs/acme/services", { ...service, description: `my ${value}` }],
      ["POST", "/api/orgs/acme/services", { ...service, items: [{ type: "stack", name: `p/${value}` }] }],
      ["POST", "/api/orgs/acme/services", { ...service, properties: [{ key: "k", value, type: "text", order: 1 }] }],
      ["POST", "/api/orgs/acme/services", service],
      ["PATCH", "/api/orgs/acme/services/user/administrator/shop", { description: value }],
      [
        "POST",
        "/api/orgs/acme/services/user/administrator/shop/v2/items",
        { items: [{ type: "stack", name: `p/${value}` }] }
      ]
    ]
    const statuses: Array<number> = []
    for (const [method, path, body] of misplaced) {
      const response = await fetch(server.url + path, {
        method,
        headers: {
          authorization: `Bearer ${administrator.token}`,
          ...(body === undefined ? {} : { "content-type": "application/json" })
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      const text = await response.text()
      statuses.push(response.status)
      assert.notInclude(text, value, `${method} ${path}`)
    }
    // A filter is only compared.
    assert.deepStrictEqual(
      statuses.slice(0, 14),
      [404, 404, 200, 400, 400, 404, 400, 400, 400, 400, 400, 400, 400, 400]
    )
    assert.deepStrictEqual(statuses.slice(14), [404, 404, 404, 400, 404, 400, 400, 400, 400, 400, 400, 200, 400, 400])
    assert.strictEqual((await administrator.delete(`/api/user/tokens/${own.id}`)).status, 204)
    assert.strictEqual((await server.api(own.tokenValue).get("/api/user")).status, 401)
  })

  it("the audit log has none of them", async () => {
    const { stdout, stderr } = await run(["audit", "export", "--data", server.place.folder], {
      PLATFORM_CONTROL_DATABASE_URL: server.place.databaseUrl
    })
    assert.include(stdout, "organization-token.create", stderr)
    for (const part of values.flatMap(partsOf)) assert.notInclude(stdout, part)
  })

  it("no file and no row has any of them", async () => {
    await server.terminate()
    const files = await filesUnder(server.place.folder)
    const contents = await Promise.all(files.map((file) => readFile(file)))
    const isFile = server.place.databaseUrl.startsWith("sqlite:")
    const database = isFile
      ? await Promise.all(
          (await filesUnder(join(server.place.databaseUrl.slice(7), ".."))).map((file) => readFile(file))
        )
      : [Buffer.from(await rowsOf(server.place.databaseUrl))]
    assert.isTrue(database.some((bytes) => bytes.includes("machine")))
    for (const part of values.flatMap(partsOf)) {
      assert.isFalse([...contents, ...database].some((bytes) => bytes.includes(part)))
    }
  })

  it("the log has none of them", () => {
    const lines = server.output.split("\n")
    assert.isAbove(lines.length, 10)
    for (const value of new Set(values)) {
      assert.deepStrictEqual(
        lines
          .filter((line) => partsOf(value).some((part) => line.includes(part)))
          .map((line) => line.replaceAll(value, "VALUE")),
        []
      )
    }
  })
}

for (const kind of placeKinds.filter(({ blobs }) => blobs === "files")) {
  describe.skipIf(kind.skip)(`token values: ${kind.name}`, () => {
    suite(kind)
  })
}
