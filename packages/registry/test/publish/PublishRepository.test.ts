import { assert, describe, it } from "@effect/vitest"
import { BlobStore } from "@platform-control/core/BlobStore"
import * as MemoryBlobStore from "@platform-control/core/blobs/MemoryBlobStore"
import { PublicUrl } from "@platform-control/core/PublicUrl"
import { testEngines } from "@platform-control/core/testing/databases"
import { layerTestKey } from "@platform-control/core/testing/ServerKeys"
import { Effect, Exit, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { LooseFolders } from "../../src/artifacts/LooseFolders.ts"
import type { VersionId } from "../../src/packages/PackageId.ts"
import { PackagesRepository } from "../../src/packages/PackagesRepository.ts"
import { LATEST_VERSION_SQL } from "../../src/packages/versionLookup.ts"
import { type NewVersion, type Operation, PublishRepository } from "../../src/publish/PublishRepository.ts"
import { registryMigrations } from "../../src/server.ts"

const version = (name: string, version = "1.0.0"): VersionId => ({
  source: "platform",
  publisher: "acme",
  name,
  version
})

const operation = (id: string, of: VersionId, expiresAt = 1_000): Operation => ({
  id,
  version: of,
  publishedAt: undefined,
  createdBy: "alice",
  createdAt: 0,
  expiresAt
})

const made = (of: Operation, publishedAt = 5): NewVersion => ({
  operation: of,
  folder: `packages/${of.id}/attempt`,
  publishedAt,
  completedAt: 7,
  packageType: "native",
  wire: JSON.stringify({ of: of.id }),
  searchWords: "hword aword",
  schemaBytes: 1,
  indexBytes: 2,
  installationBytes: undefined,
  storeRest: Effect.void
})

const repositories = Layer.mergeAll(PublishRepository.layer, PackagesRepository.layer).pipe(
  Layer.provideMerge(LooseFolders.layer),
  Layer.provideMerge(MemoryBlobStore.layer),
  Layer.provide([PublicUrl.layer("http://test"), layerTestKey])
)

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`PublishRepository on ${engine.name}`, () => {
    it.layer(repositories.pipe(Layer.provideMerge(engine.layer(registryMigrations))))((it) => {
      /** Begins an operation and writes its folder down. */
      const begun = Effect.fnUntraced(function* (id: string, of: VersionId) {
        const one = operation(id, of)
        yield* (yield* PublishRepository).begin(one)
        yield* Effect.orDie((yield* LooseFolders).add(made(one).folder))
        return one
      })

      const latest = Effect.fnUntraced(function* (name: string) {
        const parameters = ["platform", "acme", name]
        return yield* (yield* PackagesRepository).find({ id: version(name), sql: LATEST_VERSION_SQL, parameters })
      })

      it.effect("finds an operation as it was begun, and whether it was completed", () =>
        Effect.gen(function* () {
          const repository = yield* PublishRepository
          const one = yield* begun("find", version("find"))
          assert.deepStrictEqual(
            yield* repository.find("find"),
            Option.some({ operation: one, completed: false, versionExists: false })
          )
          yield* repository.complete(made(one))
          assert.deepStrictEqual(
            yield* repository.find("find"),
            Option.some({ operation: one, completed: true, versionExists: true })
          )
          assert.deepStrictEqual(yield* repository.find("other"), Option.none())
        })
      )

      it.effect("makes a version once, and the refused attempt changes nothing", () =>
        Effect.gen(function* () {
          const repository = yield* PublishRepository
          const sql = yield* SqlClient.SqlClient
          const [first, second] = [yield* begun("once-1", version("once")), yield* begun("once-2", version("once"))]
          yield* repository.complete(made(first))
          assert.isTrue(yield* repository.versionExists(version("once")))
          const refused = yield* Effect.flip(repository.complete(made(second)))
          assert.deepInclude(refused, { _tag: "AlreadyDone", what: "version" })
          assert.deepStrictEqual(
            yield* repository.find("once-2"),
            Option.some({ operation: second, completed: false, versionExists: true })
          )
          const loose = yield* sql`SELECT folder FROM registry_loose_folders WHERE folder LIKE '%once%'`
          assert.deepStrictEqual(
            loose.map(({ folder }) => folder),
            [made(second).folder]
          )
        }).pipe(Effect.orDie)
      )

      it.effect("completes an operation once, also when its version is gone", () =>
        Effect.gen(function* () {
          const repository = yield* PublishRepository
          const one = yield* begun("twice", version("twice"))
          yield* repository.complete(made(one))
          yield* (yield* PackagesRepository).remove(version("twice"))
          const refused = yield* Effect.flip(repository.complete(made(one)))
          assert.deepInclude(refused, { _tag: "AlreadyDone", what: "operation" })
          assert.isFalse(yield* repository.versionExists(version("twice")))
          assert.isTrue(Option.isNone(yield* latest("twice")))
        })
      )

      it.effect("tells an operation that was forgotten from one that was completed", () =>
        Effect.gen(function* () {
          const repository = yield* PublishRepository
          const one = yield* begun("forgotten", version("forgotten"))
          yield* repository.forget(["forgotten"])
          const refused = yield* Effect.flip(repository.complete(made(one)))
          assert.deepInclude(refused, { _tag: "OperationForgotten", id: "forgotten" })
          assert.isFalse(yield* repository.versionExists(version("forgotten")))
        })
      )

      it.effect("never makes a version whose artifacts were given up", () =>
        Effect.gen(function* () {
          const repository = yield* PublishRepository
          const one = yield* begun("given-up", version("given-up"))
          yield* (yield* LooseFolders).discard(made(one).folder)
          assert.isTrue(Exit.hasDies(yield* Effect.exit(repository.complete(made(one)))))
          assert.isFalse(yield* repository.versionExists(version("given-up")))
        })
      )

      it.effect("keeps the latest version by time, then by order of completion, through removals", () =>
        Effect.gen(function* () {
          const repository = yield* PublishRepository
          const packages = yield* PackagesRepository
          const order = [
            ["a", 5],
            ["b", 9],
            ["c", 9],
            ["d", 1]
          ] as const
          for (const [name, time] of order) {
            yield* repository.complete(made(yield* begun(`latest-${name}`, version("latest", `1.0.0-${name}`)), time))
          }
          const shown: Array<string> = []
          for (const removed of ["c", "b", "a", "d"]) {
            const now = yield* latest("latest")
            shown.push(Option.getOrThrow(now).version)
            const folder = yield* packages.remove(version("latest", `1.0.0-${removed}`))
            assert.deepStrictEqual(folder, Option.some(`packages/latest-${removed}/attempt`))
          }
          assert.deepStrictEqual(shown, ["1.0.0-c", "1.0.0-b", "1.0.0-a", "1.0.0-d"])
          assert.isTrue(Option.isNone(yield* latest("latest")))
          assert.isTrue(Option.isNone(yield* packages.remove(version("latest", "1.0.0-a"))))
        })
      )

      it.effect.skipIf(engine.name === "PostgreSQL")("leaves no words of a package whose last version is removed", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const indexed = sql`SELECT COUNT(*) AS count FROM registry_search_docsize`
          const before = yield* indexed
          yield* (yield* PublishRepository).complete(made(yield* begun("words", version("words"))))
          assert.notDeepEqual(yield* indexed, before)
          yield* (yield* PackagesRepository).remove(version("words"))
          assert.deepStrictEqual(yield* indexed, before)
        }).pipe(Effect.orDie)
      )

      it.effect("gives a removed version's folder to the sweeper", () =>
        Effect.gen(function* () {
          const one = yield* begun("removed", version("removed"))
          yield* (yield* BlobStore).write(`${made(one).folder}/schema.json`, new Uint8Array(1))
          yield* (yield* PublishRepository).complete(made(one))
          const packages = yield* PackagesRepository
          assert.deepStrictEqual(
            yield* packages.artifacts(version("removed")),
            Option.some({ folder: made(one).folder, hasInstallation: false })
          )
          yield* packages.remove(version("removed"))
          yield* (yield* LooseFolders).discardOlderThan(1)
          assert.isTrue(Option.isNone(yield* (yield* BlobStore).info(`${made(one).folder}/schema.json`)))
        })
      )

      it.effect("forgets expired operations only", () =>
        Effect.gen(function* () {
          const repository = yield* PublishRepository
          for (const [id, expiresAt] of [
            ["expired-1", 10],
            ["expired-2", 11],
            ["expired-not", 12]
          ] as const) {
            yield* repository.begin(operation(id, version("expired"), expiresAt))
          }
          const [first, second, not] = [
            { id: "expired-1", expiresAt: 10 },
            { id: "expired-2", expiresAt: 11 },
            { id: "expired-not", expiresAt: 12 }
          ]
          assert.deepStrictEqual(yield* repository.expired(12, undefined, 1), [first])
          assert.deepStrictEqual(yield* repository.expired(12, undefined, 10), [first, second])
          assert.deepStrictEqual(yield* repository.expired(12, first, 10), [second])
          yield* repository.forget(["expired-1", "expired-2"])
          yield* repository.forget([])
          assert.deepStrictEqual(yield* repository.expired(13, undefined, 10), [not])
        })
      )
    })
  })
}
