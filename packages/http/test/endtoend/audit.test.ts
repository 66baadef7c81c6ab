/** Every operation that writes leaves one entry if it succeeds and none if it is refused, with who did it in which request. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { HttpApi } from "effect/http-api"
import { ControlPlaneApi } from "../../src/ControlPlaneApi.ts"
import { assertWritten, AuditedServer } from "./AuditedServer.ts"
import { madeUpFiles } from "./packageFiles.ts"
import { type PlaceKind, placeKinds } from "./places.ts"

/** The entry of each operation that writes; where there is none, why. */
const entryOf: Readonly<Record<string, string>> = {
  "userTokens.create": "personal-token.create",
  "userTokens.delete": "personal-token.revoke",
  "organizationTokens.create": "organization-token.create",
  "organizationTokens.delete": "organization-token.revoke",
  "publish.start": "package-version.start-publish",
  "publish.complete": "package-version.publish",
  "packages.delete": "package-version.delete",
  "exchange.exchange": "of the kind that it makes: <kind>-token.create",
  "services.create": "service.create",
  "services.update": "service.update",
  "services.delete": "service.delete",
  "serviceItems.add": "service.add-items",
  "serviceItems.remove": "service.remove-item",
  "serviceItems.addDeprecated": "service.add-items",
  "serviceItems.removeDeprecated": "service.remove-item",
  "serviceItems.removeByRawName": "service.remove-item",
  "serviceItems.removeDeprecatedByRawName": "service.remove-item",
  "policyPacks.create": "policy-pack-version.begin",
  "policyPacks.complete": "policy-pack-version.complete",
  "policyPacks.remove": "policy-pack-version.delete",
  "policyPacks.removePack": "policy-pack.delete",
  "registryPolicyPacks.start": "policy-pack-version.start-publish",
  "registryPolicyPacks.complete": "policy-pack-version.publish",
  "registryPolicyPacks.remove": "policy-pack-version.delete",
  "registryPolicyPacks.removePack": "policy-pack.delete"
}

/** Operations that read, although their method is not one that only reads. */
const reads: ReadonlySet<string> = new Set(["registryPolicyPacks.search", "registryPolicyPacks.list"])

describe("the audit log", () => {
  it("is known to have an entry for every operation that writes", () => {
    const writes: Array<string> = []
    HttpApi.reflect(ControlPlaneApi, {
      onGroup: () => {},
      onEndpoint: ({ endpoint, group }) => {
        const id = `${group.identifier}.${endpoint.identifier}`
        if (endpoint.method !== "GET" && endpoint.method !== "HEAD" && !reads.has(id)) writes.push(id)
      }
    })
    assert.deepStrictEqual(
      writes.filter((id) => !Object.hasOwn(entryOf, id)),
      []
    )
  })
})

const suite = (kind: PlaceKind) => {
  let server: AuditedServer
  let administrator: string

  beforeAll(async () => {
    server = await AuditedServer.start(kind)
    administrator = server.administrator
  })

  afterAll(async () => {
    await server?.close()
  })

  const send: AuditedServer["send"] = (...request) => server.send(...request)

  const versions = "/api/registry/packages/private/acme/thing/versions"

  it("of publishing and deleting, by a user and by an organization's own token", async () => {
    const { json: made } = await send("POST", "/api/orgs/acme/tokens", { name: "ci", description: "", admin: true })
    const callers = [
      { token: administrator, actor: "alice", actorKind: "user", version: "1.0.0" },
      { token: String(made.tokenValue), actor: "acme", actorKind: "organization", version: "1.1.0" }
    ] as const
    for (const { actor, actorKind, token, version } of callers) {
      const who = { actor, actorKind, organization: "acme", target: `private/acme/thing@${version}` }
      const started = await send("POST", versions, { version }, token)
      assertWritten(started, { ...who, action: "package-version.start-publish" })
      const complete = () =>
        send("POST", `${versions}/${version}/complete`, { operationID: started.json.operationID }, token)
      const early = await complete()
      assert.deepStrictEqual([early.status, early.written], [400, []])
      const files = madeUpFiles("thing", version)
      for (const [name, url] of Object.entries(started.json.uploadURLs)) {
        const file = (files as unknown as Readonly<Record<string, Uint8Array<ArrayBuffer> | undefined>>)[name]
        if (file !== undefined) await fetch(String(url), { method: "PUT", body: file })
      }
      assertWritten(await complete(), { ...who, action: "package-version.publish" })
      const again = await complete()
      assert.deepStrictEqual([again.status, again.written], [409, []])
    }
    const gone = await send("DELETE", `${versions}/1.0.0`)
    assertWritten(gone, { action: "package-version.delete", target: "private/acme/thing@1.0.0", actor: "alice" })
    const twice = await send("DELETE", `${versions}/1.0.0`)
    assert.deepStrictEqual([twice.status, twice.written], [404, []])
  })

  it("of access tokens, with the reason", async () => {
    const made = await send("POST", "/api/orgs/acme/tokens?reason=asked%20for", { name: "once", description: "" })
    assertWritten(made, {
      action: "organization-token.create",
      target: made.json.id,
      organization: "acme",
      actor: "alice",
      reason: "asked for"
    })
    const taken = await send("POST", "/api/orgs/acme/tokens", { name: "once", description: "" })
    assert.deepStrictEqual([taken.status, taken.written], [409, []])
    const revoked = await send("DELETE", `/api/orgs/acme/tokens/${made.json.id}`)
    assertWritten(revoked, { action: "organization-token.revoke", target: made.json.id, organization: "acme" })
    const own = await send("POST", "/api/user/tokens?reason=sign-in", { description: "" })
    assertWritten(own, { action: "personal-token.create", target: own.json.id, organization: null, reason: "sign-in" })
    assertWritten(await send("DELETE", `/api/user/tokens/${own.json.id}`), { action: "personal-token.revoke" })
  })

  it("has nothing of what is only read, or of callers who may not", async () => {
    for (const path of ["/api/user", "/api/user/tokens", "/api/orgs/acme/tokens", `${versions}/latest`]) {
      const read = await send("GET", path)
      assert.deepStrictEqual([read.status, read.written], [200, []])
    }
    const refused = await send("POST", "/api/orgs/acme/tokens", { name: "x", description: "" }, "nobody")
    assert.deepStrictEqual([refused.status, refused.written], [401, []])
  })
}

for (const kind of placeKinds.filter(({ blobs }) => blobs === "files")) {
  describe.skipIf(kind.skip)(`the audit log: ${kind.name}`, () => {
    suite(kind)
  })
}
