/** The publish protocol as a client without any library speaks it, from the first request to the bytes read back. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import { existsSync } from "node:fs"
import { readdir } from "node:fs/promises"
import { request } from "node:http"
import { join } from "node:path"
import type { Api, ApiReply } from "./Api.ts"
import { eventually } from "./eventually.ts"
import { hasRealPackages, madeUpFiles, type PackageFiles, realPackages } from "./packageFiles.ts"
import { type PlaceKind, placeKinds } from "./places.ts"
import {
  complete,
  fetchArtifact,
  pathOfVersion,
  pathOfVersions,
  publish,
  start,
  started,
  upload,
  uploadAll,
  type VersionName
} from "./publishing.ts"
import { RunningServer } from "./RunningServer.ts"

const LIST = "/api/registry/packages"

const SMALL_BYTES = 64 * 1024

interface Listed {
  readonly packages: ReadonlyArray<Readonly<Record<string, unknown>>>
}

const namesIn = (reply: ApiReply) => (reply.json as Listed).packages.map(({ name }) => name)

const versionOf = (name: string, version = "1.0.0"): VersionName => ({ publisher: "acme", name, version })

/** A body whose length is not told. */
const chunked = async (place: string, bytes: Uint8Array) => {
  const half = Math.floor(bytes.length / 2)
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(bytes.subarray(0, half))
      controller.enqueue(bytes.subarray(half))
      controller.close()
    }
  })
  const init: RequestInit & { duplex: "half" } = { method: "PUT", body, duplex: "half" }
  const response = await fetch(place, init)
  return { status: response.status, text: await response.text() }
}

/** Promises 1,000 bytes, sends 10, and goes away. */
const brokenOff = (place: string) =>
  new Promise<void>((resolve) => {
    const sending = request(place, { method: "PUT", headers: { "content-length": 1000 } })
    sending.once("error", () => resolve())
    sending.once("close", () => resolve())
    sending.write(randomBytes(10), () => sending.destroy())
  })

const changed = (place: string, change: (url: URL) => void) => {
  const url = new URL(place)
  change(url)
  return url.href
}

const otherParameter = (pattern: RegExp, value: (before: string) => string) => (url: URL) => {
  const name = [...url.searchParams.keys()].find((key) => pattern.test(key))
  assert(name !== undefined, `no parameter like ${pattern} in ${url.search}`)
  url.searchParams.set(name, value(url.searchParams.get(name) ?? ""))
}

const tamperings = {
  signature: otherParameter(/signature/i, (value) => `${value.startsWith("0") ? "1" : "0"}${value.slice(1)}`),
  expiry: otherParameter(/expires/i, (value) => String(Number(value) + 1)),
  key: (url: URL) => {
    url.pathname += "x"
  }
}

const suite = (kind: PlaceKind) => {
  let server: RunningServer
  /** Takes small uploads only. */
  let strict: RunningServer
  let publisher: Api
  let member: Api
  let outsider: Api
  let strictPublisher: Api

  beforeAll(async () => {
    server = await RunningServer.start(kind)
    strict = await RunningServer.start(kind, { UPLOAD_MAX_SCHEMA: "64 KiB", UPLOAD_MAX_DOCUMENT: "64 KiB" })
    for (const { accounts } of [server, strict]) await accounts.organization("acme")
    await server.accounts.organization("other")
    publisher = await server.apiOf("publisher", { registryAdmin: true, memberships: { acme: "publisher" } })
    member = await server.apiOf("member", { memberships: { acme: "member" } })
    outsider = await server.apiOf("outsider", { memberships: { other: "admin" } })
    strictPublisher = await strict.apiOf("publisher", { memberships: { acme: "publisher" } })
  })

  afterAll(() => Promise.all([server?.close(), strict?.close()]))

  const storedFiles = async ({ place }: RunningServer) => {
    const folder = join(place.folder, "blobs")
    if (!existsSync(folder)) return []
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  }

  const expectPublished = async (version: VersionName, files: PackageFiles, api: Api) => {
    const exact = await api.get(pathOfVersion(version))
    assert.strictEqual(exact.status, 200, exact.text)
    const metadata = exact.json as Record<string, string>
    assert.strictEqual(metadata.name, version.name)
    assert.strictEqual(metadata.version, version.version)
    const latest = await api.get(`${pathOfVersions(version)}/latest`)
    assert.deepStrictEqual(latest.json, exact.json)
    assert.deepStrictEqual(await fetchArtifact(api, metadata.schemaURL ?? ""), files.schema)
    assert.deepStrictEqual(await fetchArtifact(api, metadata.readmeURL ?? ""), files.index)
  }

  describe.skipIf(!hasRealPackages)(`publishing real packages (../shared) on ${kind.name}`, () => {
    for (const { description, files, name, version } of realPackages()) {
      it(`201, then ${name} ${version} is listed, found, and read back byte for byte`, async () => {
        const target = { source: "bridged", publisher: "acme", name, version }
        const reply = await publish(publisher, target, files)
        assert.strictEqual(reply.status, 201, reply.text)
        assert.strictEqual(reply.text, "{}")
        await expectPublished(target, files, member)
        const anonymous = server.api()
        assert.include(namesIn(await anonymous.get(LIST)), name)
        for (const words of [name, description.split(" ").slice(1, 4).join(" "), description.toUpperCase()]) {
          const found = await anonymous.get(`${LIST}?search=${encodeURIComponent(words)}`)
          assert.include(namesIn(found), name, words)
        }
        assert.notInclude(namesIn(await anonymous.get(`${LIST}?search=nothing-like-this`)), name)
      })
    }
  })

  describe(`a private package on ${kind.name}`, () => {
    const version = versionOf("secret-thing")

    it("is read by members, and is nowhere for others", async () => {
      const files = madeUpFiles(version.name, version.version)
      assert.strictEqual((await publish(publisher, version, files)).status, 201)
      await expectPublished(version, files, member)
      const { schemaURL } = (await member.get(pathOfVersion(version))).json as { schemaURL: string }
      assert.include(namesIn(await member.get(`${LIST}?search=secret-thing`)), version.name)
      for (const other of [outsider, server.api()]) {
        for (const query of ["", "?search=secret-thing", "?name=secret-thing", "?publisher=acme", "?orgLogin=acme"]) {
          assert.notInclude(namesIn(await other.get(LIST + query)), version.name, query)
        }
        assert.include([401, 404], await fetchArtifact(other, schemaURL))
      }
      for (const place of [pathOfVersion(version), `${pathOfVersions(version)}/latest`]) {
        assert.strictEqual((await outsider.get(place)).status, 404)
        assert.strictEqual((await server.api().get(place)).status, 401)
      }
    })
  })

  describe(`PUT to an upload location on ${kind.name}`, () => {
    it.skipIf(kind.blobs === "S3")("200 for a body in chunks without a length", async () => {
      const version = versionOf("chunked")
      const files = madeUpFiles(version.name, version.version)
      const begun = await started(publisher, version)
      for (const artifact of ["schema", "index"] as const) {
        assert.strictEqual((await chunked(begun.uploadURLs[artifact], files[artifact])).status, 200)
      }
      assert.strictEqual((await complete(publisher, version, begun.operationID)).status, 201)
      await expectPublished(version, files, member)
    })

    it("200 when repeated; the last whole body is published", async () => {
      const version = versionOf("repeated")
      const files = madeUpFiles(version.name, version.version, "last")
      const begun = await started(publisher, version)
      await uploadAll(begun, { ...files, schema: Buffer.from("no schema at all") })
      await uploadAll(begun, madeUpFiles(version.name, version.version, "first"))
      await uploadAll(begun, files)
      assert.strictEqual((await complete(publisher, version, begun.operationID)).status, 201)
      await expectPublished(version, files, member)
    })

    it("changes nothing of a version that was completed", async () => {
      const version = versionOf("finished")
      const files = madeUpFiles(version.name, version.version, "published")
      const begun = await started(publisher, version)
      await uploadAll(begun, files)
      assert.strictEqual((await complete(publisher, version, begun.operationID)).status, 201)
      await upload(begun.uploadURLs.schema, madeUpFiles(version.name, version.version, "too late").schema)
      await expectPublished(version, files, member)
    })

    it("403 with another signature, expiry or key; nothing is stored", async () => {
      const version = versionOf("tampered")
      const begun = await started(publisher, version)
      const files = madeUpFiles(version.name, version.version)
      for (const [what, change] of Object.entries(tamperings)) {
        assert.strictEqual(await upload(changed(begun.uploadURLs.schema, change), files.schema), 403, what)
        assert.strictEqual(await upload(changed(begun.uploadURLs.index, change), files.index), 403, what)
      }
      assert.strictEqual((await complete(publisher, version, begun.operationID)).status, 400)
    })

    it("403 once the location has expired", async () => {
      const hasty = await RunningServer.start(kind, { UPLOAD_EXPIRY: "1 second" })
      try {
        await hasty.accounts.organization("acme")
        const api = await hasty.apiOf("publisher", { memberships: { acme: "publisher" } })
        const begun = await started(api, versionOf("expired"))
        const status = await eventually(
          () => upload(begun.uploadURLs.index, Buffer.from("# Late")),
          (answer) => answer !== 200
        )
        assert.strictEqual(status, 403)
      } finally {
        await hasty.close()
      }
    })

    it("leaves nothing when it breaks off", async () => {
      const version = versionOf("broken-off")
      const files = madeUpFiles(version.name, version.version)
      const begun = await started(publisher, version)
      assert.strictEqual(await upload(begun.uploadURLs.index, files.index), 200)
      const before = await storedFiles(server)
      await brokenOff(begun.uploadURLs.schema)
      await eventually(
        () => storedFiles(server),
        (found) => found.length === before.length
      )
      const refused = await complete(publisher, version, begun.operationID)
      assert.strictEqual(refused.status, 400)
      assert.include(refused.text, "schema")
    })

    it("keeps what was whole when a repetition breaks off", async () => {
      const version = versionOf("kept")
      const files = madeUpFiles(version.name, version.version)
      const begun = await started(publisher, version)
      await uploadAll(begun, files)
      await brokenOff(begun.uploadURLs.schema)
      assert.strictEqual((await complete(publisher, version, begun.operationID)).status, 201)
      await expectPublished(version, files, member)
    })
  })

  describe(`an upload beyond the bound on ${kind.name}`, () => {
    const tooLarge = randomBytes(SMALL_BYTES + 1)

    it.skipIf(kind.blobs === "S3")("413 with and without a length; nothing is left on disk", async () => {
      const begun = await started(strictPublisher, versionOf("large"))
      const before = await storedFiles(strict)
      assert.strictEqual(await upload(begun.uploadURLs.schema, tooLarge), 413)
      assert.strictEqual((await chunked(begun.uploadURLs.schema, tooLarge)).status, 413)
      // So large that the client is still sending when the answer comes.
      const huge = Buffer.alloc(20 * 1024 * 1024)
      assert.strictEqual(await upload(begun.uploadURLs.schema, huge), 413)
      assert.strictEqual((await chunked(begun.uploadURLs.schema, huge)).status, 413)
      await eventually(
        () => storedFiles(strict),
        (found) => found.length === before.length
      )
    })

    it.skipIf(kind.blobs === "S3")("200 for exactly as much as is allowed", async () => {
      const begun = await started(strictPublisher, versionOf("large"))
      assert.strictEqual(await upload(begun.uploadURLs.schema, tooLarge.subarray(1)), 200)
    })

    it("400 at completion where the store itself can't refuse it", async () => {
      const version = versionOf("large-at-completion")
      const begun = await started(strictPublisher, version)
      const files = madeUpFiles(version.name, version.version)
      await upload(begun.uploadURLs.schema, tooLarge)
      await upload(begun.uploadURLs.index, files.index)
      const refused = await complete(strictPublisher, version, begun.operationID)
      assert.strictEqual(refused.status, 400)
      assert.match(refused.text, /artifact\.schema: Has/)
      assert.strictEqual((await strictPublisher.get(pathOfVersion(version))).status, 404)
    })
  })

  describe(`POST complete on ${kind.name}`, () => {
    it("400 for a schema that is of another version, no JSON or no object; then the repaired one is completed", async () => {
      const version = versionOf("repaired")
      const begun = await started(publisher, version)
      const files = madeUpFiles(version.name, version.version)
      const wrong = [madeUpFiles(version.name, "2.0.0").schema, "{", "[]", "", "null", '{"name":5}', "\ufeff", "{}"]
      for (const schema of wrong) {
        await uploadAll(begun, { ...files, schema: Buffer.from(schema) })
        const refused = await complete(publisher, version, begun.operationID)
        assert.strictEqual(refused.status, 400, schema.toString())
        assert.strictEqual((await member.get(pathOfVersion(version))).status, 404)
      }
      await uploadAll(begun, files)
      assert.strictEqual((await complete(publisher, version, begun.operationID)).status, 201)
      await expectPublished(version, files, member)
    })

    it("409 when repeated", async () => {
      const version = versionOf("again")
      const begun = await started(publisher, version)
      await uploadAll(begun, madeUpFiles(version.name, version.version))
      assert.strictEqual((await complete(publisher, version, begun.operationID)).status, 201)
      assert.strictEqual((await complete(publisher, version, begun.operationID)).status, 409)
      assert.strictEqual((await start(publisher, version)).status, 409)
    })
  })
}

for (const kind of placeKinds)
  describe.skipIf(kind.skip)(`publishing over HTTP: ${kind.name}`, () => {
    suite(kind)
  })
