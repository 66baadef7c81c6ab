import { assert, describe, it } from "@effect/vitest"
import { Audit, type AuditedWrite } from "@platform-control/core/Audit"
import { testEngines } from "@platform-control/core/testing/databases"
import { Effect, Fiber, Layer } from "effect"
import {
  Imports,
  PackAccessSettings,
  PolicyGroups,
  PolicyOrganizations,
  policyGroupCount,
  policyPackCount
} from "../../src/server.ts"
import { publishPack, sampleArchive, samplePack, samplePolicy } from "../../src/testing.ts"
import { ask, callers, layerStage, PACKS } from "../stage/Stage.ts"

const organizations = Layer.succeed(PolicyOrganizations, {
  exists: (name) => Effect.succeed(["acme", "globex"].includes(name)),
  hold: (name) => Effect.succeed(["acme", "globex"].includes(name))
})

const group = { organization: "acme", group: "production" }
const pack = { organization: "acme", name: "storage" }

const policies = [
  samplePolicy("plain"),
  samplePolicy("sized", {
    configSchema: { type: "object", properties: { max: { type: "integer", maximum: 5 } }, required: ["max"] }
  })
]

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onSuccess: () => "done", onFailure: ({ _tag }) => _tag })

for (const engine of testEngines) {
  const writes: Array<AuditedWrite> = []
  const audit = Layer.succeed(Audit, {
    record: (write) => Effect.sync(() => void writes.push(write)),
    recordAll: (all) => Effect.sync(() => void writes.push(...all.map(({ write }) => write)))
  })

  describe.skipIf(engine.skip)(`policy groups on ${engine.name}`, () => {
    it.layer(layerStage(engine).pipe(Layer.provide([organizations, audit])))((it) => {
      it.effect("create: once a name; 400 for a bad name, 404 without organization, 409 for a taken one", () =>
        Effect.gen(function* () {
          const groups = yield* PolicyGroups
          yield* groups.create(group)
          assert.strictEqual(yield* tagOf(groups.create(group)), "Conflict")
          assert.strictEqual(yield* tagOf(groups.create({ ...group, group: "not safe" })), "BadRequest")
          assert.strictEqual(yield* tagOf(groups.create({ ...group, organization: "nobody" })), "NotFound")
          assert.deepStrictEqual(yield* groups.list("acme"), [{ name: "production", packs: [] }])
          assert.strictEqual(yield* tagOf(groups.list("nobody")), "NotFound")
        })
      )

      it.effect("apply: keeps the levels and the configuration that the version's policies allow", () =>
        Effect.gen(function* () {
          const groups = yield* PolicyGroups
          yield* publishPack(callers.alice, "acme", samplePack("storage", { policies, versionTag: "1.0.0" }))
          const settings = { enforcementLevels: { plain: "advisory" as const }, configuration: { sized: { max: 3 } } }
          assert.strictEqual(yield* groups.apply(group, pack, "1.0.0", settings), 1)
          assert.deepStrictEqual(yield* groups.list("acme"), [
            {
              name: "production",
              packs: [{ publisher: "acme", name: "storage", version: 1, versionTag: "1.0.0", ...settings }]
            }
          ])
        })
      )

      it.effect("apply: 400 for a level, a policy or a configuration that the version does not allow, naming it", () =>
        Effect.gen(function* () {
          const groups = yield* PolicyGroups
          for (const [settings, attribute] of [
            [
              { enforcementLevels: { plain: "strict" }, configuration: { sized: { max: 1 } } },
              "enforcementLevels.plain"
            ],
            [
              { enforcementLevels: { other: "advisory" }, configuration: { sized: { max: 1 } } },
              "enforcementLevels.other"
            ],
            [{ enforcementLevels: {}, configuration: { sized: { max: 6 } } }, "configuration.sized.max"],
            [{ enforcementLevels: {}, configuration: { plain: {}, sized: { max: 1 } } }, "configuration.plain"],
            [{ enforcementLevels: {}, configuration: { other: {}, sized: { max: 1 } } }, "configuration.other"],
            [{ enforcementLevels: {}, configuration: {} }, "configuration.sized"]
          ] as const) {
            const refused = yield* Effect.flip(groups.apply(group, pack, "latest", settings))
            assert.strictEqual(refused._tag, "BadRequest")
            assert.deepStrictEqual(
              refused.errors?.map(({ attribute }) => attribute),
              [attribute]
            )
          }
          const disabled = { enforcementLevels: { sized: "disabled" }, configuration: {} }
          assert.strictEqual(yield* groups.apply(group, pack, "latest", disabled), 1)
        })
      )

      it.effect("apply: 400 for an incomplete version, 404 for an unknown group, pack or version", () =>
        Effect.gen(function* () {
          const groups = yield* PolicyGroups
          yield* ask("POST", PACKS, samplePack("storage"))
          assert.strictEqual(yield* tagOf(groups.apply(group, pack, "2")), "BadRequest")
          assert.strictEqual(yield* tagOf(groups.apply({ ...group, group: "other" }, pack, "1")), "NotFound")
          assert.strictEqual(yield* tagOf(groups.apply(group, pack, "9")), "NotFound")
          assert.strictEqual(yield* tagOf(groups.apply(group, { ...pack, name: "other" }, "1")), "NotFound")
        })
      )

      it.effect("apply: other writers don't wait while what a publisher wrote is checked", () =>
        Effect.gen(function* () {
          const groups = yield* PolicyGroups
          const configSchema = { type: "object", properties: { a: { type: "string" } }, required: ["a"] } as const
          const many = Array.from({ length: 300 }, (_, index) => samplePolicy(`p${index}`, { configSchema }))
          const slow = samplePack("slow", { policies: many })
          const configuration = Object.fromEntries(many.map(({ name }) => [name, { a: "a" }]))
          yield* publishPack(callers.alice, "acme", slow)
          const done: Array<string> = []
          const settings = { enforcementLevels: {}, configuration }
          const applying = yield* groups.apply(group, { ...pack, name: "slow" }, "latest", settings).pipe(
            Effect.tap((version) => Effect.sync(() => done.push(`applied ${version}`))),
            Effect.forkChild({ startImmediately: true })
          )
          yield* groups.create({ ...group, group: "meanwhile" })
          done.push("created")
          assert.strictEqual(yield* Fiber.join(applying), 1)
          assert.deepStrictEqual(done, ["created", "applied 1"])
          yield* groups.withdraw(group, { ...pack, name: "slow" })
          yield* groups.remove({ ...group, group: "meanwhile" })
        })
      )

      it.effect("apply: what `latest` names is what was checked, also when that changes meanwhile", () =>
        Effect.gen(function* () {
          const groups = yield* PolicyGroups
          const moving = { ...pack, name: "moving" }
          const configSchema = { type: "object", properties: { a: { type: "string" } }, required: ["a"] } as const
          const many = Array.from({ length: 900 }, (_, index) => samplePolicy(`p${index}`, { configSchema }))
          yield* publishPack(callers.alice, "acme", samplePack("moving", { policies: many }))
          const settings = { enforcementLevels: { p0: "advisory" }, configuration: { p0: { a: "a" } } }
          const applying = yield* groups
            .apply(group, moving, "latest", settings)
            .pipe(Effect.forkChild({ startImmediately: true }))
          yield* publishPack(callers.alice, "acme", samplePack("moving", { policies: many.slice(0, 1) }))
          // The first version would have needed values for all of its policies.
          assert.strictEqual(yield* Fiber.join(applying), 2)
          yield* groups.withdraw(group, moving)
        })
      )

      it.effect("apply: another organization's pack only when it is public and was added", () =>
        Effect.gen(function* () {
          const groups = yield* PolicyGroups
          const access = yield* PackAccessSettings
          const imports = yield* Imports
          const archive = yield* sampleArchive
          yield* imports.add("globex", samplePack("shared"), archive, "public")
          yield* imports.add("globex", samplePack("hidden"), archive, "private")
          const shared = { organization: "globex", name: "shared" }
          const hidden = { organization: "globex", name: "hidden" }
          assert.strictEqual(yield* tagOf(groups.apply(group, shared, "1")), "NotFound")
          assert.strictEqual(yield* tagOf(groups.apply(group, hidden, "1")), "NotFound")
          assert.strictEqual(yield* tagOf(access.set("acme", hidden, "added")), "NotFound")
          assert.strictEqual(yield* tagOf(access.set("acme", pack, "added")), "BadRequest")
          yield* access.set("acme", shared, "added")
          assert.strictEqual(yield* groups.apply(group, shared, "1"), 1)
          // What is used can't be denied, nor removed by its owner.
          assert.strictEqual(yield* tagOf(access.set("acme", shared, "denied")), "Conflict")
          assert.strictEqual(yield* tagOf(access.set("acme", shared, undefined)), "Conflict")
          assert.strictEqual(yield* tagOf(imports.remove(shared)), "BadRequest")
          yield* groups.withdraw(group, shared)
          yield* access.set("acme", shared, "denied")
          assert.strictEqual(yield* tagOf(groups.apply(group, shared, "1")), "NotFound")
          yield* imports.remove(shared)
          assert.strictEqual(yield* tagOf(imports.remove(pack)), "NotFound")
        })
      )

      it.effect("import: the next version each time; 404 without organization, 409 for a pack of one's own", () =>
        Effect.gen(function* () {
          const imports = yield* Imports
          const archive = yield* sampleArchive
          assert.strictEqual(yield* imports.add("acme", samplePack("outside"), archive, "private"), 1)
          assert.strictEqual(yield* imports.add("acme", samplePack("outside"), archive, "public"), 2)
          assert.strictEqual(yield* tagOf(imports.add("acme", samplePack("storage"), archive, "private")), "Conflict")
          assert.strictEqual(yield* tagOf(imports.add("nobody", samplePack("x"), archive, "private")), "NotFound")
          const junk = new TextEncoder().encode("junk")
          assert.strictEqual(yield* tagOf(imports.add("acme", samplePack("outside"), junk, "private")), "BadRequest")
          const { json } = yield* ask("GET", `${PACKS}?policypack=outside`)
          assert.deepStrictEqual(json.policyPacks[0].versions, [2, 1])
        })
      )

      it.effect("import: a pack that is public stays so, for those who use it", () =>
        Effect.gen(function* () {
          const imports = yield* Imports
          const archive = yield* sampleArchive
          const offered = { organization: "globex", name: "offered" }
          const versions = "/api/registry/policypacks/private/globex/offered/versions"
          yield* imports.add("globex", samplePack("offered"), archive, "private")
          assert.strictEqual((yield* ask("GET", versions)).status, 404)
          yield* imports.add("globex", samplePack("offered"), archive, "public")
          yield* (yield* PackAccessSettings).set("acme", offered, "added")
          yield* imports.add("globex", samplePack("offered"), archive, "private")
          assert.strictEqual((yield* ask("GET", `${versions}/3`)).status, 200)
          assert.strictEqual(yield* (yield* PolicyGroups).apply(group, offered, "latest"), 3)
          yield* (yield* PolicyGroups).withdraw(group, offered)
          yield* imports.remove(offered)
        })
      )

      it.effect("withdraw and remove: 404 for what is not there; a removed group applies nothing", () =>
        Effect.gen(function* () {
          const groups = yield* PolicyGroups
          assert.strictEqual((yield* ask("DELETE", `${PACKS}/storage`)).status, 400)
          assert.strictEqual(yield* tagOf(groups.withdraw(group, { ...pack, name: "other" })), "NotFound")
          yield* groups.remove(group)
          assert.strictEqual(yield* tagOf(groups.remove(group)), "NotFound")
          assert.strictEqual(yield* tagOf(groups.withdraw(group, pack)), "NotFound")
          assert.strictEqual((yield* ask("GET", `${PACKS}/storage/versions/1`)).json.applied, false)
        })
      )

      it.effect("every change is audited once, under its organization", () =>
        Effect.gen(function* () {
          writes.length = 0
          const groups = yield* PolicyGroups
          const audited = { organization: "acme", group: "audited" }
          yield* groups.create(audited)
          yield* publishPack(callers.alice, "acme", samplePack("audited"))
          yield* groups.apply(audited, { organization: "acme", name: "audited" }, "1")
          yield* groups.withdraw(audited, { organization: "acme", name: "audited" })
          yield* groups.remove(audited)
          yield* ask("DELETE", `${PACKS}/audited/versions/1`)
          assert.deepStrictEqual(
            writes.map(({ action, organization, target }) => `${action} ${target} ${organization}`),
            [
              "policy-group.create acme/audited acme",
              "policy-pack-version.begin acme/audited@1 acme",
              "policy-pack-version.complete acme/audited@1 acme",
              "policy-group.apply acme/audited: acme/audited@1 acme",
              "policy-group.withdraw acme/audited: acme/audited acme",
              "policy-group.delete acme/audited acme",
              "policy-pack-version.delete acme/audited@1 acme"
            ]
          )
        })
      )

      it.effect("packs and groups of an organization are counted", () =>
        Effect.gen(function* () {
          const packsOf = yield* policyPackCount
          const groupsOf = yield* policyGroupCount
          assert.deepStrictEqual([yield* packsOf("globex"), yield* packsOf("nobody")], [1, 0])
          yield* (yield* PolicyGroups).create({ organization: "globex", group: "one" })
          assert.deepStrictEqual([yield* groupsOf("globex"), yield* groupsOf("nobody")], [1, 0])
        })
      )
    })
  })
}
