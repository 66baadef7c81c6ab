/** Random histories of every operation, against the model and on every engine; after each step everything is read back. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import fc from "fast-check"
import { testEngines } from "@platform-control/core/testing/databases"
import type { Service } from "../../src/contract/index.ts"
import { makePlace, type Reply, servicesOn } from "../support/servicesOverHttp.ts"
import {
  type Item,
  keyOf,
  type ModelService,
  type Property,
  ServiceModel,
  shownItems,
  shownService
} from "./ServiceModel.ts"

const HISTORIES = 25
const COMMANDS = 40

interface Real {
  readonly path: string
  readonly owners: Readonly<Record<string, string>>
  readonly send: (method: string, path: string, body?: unknown) => Promise<Reply>
}

type Command = fc.AsyncCommand<ServiceModel, Real>

const owner = fc.constantFrom("user", "team")
const name = fc.constantFrom("a", "b", "c", "d")
const text = fc.constantFrom("", "first", "second", "dé\u{1F600}")
const item: fc.Arbitrary<Item> = fc.record({
  type: fc.constantFrom("stack", "environment"),
  name: fc.constantFrom("p/a", "p/b", "q/a", "q/b")
})
const items = fc.array(item, { maxLength: 5 })
const property: fc.Arbitrary<Property> = fc.record({
  key: fc.constantFrom("k", "l", "m"),
  value: text,
  type: fc.constantFrom("text", "url"),
  order: fc.constantFrom(-1, 0, 1, 2_147_483_647)
})
const properties = fc.uniqueArray(property, { selector: ({ key }) => key, maxLength: 3 })

const at = (real: Real, ownerType: string, service: string) =>
  `${real.path}/${ownerType}/${real.owners[ownerType]}/${service}`

/** The wire's service in the words of the model. */
const seen = (service: Service): ReturnType<typeof shownService> => ({
  owner: service.owner.type,
  name: service.name,
  description: service.description,
  members: service.members.map(({ name, type }, index) => (index === 0 ? type : `${type} ${name}`)),
  itemCountSummary: service.itemCountSummary,
  properties: service.properties
})

const expectAll = async (model: ServiceModel, real: Real) => {
  const list = await real.send("GET", real.path)
  assert.deepStrictEqual(list.json.services.map(seen), model.shown())
  for (const service of model.services.values())
    expectOne(service, await real.send("GET", at(real, service.owner, service.name)))
}

const expectOne = (service: ModelService, { json, status }: Reply) => {
  assert.strictEqual(status, 200)
  assert.deepStrictEqual(seen(json.service), shownService(service))
  assert.deepStrictEqual(json.items.map(keyOf), shownItems(service))
}

const command = (text: string, run: (model: ServiceModel, real: Real) => Promise<unknown>): Command => ({
  check: () => true,
  run: async (model, real) => {
    await run(model, real)
    await expectAll(model, real)
  },
  toString: () => text
})

/** A step on a service that may be there or not; `deed` is only asked where it is. */
const onService = (
  what: string,
  [ownerType, service]: readonly [string, string],
  method: string,
  rest: { readonly below?: string; readonly body?: unknown },
  deed: (model: ServiceModel, found: ModelService, reply: Reply) => number
): Command =>
  command(`${what} ${ownerType}/${service} ${JSON.stringify(rest)}`, async (model, real) => {
    const reply = await real.send(method, `${at(real, ownerType, service)}${rest.below ?? ""}`, rest.body)
    const found = model.find(ownerType, service)
    assert.strictEqual(reply.status, found === undefined ? 404 : deed(model, found, reply))
  })

const place = fc.tuple(owner, name)
const generation = fc.constantFrom("items", "v2/items")

const create = fc.record({ ownerType: owner, name, description: text, properties, items }).map((asked) =>
  command(`create ${JSON.stringify(asked)}`, async (model, real) => {
    const body = { ...asked, ownerName: real.owners[asked.ownerType] }
    const expected = model.create({ ...asked, owner: asked.ownerType }, asked.items)
    assert.strictEqual((await real.send("POST", real.path, body)).status, expected)
  })
)

const update = fc
  .tuple(place, fc.record({ description: text, properties, name }, { requiredKeys: [] }))
  .map(([where, body]) =>
    onService("update", where, "PATCH", { body }, (model, found) => {
      if (body.name !== undefined && model.rename(found, body.name) === 409) return 409
      found.description = body.description ?? found.description
      found.properties = body.properties ?? found.properties
      return 200
    })
  )

const share = fc.tuple(place, fc.boolean()).map(([where, shared]) =>
  onService(
    "share",
    where,
    "PATCH",
    { body: { members: shared ? [{ type: "team", name: "guests" }] : [] } },
    (_, found) => {
      found.members = shared ? ["team guests"] : []
      return 200
    }
  )
)

const add = fc.tuple(place, generation, items).map(([where, below, added]) =>
  onService("add", where, "POST", { below: `/${below}`, body: { items: added } }, (_, found, reply) => {
    for (const one of added) found.items.set(keyOf(one), one)
    if (below === "items") expectOne(found, reply)
    return below === "items" ? 200 : 204
  })
)

const detach = fc.tuple(place, generation, item, fc.boolean()).map(([where, below, one, raw]) => {
  const path = `/${below}/${one.type}/${raw ? one.name : encodeURIComponent(one.name)}`
  return onService("detach", where, "DELETE", { below: path }, (_, found, reply) => {
    found.items.delete(keyOf(one))
    if (below === "items") expectOne(found, reply)
    return below === "items" ? 200 : 204
  })
})

const exists = place.map((where) => onService("exists", where, "HEAD", {}, () => 204))

const remove = fc
  .tuple(place, fc.constantFrom(undefined, true, false))
  .map(([where, force]) =>
    onService("remove", where, "DELETE", { below: force === undefined ? "" : `?force=${force}` }, (model, found) =>
      model.remove(found, force === true)
    )
  )

const commands = [create, create, update, share, add, detach, exists, remove]

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`histories of services on ${engine.name}`, () => {
    it.layer(servicesOn(engine), { excludeTestServices: true })((it) => {
      it.effect(
        `${HISTORIES} histories of ${COMMANDS} steps are as the model says`,
        () =>
          Effect.gen(function* () {
            const context = yield* Effect.context<Layer.Success<ReturnType<typeof servicesOn>>>()
            let runs = 0
            const begin = Effect.gen(function* () {
              const place = yield* makePlace(`history-${(runs += 1)}`)
              yield* place.team("ops", [])
              yield* place.team("guests", [])
              return place
            })
            const property = fc.asyncProperty(
              fc.commands(commands, { maxCommands: COMMANDS, size: "max" }),
              async (history) => {
                const { admin, path, send } = await Effect.runPromiseWith(context)(begin)
                const real: Real = {
                  path,
                  owners: { user: admin.login, team: "ops" },
                  send: (method, below, body) => Effect.runPromise(send(method, below, body))
                }
                await fc.asyncModelRun(() => ({ model: new ServiceModel(), real }), history)
              }
            )
            yield* Effect.promise(() => fc.assert(property, { numRuns: HISTORIES }))
            assert.strictEqual(runs, HISTORIES)
          }),
        120_000
      )
    })
  })
}
