/** Services, token exchange and policy packs leave one entry for each write, and none where a write is refused or undone. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type AuditEntry, Issuers, Tokens, Users } from "@platform-control/admin/server"
import { samplePack, sampleArchive } from "@platform-control/policy/testing"
import { PolicyGroups } from "@platform-control/policy/server"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { AuditedServer, assertUnwritten, assertWritten } from "./AuditedServer.ts"
import { IdentityProvider } from "./IdentityProvider.ts"
import { type PlaceKind, placeKinds } from "./places.ts"

const SERVICES = "/api/orgs/acme/services"
const PACKS = "/api/orgs/acme/policypacks"
const REGISTRY = "/api/registry/policypacks/private/acme"
const AUDIENCE = "urn:svc:org:acme"

const byAlice = { actor: "alice", actorKind: "user", organization: "acme", reason: null } as const

/** Lets every new item of a service fail, after everything that is written down with it; `undo` ends that. */
const refuseItems = (sql: SqlClient.SqlClient) =>
  sql.onDialectOrElse({
    pg: () => ({
      start: [
        "CREATE FUNCTION refuse_items() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$",
        "CREATE TRIGGER refuse_items BEFORE INSERT ON admin_service_items FOR EACH ROW EXECUTE FUNCTION refuse_items()"
      ],
      undo: ["DROP TRIGGER refuse_items ON admin_service_items", "DROP FUNCTION refuse_items()"]
    }),
    orElse: () => ({
      start: [
        "CREATE TRIGGER refuse_items BEFORE INSERT ON admin_service_items BEGIN SELECT RAISE(ABORT, 'refused'); END"
      ],
      undo: ["DROP TRIGGER refuse_items"]
    })
  })

const suite = (kind: PlaceKind) => {
  let server: AuditedServer
  let provider: IdentityProvider
  let stranger: string
  let organizationToken: string

  beforeAll(async () => {
    server = await AuditedServer.start(kind, { ISSUER_HTTP: "true", ISSUER_NETWORKS: "127.0.0.0/8" })
    provider = await IdentityProvider.start([AUDIENCE])
    stranger = await server.user("bob", "member")
    const made = await server.send("POST", "/api/orgs/acme/tokens", { name: "ci", description: "", admin: true })
    organizationToken = String(made.json.tokenValue)
  })

  afterAll(async () => {
    await server?.close()
    await provider?.close()
  })

  const newService = (name: string, more: object = {}) => ({
    ownerType: "user",
    ownerName: "alice",
    name,
    description: "",
    items: [],
    properties: [],
    ...more
  })

  const callers = () =>
    [
      ["a user", server.administrator, byAlice],
      [
        "an organization's own token",
        organizationToken,
        { ...byAlice, actor: "acme", actorKind: "organization" as const }
      ]
    ] as const

  it("of services, by a user and by an organization's own token", async () => {
    for (const [index, [, token, who]] of callers().entries()) {
      const name = `shop-${index}`
      const path = `${SERVICES}/user/alice/${name}`
      assertWritten(await server.send("POST", SERVICES, newService(name), token), {
        ...who,
        action: "service.create",
        target: name
      })
      assertUnwritten(await server.send("POST", SERVICES, newService(name), token), 409)
      assertUnwritten(await server.send("POST", SERVICES, newService("bad name"), token), 400)
      const nobodys = newService(`${name}-2`, { ownerName: "nobody" })
      assertUnwritten(await server.send("POST", SERVICES, nobodys, token), 404)

      const change = { description: "A shop", members: [{ type: "user", name: "bob" }] }
      assertWritten(await server.send("PATCH", path, change, token), { ...who, action: "service.update", target: name })
      assertUnwritten(await server.send("PATCH", path, {}, token), 200)
      assertUnwritten(await server.send("PATCH", path, { name: "bad name" }, token), 400)
      assertUnwritten(await server.send("PATCH", `${path}-absent`, change, token), 404)
      const renamed = await server.send("PATCH", path, { name: `${name}-new` }, token)
      assertWritten(renamed, { ...who, action: "service.update", target: `${name} -> ${name}-new` })
      const now = `${path}-new`
      assertUnwritten(await server.send("DELETE", now, undefined, token), 412)
      assertUnwritten(await server.send("DELETE", `${now}?force=perhaps`, undefined, token), 400)
      const gone = await server.send("DELETE", `${now}?force=true`, undefined, token)
      assertWritten(gone, { ...who, action: "service.delete", target: `${name}-new` })
      assertUnwritten(await server.send("DELETE", now, undefined, token), 404)
    }
  })

  it("of services: none for who may not", async () => {
    await server.send("POST", SERVICES, newService("closed"))
    const path = `${SERVICES}/user/alice/closed`
    assertUnwritten(await server.send("POST", SERVICES, newService("hers"), stranger), 403)
    assertUnwritten(await server.send("PATCH", path, { description: "x" }, stranger), 403)
    assertUnwritten(await server.send("DELETE", path, undefined, stranger), 403)
    const items = { items: [{ type: "stack", name: "web/one" }] }
    assertUnwritten(await server.send("POST", `${path}/v2/items`, items, stranger), 403)
    assertUnwritten(await server.send("DELETE", `${path}/v2/items/stack/web%2Fone`, undefined, stranger), 403)
  })

  it("of the items of services, by both generations and both spellings of names", async () => {
    await server.send("POST", SERVICES, newService("parts"))
    for (const generation of ["v2/items", "items"]) {
      const path = `${SERVICES}/user/alice/parts/${generation}`
      for (const [, token, who] of callers()) {
        for (const item of ["web%2Fone", "web/one"]) {
          const body = { items: [{ type: "stack", name: "web/one" }] }
          const added = await server.send("POST", path, body, token)
          assertWritten(added, { ...who, action: "service.add-items", target: "parts/stack/web/one" })
          const again = await server.send("POST", path, body, token)
          assertUnwritten(again, added.status)
          const removed = await server.send("DELETE", `${path}/stack/${item}`, undefined, token)
          assertWritten(removed, { ...who, action: "service.remove-item", target: "parts/stack/web/one" })
          assertUnwritten(await server.send("DELETE", `${path}/stack/${item}`, undefined, token), removed.status)
        }
      }
      assertUnwritten(await server.send("POST", path, { items: [{ type: "stack", name: "no-project" }] }), 400)
      assertUnwritten(await server.send("DELETE", `${path}/cloud/web/one`), 400)
      const absent = `${SERVICES}/user/alice/absent/${generation}`
      assertUnwritten(await server.send("POST", absent, { items: [] }), 404)
      assertUnwritten(await server.send("DELETE", `${absent}/stack/web/one`), 404)
    }
  })

  it("has none of a service whose transaction fails after the entry, and one when it is sent again", async () => {
    const { start, undo } = await server.run(Effect.map(SqlClient.SqlClient, refuseItems))
    const statements = (texts: ReadonlyArray<string>) =>
      server.run(Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(texts, (text) => sql.unsafe(text))))
    const whole = newService("half", { items: [{ type: "stack", name: "web/one" }] })
    await statements(start)
    try {
      assertUnwritten(await server.send("POST", SERVICES, whole), 500)
    } finally {
      await statements(undo)
    }
    assertUnwritten(await server.send("GET", `${SERVICES}/user/alice/half`), 404)
    const made = await server.send("POST", SERVICES, whole)
    assert.deepStrictEqual(
      made.written.map(({ action, requestId }) => [action, requestId]),
      [
        ["service.create", made.requestId],
        ["service.add-items", made.requestId]
      ]
    )
  })

  const exchange = (more: object) => server.send("POST", "/api/oauth/token", more, null)

  const tradeOf = async (claims: object, more: object = {}) => ({
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    audience: AUDIENCE,
    subject_token: await provider.identityToken(AUDIENCE, "repo:acme/web", claims),
    subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
    requested_token_type: "urn:svc:token-type:access_token:organization",
    ...more
  })

  it("of exchanges: by the issuer of an identity token", async () => {
    const rules = [
      { decision: "deny", tokenType: "organization", claims: { ref: "pull" } },
      { decision: "allow", tokenType: "organization", claims: { sub: "repo:acme/*" } },
      { decision: "allow", tokenType: "personal", claims: { sub: "repo:acme/*" } },
      { decision: "allow", tokenType: "runner", runnerName: "r-1", claims: { sub: "repo:acme/*" } }
    ] as const
    await server.run(
      Effect.flatMap(Issuers, (issuers) => issuers.create("acme", { name: "ci", url: provider.issuer, rules }))
    )
    const kinds = [
      ["organization", ""],
      ["personal", "user:bob"],
      ["runner", "runner:r-1"]
    ] as const
    for (const [type, scope] of kinds) {
      const requested_token_type = `urn:svc:token-type:access_token:${type}`
      const reply = await exchange(await tradeOf({}, { requested_token_type, scope }))
      assert.strictEqual(reply.status, 200, JSON.stringify(reply.json))
      const who = { actor: provider.issuer, actorKind: "issuer", organization: "acme", tokenId: null } as const
      assertWritten(reply, { ...who, action: `${type}-token.create` })
    }
    assertUnwritten(await exchange(await tradeOf({ ref: "pull" })), 400)
    assertUnwritten(await exchange(await tradeOf({}, { subject_token: "a.b.c" })), 400)
    assertUnwritten(await exchange(await tradeOf({}, { scope: "user:nobody" })), 400)
    assertUnwritten(await exchange({ grant_type: "password" }), 400)
  })

  it("of exchanges: by the user of a refresh token", async () => {
    const { id, value } = await server.run(
      Effect.gen(function* () {
        const { id: userId } = yield* (yield* Users).get("bob")
        const token = { kind: "refresh", userId, description: "", expiresAt: 0, createdBy: "bob" } as const
        return yield* (yield* Tokens).create(token)
      })
    )
    const refresh = { grant_type: "refresh_token", refresh_token: Redacted.value(value) }
    const who = { actor: "bob", actorKind: "user", tokenId: id } as const
    assertWritten(await exchange(refresh), { ...who, action: "personal-token.create" })
    assertUnwritten(await exchange({ ...refresh, refresh_token: `${refresh.refresh_token}x` }), 400)
  })

  const upload = async (place: string) => {
    const archive = Buffer.from(await Effect.runPromise(sampleArchive))
    const sent = await fetch(place, { method: "PUT", body: archive, headers: { "content-type": "application/gzip" } })
    assert.isTrue(sent.ok, await sent.text())
  }

  const apply = (name: string, verb: "apply" | "withdraw") =>
    server.run(
      Effect.gen(function* () {
        const groups = yield* PolicyGroups
        const group = { organization: "acme", group: "default" }
        const pack = { organization: "acme", name }
        if (verb === "withdraw") return yield* groups.withdraw(group, pack)
        yield* Effect.ignore(groups.create(group))
        yield* groups.apply(group, pack, "latest")
      })
    )

  it("of an organization's policy packs", async () => {
    for (const [index, [, token, who]] of callers().entries()) {
      const name = `guard-${index}`
      const pack = { ...who, target: `acme/${name}@1` }
      const body = samplePack(name, { versionTag: "1.0.0" })
      const begun = await server.send("POST", PACKS, body, token)
      assertWritten(begun, { ...pack, action: "policy-pack-version.begin" })
      assertUnwritten(await server.send("POST", PACKS, body, token), 409)
      assertUnwritten(await server.send("POST", PACKS, { ...body, policies: [] }, token), 400)
      assertUnwritten(await server.send("POST", PACKS, samplePack("other"), stranger), 403)
      const complete = `${PACKS}/${name}/versions/1/complete`
      assertUnwritten(await server.send("POST", complete, undefined, token), 400)
      assertUnwritten(await server.send("POST", complete, undefined, stranger), 403)
      await upload(begun.json.uploadURI)
      assertWritten(await server.send("POST", complete, undefined, token), {
        ...pack,
        action: "policy-pack-version.complete"
      })
      assertUnwritten(await server.send("POST", complete, undefined, token), 400)
      await apply(name, "apply")
      assertUnwritten(await server.send("DELETE", `${PACKS}/${name}/versions/1`, undefined, token), 409)
      assertUnwritten(await server.send("DELETE", `${PACKS}/${name}`, undefined, token), 400)
      await apply(name, "withdraw")
      assertUnwritten(await server.send("DELETE", `${PACKS}/${name}/versions/1`, undefined, stranger), 403)
      assertUnwritten(await server.send("DELETE", `${PACKS}/${name}`, undefined, stranger), 403)
      const second = await server.send("POST", PACKS, samplePack(name), token)
      await upload(second.json.uploadURI)
      await server.send("POST", `${PACKS}/${name}/versions/2/complete`, undefined, token)
      const removed = await server.send("DELETE", `${PACKS}/${name}/versions/1`, undefined, token)
      assertWritten(removed, { ...pack, action: "policy-pack-version.delete" })
      assertUnwritten(await server.send("DELETE", `${PACKS}/${name}/versions/1`, undefined, token), 404)
      const gone = await server.send("DELETE", `${PACKS}/${name}`, undefined, token)
      assertWritten(gone, { ...who, target: `acme/${name}`, action: "policy-pack.delete" })
      assertUnwritten(await server.send("DELETE", `${PACKS}/${name}`, undefined, token), 404)
    }
  })

  it("of policy packs in the registry", async () => {
    for (const [index, [, token, who]] of callers().entries()) {
      const pack = `acme/fence-${index}`
      const path = `${REGISTRY}/fence-${index}`
      const { name: _, ...described } = samplePack("fence")
      const body = { ...described, version: "1.0.0" }
      const started = await server.send("POST", `${path}/versions`, body, token)
      assertWritten(started, { ...who, action: "policy-pack-version.start-publish", target: `${pack}@1.0.0` })
      assertUnwritten(await server.send("POST", `${path}/versions`, { ...body, version: "v 1" }, token), 400)
      assertUnwritten(await server.send("POST", `${path}/versions`, body, stranger), 403)
      const operation = { operationID: started.json.operationID }
      const complete = `${path}/versions/1.0.0/complete`
      assertUnwritten(await server.send("POST", complete, operation, token), 400)
      assertUnwritten(await server.send("POST", complete, operation, stranger), 403)
      assertUnwritten(await server.send("POST", complete, { operationID: "none" }, token), 404)
      await upload(started.json.uploadURI)
      const published: Partial<AuditEntry> = { ...who, target: `${pack}@1` }
      assertWritten(await server.send("POST", complete, operation, token), {
        ...published,
        action: "policy-pack-version.publish"
      })
      assertUnwritten(await server.send("POST", complete, operation, token), 409)
      assertUnwritten(await server.send("POST", `${path}/versions`, body, token), 409)
      const next = await server.send("POST", `${path}/versions`, { ...body, version: "1.1.0" }, token)
      await upload(next.json.uploadURI)
      await server.send("POST", `${path}/versions/1.1.0/complete`, { operationID: next.json.operationID }, token)
      assertUnwritten(await server.send("DELETE", `${path}/versions/1.0.0`, undefined, stranger), 403)
      assertWritten(await server.send("DELETE", `${path}/versions/1.0.0`, undefined, token), {
        ...published,
        action: "policy-pack-version.delete"
      })
      assertUnwritten(await server.send("DELETE", `${path}/versions/1.0.0`, undefined, token), 404)
      const gone = await server.send("DELETE", path, undefined, token)
      assertWritten(gone, { ...who, target: pack, action: "policy-pack.delete" })
      assertUnwritten(await server.send("DELETE", path, undefined, token), 404)
    }
  })
}

for (const kind of placeKinds.filter(({ blobs }) => blobs === "files")) {
  describe.skipIf(kind.skip)(`the audit log of services, exchanges and policy packs: ${kind.name}`, () => {
    suite(kind)
  })
}
