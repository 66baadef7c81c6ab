/**
 * An organization is removed at the very moment at which another area puts something under its name: whoever was told
 * before the removal that there is the organization, and writes behind it, is refused. So nothing is there for whoever
 * takes the name next.
 */
import {
  AdminLayer,
  adminMigrations,
  OrganizationHoldings,
  OrganizationRemoval,
  Organizations
} from "@platform-control/admin/server"
import { BlobStore } from "@platform-control/core/BlobStore"
import * as MemoryBlobStore from "@platform-control/core/blobs/MemoryBlobStore"
import { Events } from "@platform-control/core/Events"
import { PageTokens } from "@platform-control/core/PageTokens"
import { PublicUrl } from "@platform-control/core/PublicUrl"
import { testPrincipal } from "@platform-control/core/testing/authorization"
import { type TestEngine, testEngines } from "@platform-control/core/testing/databases"
import { layerTestKey } from "@platform-control/core/testing/ServerKeys"
import {
  Imports,
  PackAccessSettings,
  Packs,
  PolicyGroups,
  PolicyLayer,
  policyMigrations,
  PolicyOrganizations,
  RegistryPublish
} from "@platform-control/policy/server"
import { sampleArchive, samplePack } from "@platform-control/policy/testing"
import { Publish, Publishers, RegistryLayer, registryMigrations } from "@platform-control/registry/server"
import { sampleArtifacts, uploadSample } from "@platform-control/registry/testing"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as Ports from "../../src/Ports.ts"

/** Where a test lets a removal wait, and sees that an area was told that there is the organization. */
const race: { beforeAnswer: Effect.Effect<void>; asked: boolean } = { beforeAnswer: Effect.void, asked: false }

const noted = <A>(answer: Effect.Effect<A>) =>
  Effect.tap(answer, () =>
    Effect.sync(() => {
      race.asked = true
    })
  )

/** The ports as they are plugged. */
const ports = Layer.mergeAll(
  Layer.effect(
    Publishers,
    Effect.map(Publishers, (port) => ({ ...port, find: (name) => noted(port.find(name)) }))
  ),
  Layer.effect(
    PolicyOrganizations,
    Effect.map(PolicyOrganizations, (port) => ({ ...port, exists: (name) => noted(port.exists(name)) }))
  )
).pipe(Layer.provideMerge(Ports.layer))

const holdings = Layer.effect(
  OrganizationHoldings,
  Effect.map(OrganizationHoldings, (port) => ({
    of: (name) => Effect.tap(port.of(name), () => race.beforeAnswer)
  }))
).pipe(Layer.provide(Ports.holdings))

const application = (engine: TestEngine) =>
  Layer.mergeAll(RegistryLayer, PolicyLayer, OrganizationRemoval.layer).pipe(
    Layer.provide(ports),
    Layer.provideMerge(Layer.mergeAll(AdminLayer, holdings)),
    Layer.provideMerge([MemoryBlobStore.layer, PageTokens.layer]),
    Layer.provide([PublicUrl.layer("http://test"), layerTestKey]),
    Layer.provideMerge([Events.layerInProcess, engine.layer(adminMigrations, registryMigrations, policyMigrations)])
  )

/** Until the fiber is done or the database lets it wait; on SQLite, whose one writer is the removal, until it has asked. */
const untilItWaits = Effect.fnUntraced(function* (engine: TestEngine, fiber: Fiber.Fiber<unknown, unknown>) {
  const sql = yield* SqlClient.SqlClient
  for (let turn = 0; fiber.pollUnsafe() === undefined; turn++) {
    if (engine.name === "SQLite" && (race.asked || turn === 1000)) return
    if (engine.name === "PostgreSQL") {
      const waiting = yield* sql`SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`
      if (waiting.length > 0) return
    }
    yield* Effect.yieldNow
  }
})

const rita = testPrincipal("rita", {}, { siteAdmin: true })

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`a removed organization on ${engine.name}`, () => {
    it.layer(application(engine), { excludeTestServices: true })((it) => {
      /** What is put behind the removal is refused, and the name holds nothing when it is taken again. */
      const isRefused = Effect.fnUntraced(function* <A, R>(
        name: string,
        put: Effect.Effect<A, { readonly _tag: string }, R>
      ) {
        const counted = yield* Deferred.make<void>()
        const answer = yield* Deferred.make<void>()
        race.beforeAnswer = Effect.andThen(Deferred.succeed(counted, undefined), Deferred.await(answer))
        race.asked = false
        const removing = yield* Effect.forkChild((yield* OrganizationRemoval).remove(name))
        yield* Deferred.await(counted)
        const putting = yield* Effect.forkChild(put)
        yield* untilItWaits(engine, putting)
        race.beforeAnswer = Effect.void
        yield* Deferred.succeed(answer, undefined)
        yield* Fiber.join(removing)
        const refused = yield* Effect.flip(Fiber.join(putting))
        assert.strictEqual(refused._tag, "NotFound")
        assert.deepStrictEqual(yield* (yield* OrganizationHoldings).of(name), [])
      })

      const make = (name: string) => Effect.flatMap(Organizations, ({ create }) => create({ name }))

      it.effect("404 for a package version that is completed behind it", () =>
        Effect.gen(function* () {
          yield* make("stays")
          yield* make("packages")
          const publish = yield* Publish
          const path = { source: "private", publisher: "packages", name: "shop" }
          const { operationID } = yield* publish.start(rita, path, { version: "1.0.0" })
          yield* uploadSample(operationID, sampleArtifacts())
          yield* isRefused("packages", publish.complete(rita, { ...path, version: "1.0.0" }, operationID))
        })
      )

      it.effect("404 for a policy pack that is begun, published or imported behind it", () =>
        Effect.gen(function* () {
          const packs = yield* Packs
          const registry = yield* RegistryPublish
          const imports = yield* Imports
          const archive = yield* sampleArchive
          yield* make("begun")
          yield* isRefused("begun", packs.create(rita, "begun", samplePack("pack")))
          yield* make("published")
          const path = { source: "private", publisher: "published", name: "pack" }
          const { name: _, ...body } = samplePack("pack")
          const { operationID } = yield* registry.start(rita, path, { ...body, version: "1.0.0" })
          yield* (yield* BlobStore).write(`policypacks/uploads/${operationID}`, archive)
          yield* isRefused("published", registry.complete(rita, { ...path, version: "1.0.0" }, operationID))
          yield* make("imported")
          yield* isRefused("imported", imports.add("imported", samplePack("pack"), archive, "private"))
        })
      )

      it.effect("404 for a policy group that is made behind it, and for what it says of a pack", () =>
        Effect.gen(function* () {
          const groups = yield* PolicyGroups
          const access = yield* PackAccessSettings
          yield* make("groups")
          yield* isRefused("groups", groups.create({ organization: "groups", group: "all" }))
          yield* (yield* Imports).add("stays", samplePack("public"), yield* sampleArchive, "public")
          yield* make("access")
          yield* isRefused("access", access.set("access", { organization: "stays", name: "public" }, "added"))
        })
      )
    })
  })
}
