/** Publishing over HTTP as a state machine: random histories against a model, and races that only one may win. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import fc from "fast-check"
import type { Api } from "./Api.ts"
import { isFullRun } from "./fullRun.ts"
import { madeUpFiles } from "./packageFiles.ts"
import { type PlaceKind, placeKinds } from "./places.ts"
import { publishCommands } from "./publishCommands.ts"
import { PublishModel } from "./PublishModel.ts"
import { complete, fetchArtifact, pathOfVersion, started, uploadAll, type VersionName } from "./publishing.ts"
import { RunningServer } from "./RunningServer.ts"

const HISTORIES = isFullRun ? 100 : 12
const COMMANDS = 40
const RIVALS = 16

const suite = (kind: PlaceKind) => {
  let server: RunningServer
  let api: Api

  beforeAll(async () => {
    server = await RunningServer.start(kind)
    await server.accounts.organization("acme")
    api = await server.apiOf("publisher", { memberships: { acme: "publisher" } })
  })

  afterAll(() => server?.close())

  it(`every history of publishing, reading and deleting is as the model says (${HISTORIES} histories)`, async () => {
    let runs = 0
    const histories = fc.commands([...publishCommands], { maxCommands: COMMANDS, size: "max" })
    const property = fc.asyncProperty(histories, async (commands) => {
      runs += 1
      const run = `run${runs}`
      await fc.asyncModelRun(() => ({ model: new PublishModel(), real: { api, run, begun: [] } }), commands)
    })
    await fc.assert(property, { numRuns: HISTORIES })
    assert.strictEqual(runs, HISTORIES)
  }, 600_000)

  /** `count` operations for one version, each with files of its own. */
  const rivals = (version: VersionName, count: number) =>
    Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const begun = await started(api, version)
        const files = madeUpFiles(version.name, version.version, `rival ${index}`)
        await uploadAll(begun, files)
        return { begun, files }
      })
    )

  const expectWhole = async (version: VersionName, schema: Buffer | undefined) => {
    const metadata = (await api.get(pathOfVersion(version))).json as { schemaURL: string }
    assert.deepStrictEqual(await fetchArtifact(api, metadata.schemaURL), schema)
  }

  const sorted = (statuses: ReadonlyArray<number>) => statuses.toSorted((one, other) => one - other)

  const oneWinner = [201, ...Array.from({ length: RIVALS - 1 }, () => 409)]

  it(`of ${RIVALS} parallel completes of one version, each with its own operation, exactly one is 201`, async () => {
    for (const name of ["race-a", "race-b", "race-c"]) {
      const version = { publisher: "acme", name, version: "1.0.0" }
      const all = await rivals(version, RIVALS)
      const statuses = await Promise.all(
        all.map(async ({ begun }) => (await complete(api, version, begun.operationID)).status)
      )
      assert.deepStrictEqual(sorted(statuses), oneWinner)
      await expectWhole(version, all[statuses.indexOf(201)]?.files.schema)
    }
  })

  it(`of ${RIVALS} parallel completes of one operation exactly one is 201`, async () => {
    for (const name of ["twice-a", "twice-b", "twice-c"]) {
      const version = { publisher: "acme", name, version: "1.0.0" }
      const [one] = await rivals(version, 1)
      assert(one !== undefined)
      const statuses = await Promise.all(
        oneWinner.map(async () => (await complete(api, version, one.begun.operationID)).status)
      )
      assert.deepStrictEqual(sorted(statuses), oneWinner)
      await expectWhole(version, one.files.schema)
    }
  })

  it(`${RIVALS} versions of one package completed at once are all there, and the latest is one of them`, async () => {
    const versions = oneWinner.map((_, index) => ({ publisher: "acme", name: "many", version: `1.${index}.0` }))
    const all = await Promise.all(
      versions.map(async (version) => {
        const [one] = await rivals(version, 1)
        assert(one !== undefined)
        return { version, ...one }
      })
    )
    const replies = await Promise.all(all.map(({ begun, version }) => complete(api, version, begun.operationID)))
    assert(replies.every(({ status }) => status === 201))
    const read = await Promise.all(versions.map((version) => api.get(pathOfVersion(version))))
    const times = read.map(({ json }) => (json as { createdAt: string }).createdAt)
    const latest = (await api.get("/api/registry/packages/private/acme/many/versions/latest")).json
    assert.include(
      read.map(({ json }) => JSON.stringify(json)),
      JSON.stringify(latest)
    )
    assert.strictEqual((latest as { createdAt: string }).createdAt, times.toSorted().at(-1))
  })

  it("two pending operations of one version do not touch each other: the one completed is the one published", async () => {
    const version = { publisher: "acme", name: "pending", version: "1.0.0" }
    const [first, second] = await rivals(version, 2)
    assert(first !== undefined && second !== undefined)
    assert.strictEqual((await complete(api, version, first.begun.operationID)).status, 201)
    assert.strictEqual((await complete(api, version, second.begun.operationID)).status, 409)
    await expectWhole(version, first.files.schema)
  })

  it("parallel publishes and deletions of one version end with it whole or gone", async () => {
    const version = { publisher: "acme", name: "to-and-fro", version: "1.0.0" }
    const all = await rivals(version, RIVALS)
    const statuses = await Promise.all(
      all.flatMap(({ begun }) => [
        complete(api, version, begun.operationID).then(({ status }) => status),
        api.delete(pathOfVersion(version)).then(({ status }) => status)
      ])
    )
    const created = statuses.filter((status) => status === 201).length
    const deleted = statuses.filter((status) => status === 204).length
    const reply = await api.get(pathOfVersion(version))
    assert.strictEqual(reply.status, created > deleted ? 200 : 404)
    assert.include([0, 1], created - deleted)
    if (reply.status === 200) {
      const stored = await fetchArtifact(api, (reply.json as { schemaURL: string }).schemaURL)
      assert(all.some(({ files }) => Buffer.isBuffer(stored) && files.schema.equals(stored)))
    }
  })
}

for (const kind of placeKinds.filter(({ blobs }) => blobs === "files"))
  describe.skipIf(kind.skip)(`publish as a state machine: ${kind.name}`, () => {
    suite(kind)
  })
