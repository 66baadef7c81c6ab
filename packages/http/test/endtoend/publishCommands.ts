/** The requests of a publish as fast-check commands: each is sent, held against the model, and everything is read back. */
import { assert } from "@effect/vitest"
import fc from "fast-check"
import { randomUUID } from "node:crypto"
import type { Api, ApiReply } from "./Api.ts"
import { madeUpFiles, type PackageFiles } from "./packageFiles.ts"
import type { ModelOperation, ModelVersion, PublishModel } from "./PublishModel.ts"
import {
  complete,
  fetchArtifact,
  pathOfVersion,
  pathOfVersions,
  start,
  type Started,
  upload,
  type VersionName
} from "./publishing.ts"

/** The server's side: who asks, which packages this run has for itself, and what starts answered. */
export interface PublishSystem {
  readonly api: Api
  /** Stands before every package's name. */
  readonly run: string
  readonly begun: Array<Started>
}

type Command = fc.AsyncCommand<PublishModel, PublishSystem>

const PACKAGES = ["one", "two"]
const VERSIONS = ["1.0.0", "1.1.0", "2.0.0-rc.1", "2.0.0-rc.1+build"]

/** Back-filled times: two versions at one time, one in the past, one in the future. */
const TIMES = [undefined, undefined, "2020-01-01T00:00:00.000Z", "2020-01-01T00:00:00.000Z", "2999-12-31T23:59:59.999Z"]

const millisOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time))

interface Listed {
  readonly packages: ReadonlyArray<{ readonly name: string; readonly version: string }>
}

interface Metadata {
  readonly version: string
  readonly createdAt: string
  readonly schemaURL: string
  readonly readmeURL: string
}

const named = (system: PublishSystem, name: string, version: string): VersionName => ({
  publisher: "acme",
  name: `${system.run}-${name}`,
  version
})

const expectRead = async (reply: ApiReply, expected: ModelVersion | undefined) => {
  assert.strictEqual(reply.status, expected === undefined ? 404 : 200, reply.text)
  if (expected === undefined) return
  const metadata = reply.json as Metadata
  assert.strictEqual(metadata.version, expected.version.version)
  assert.strictEqual(metadata.createdAt, new Date(expected.publishedAt).toISOString())
}

/** Every version, the latest one, the list and the search are as the model says. */
const readBack = async (model: PublishModel, { api, ...system }: PublishSystem) => {
  for (const name of PACKAGES) {
    const versions = VERSIONS.map((version) => named({ api, ...system }, name, version))
    const [first] = versions
    if (first === undefined) return
    const latest = model.latest(first.name)
    await Promise.all([
      ...versions.map(async (version) => expectRead(await api.get(pathOfVersion(version)), model.find(version))),
      api.get(`${pathOfVersions(first)}/latest`).then((reply) => expectRead(reply, latest)),
      ...["name", "search"].map(async (parameter) => {
        const reply = await api.get(`/api/registry/packages?${parameter}=${first.name}`)
        const listed = (reply.json as Listed).packages.map((found) => [found.name, found.version])
        assert.deepStrictEqual(listed, latest === undefined ? [] : [[first.name, latest.version.version]], parameter)
      })
    ])
  }
}

/** A command with its read-back. Which operation `at` means depends on how many there are by then. */
const command = (
  text: string,
  run: (model: PublishModel, system: PublishSystem) => Promise<void>,
  needsOperation = false
): Command => ({
  toString: () => text,
  check: (model) => !needsOperation || model.operations.length > 0,
  run: async (model, system) => {
    await run(model, system)
    await readBack(model, system)
  }
})

const pick = (model: PublishModel, system: PublishSystem, at: number) => {
  const index = at % model.operations.length
  const [operation, begun] = [model.operations[index], system.begun[index]]
  assert(operation !== undefined && begun !== undefined)
  return { operation, begun }
}

const runStart = async (model: PublishModel, system: PublishSystem, version: VersionName, time: string | undefined) => {
  const expected = model.start(version, millisOf(time))
  const reply = await start(system.api, version, time)
  assert.strictEqual(reply.status, expected, reply.text)
  if (expected === 202) system.begun.push(reply.json as Started)
}

const runUpload = async (
  operation: ModelOperation,
  begun: Started,
  artifacts: ReadonlyArray<keyof PackageFiles>,
  names: string
) => {
  const { name } = operation.version
  const files = { ...madeUpFiles(name, names, randomUUID()), installationConfiguration: Buffer.from("# Install") }
  for (const artifact of artifacts) {
    assert.strictEqual(await upload(begun.uploadURLs[artifact], files[artifact]), 200)
    if (operation.completed) continue
    operation.uploaded = { ...operation.uploaded, [artifact]: files[artifact] }
    if (artifact === "schema") operation.names = names
  }
}

const runComplete = async (
  model: PublishModel,
  system: PublishSystem,
  target: { readonly operation: ModelOperation | undefined; readonly id: string; readonly version: VersionName }
) => {
  const { id, operation, version } = target
  const expected = model.statusOfComplete(operation, version)
  const before = Date.now()
  const reply = await complete(system.api, version, id)
  const after = Date.now()
  assert.strictEqual(reply.status, expected, reply.text)
  if (expected !== 201 || operation === undefined) return
  const metadata = (await system.api.get(pathOfVersion(version))).json as Metadata
  const createdAt = Date.parse(metadata.createdAt)
  if (operation.publishedAt === undefined) assert(before <= createdAt && createdAt <= after, metadata.createdAt)
  model.completed(operation, createdAt)
  const { files } = model.find(version) ?? {}
  assert.deepStrictEqual(await fetchArtifact(system.api, metadata.schemaURL), files?.schema)
  assert.deepStrictEqual(await fetchArtifact(system.api, metadata.readmeURL), files?.index)
}

const packageName = fc.constantFrom(...PACKAGES)
const versionText = fc.constantFrom(...VERSIONS)
const operationAt = fc.nat({ max: 1000 })

/** A version that has not been completed before is likely to be, so that histories get far. */
export const publishCommands: ReadonlyArray<fc.Arbitrary<Command>> = [
  fc.tuple(packageName, versionText, fc.constantFrom(...TIMES)).map(([name, version, time]) =>
    command(`publish(${name}, ${version}, ${time})`, async (model, system) => {
      await runStart(model, system, named(system, name, version), time)
      const operation = model.operations.at(-1)
      const begun = system.begun.at(-1)
      if (operation === undefined || begun === undefined || operation.completed) return
      await runUpload(operation, begun, ["schema", "index"], operation.version.version)
      await runComplete(model, system, { operation, id: begun.operationID, version: operation.version })
    })
  ),
  fc
    .tuple(packageName, versionText, fc.constantFrom(...TIMES))
    .map(([name, version, time]) =>
      command(`start(${name}, ${version}, ${time})`, (model, system) =>
        runStart(model, system, named(system, name, version), time)
      )
    ),
  fc
    .tuple(
      operationAt,
      fc.subarray(["schema", "index", "installationConfiguration"] as const, { minLength: 1 }),
      fc.option(versionText, { freq: 4, nil: undefined })
    )
    .map(([at, artifacts, other]) =>
      command(
        `upload(${at}, ${artifacts.join(" ")}${other === undefined ? "" : `, schema of ${other}`})`,
        async (model, system) => {
          const { begun, operation } = pick(model, system, at)
          await runUpload(operation, begun, artifacts, other ?? operation.version.version)
        },
        true
      )
    ),
  operationAt.map((at) =>
    command(
      `complete(${at})`,
      (model, system) => {
        const { begun, operation } = pick(model, system, at)
        return runComplete(model, system, { operation, id: begun.operationID, version: operation.version })
      },
      true
    )
  ),
  fc.tuple(operationAt, packageName, versionText).map(([at, name, version]) =>
    command(
      `complete(${at} as ${name}, ${version})`,
      (model, system) => {
        const { begun, operation } = pick(model, system, at)
        return runComplete(model, system, { operation, id: begun.operationID, version: named(system, name, version) })
      },
      true
    )
  ),
  fc
    .tuple(packageName, versionText, fc.constantFrom(randomUUID(), "", "x", "__proto__"))
    .map(([name, version, id]) =>
      command(`complete(unknown ${id} as ${name}, ${version})`, (model, system) =>
        runComplete(model, system, { operation: undefined, id, version: named(system, name, version) })
      )
    ),
  fc.tuple(packageName, versionText).map(([name, version]) =>
    command(`delete(${name}, ${version})`, async (model, system) => {
      const target = named(system, name, version)
      const reply = await system.api.delete(pathOfVersion(target))
      assert.strictEqual(reply.status, model.delete(target), reply.text)
    })
  )
]
