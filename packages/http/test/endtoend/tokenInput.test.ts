/** Every field of every request about access tokens, with whatever does not belong there. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Api } from "./Api.ts"
import { type PlaceKind, placeKinds } from "./places.ts"
import { RunningServer } from "./RunningServer.ts"

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

/** Of no type that any field has. */
const wrongTypes: ReadonlyArray<unknown> = [null, {}, [], [1], { toString: "x" }, nested(500)]

const notTexts: ReadonlyArray<unknown> = [...wrongTypes, 0, 1.5, true]
const notNumbers: ReadonlyArray<unknown> = [...wrongTypes, "", "0", "1e3", true, 1.5, -0.1]
const notFlags: ReadonlyArray<unknown> = [...wrongTypes, "true", 1, 0]

const badTexts = ["\0", "a\0b", "\uD800", "\uDFFF text", "x".repeat(5000), "🙂".repeat(2000)]
const badTimes = [-1, 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 1e300, 99_999_999_999, 2 ** 31 - 2 ** 30]

/** Texts that are only unusual. */
const oddTexts = [
  "",
  " ",
  "\u202E\u0007",
  "e\u0301",
  "\uFEFF",
  "'; DROP TABLE admin_tokens; --",
  "%00",
  "${1}",
  "__proto__"
]

/** The fields of the bodies: what each refuses. */
const fields: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  description: [...notTexts, ...badTexts],
  name: [...notTexts, ...badTexts, "", "   ", "x".repeat(41)],
  admin: notFlags,
  expires: [...notNumbers, ...badTimes],
  roleID: [...notTexts, ...badTexts, "", "Admin", "toString", "__proto__", "member "]
}

const suite = (kind: PlaceKind) => {
  let server: RunningServer
  let api: Api
  const ORGANIZATION = "/api/orgs/acme/tokens"
  const USER = "/api/user/tokens"

  beforeAll(async () => {
    server = await RunningServer.start(kind)
    await server.accounts.organization("acme")
    api = await server.apiOf("admin", { memberships: { acme: "admin" } })
  })

  afterAll(() => server?.close())

  const total = async () => {
    const lists = await Promise.all([`${ORGANIZATION}?filter=all`, USER].map((path) => api.get(path)))
    return lists.map(({ json }) => (json as { readonly tokens: ReadonlyArray<unknown> }).tokens.length)
  }

  for (const [field, values] of Object.entries(fields)) {
    it(`400 that names body.${field} or token.${field}, and nothing is made`, async () => {
      const before = await total()
      for (const path of field === "description" || field === "expires" ? [ORGANIZATION, USER] : [ORGANIZATION]) {
        for (const [index, value] of values.entries()) {
          const reply = await api.post(path, { name: `${field} ${index}`, description: "", [field]: value })
          assert.strictEqual(reply.status, 400, `${path} ${JSON.stringify(value).slice(0, 80)}: ${reply.text}`)
          assert.match(reply.text, new RegExp(`(?:body|token)\\.${field}`))
        }
      }
      assert.deepStrictEqual(await total(), before)
    })
  }

  it("400 for a body without its required fields, and for what is no object", async () => {
    for (const body of [{}, { name: "x" }, { description: "x" }, [], "text", 1, null, true]) {
      assert.strictEqual((await api.post(ORGANIZATION, body)).status, 400, JSON.stringify(body))
    }
    for (const body of [{}, { expires: 0 }, [], "text", 1, null, true]) {
      assert.strictEqual((await api.post(USER, body)).status, 400, JSON.stringify(body))
    }
  })

  it("200 for texts that are only unusual: they come back as they were sent", async () => {
    for (const description of oddTexts) {
      const { json, status } = await api.post(USER, { description, unknown: { field: 1 } })
      assert.strictEqual(status, 200, JSON.stringify(description))
      const { id, tokenValue } = json as { readonly id: string; readonly tokenValue: string }
      server.accounts.secrets.push(tokenValue)
      const list = await api.get(`${USER}?filter=${encodeURIComponent(description)}`)
      const { tokens } = list.json as { readonly tokens: ReadonlyArray<{ id: string; description: string }> }
      assert.strictEqual(tokens.find((token) => token.id === id)?.description, description)
    }
  })

  it("400 for a query that can't be", async () => {
    const bad = [
      "maxResults=0",
      "maxResults=1001",
      "maxResults=-1",
      "maxResults=1.5",
      "maxResults=x",
      "maxResults=",
      "maxResults=1&maxResults=2",
      "continuationToken=",
      "continuationToken=junk",
      `continuationToken=${"A".repeat(5000)}`
    ]
    for (const path of [ORGANIZATION, USER]) {
      for (const query of bad) assert.strictEqual((await api.get(`${path}?${query}`)).status, 400, `${path}?${query}`)
    }
    for (const filter of ["Active", "expired,all", "null"]) {
      assert.strictEqual((await api.get(`${ORGANIZATION}?filter=${filter}`)).status, 400, filter)
    }
    for (const reason of ["%00", "a%00b", "x".repeat(1025)]) {
      const { status } = await api.send("POST", `${USER}?reason=${reason}`, { body: { description: "" } })
      assert.strictEqual(status, 400, reason.slice(0, 20))
    }
  })

  it("404 for organizations and ids that can't be, whatever is in them", async () => {
    for (const name of ["..", "%00", "a%2Fb", "%F0%9F%99%82", "x".repeat(2000), "acme%20", "ACME", "__proto__"]) {
      assert.include([400, 404], (await api.get(`/api/orgs/${name}/tokens`)).status, name)
      assert.include([400, 404], (await api.delete(`${ORGANIZATION}/${name}`)).status, name)
      assert.include([400, 404], (await api.delete(`${USER}/${name}`)).status, name)
    }
  })
}

for (const kind of placeKinds.filter(({ blobs }) => blobs === "files")) {
  describe.skipIf(kind.skip)(`requests about access tokens: ${kind.name}`, () => {
    suite(kind)
  })
}
