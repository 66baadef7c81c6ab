import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { testEngines } from "@platform-control/core/testing/databases"
import { makePlace, sampleService, servicesOn, stacks } from "../support/servicesOverHttp.ts"

type Place = Effect.Success<ReturnType<typeof makePlace>>

interface Page {
  readonly continuationToken?: string
}

/** Every page from the first to the last, as JSON. */
const walk = Effect.fnUntraced(function* (send: Place["send"], path: string, size: number) {
  const pages: Array<Page> = []
  let token: string | undefined
  do {
    const after = token === undefined ? "" : `&continuationToken=${token}`
    const { json, status } = yield* send("GET", `${path}?maxResults=${size}${after}`)
    assert.strictEqual(status, 200)
    pages.push(json)
    token = json.continuationToken
    assert.isAtMost(pages.length, 100)
  } while (token !== undefined)
  return pages
})

const NAMES = ["a", "B", "b", "c-1", "c.1", "c_1", "d0", "d1", "d2", "d3", "e", "Z"]
/** By code point. */
const SORTED = ["B", "Z", "a", "b", "c-1", "c.1", "c_1", "d0", "d1", "d2", "d3", "e"]
const SIZES = [1, 2, 3, 5, 6, 11, 12, 13, 1000]

const namesIn = (pages: ReadonlyArray<Page>, field: "services" | "items") =>
  pages.flatMap((page) => (page as Record<string, ReadonlyArray<{ name: string }>>)[field]!.map(({ name }) => name))

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`paging of services and items on ${engine.name}`, () => {
    it.layer(servicesOn(engine), { excludeTestServices: true })((it) => {
      it.effect(
        "pages of every size hold every service once, in the order of names, in as many pages as it takes",
        () =>
          Effect.gen(function* () {
            const { path, send, service } = yield* makePlace("list")
            const decoy = yield* makePlace("list-decoy")
            yield* Effect.forEach(["a", "m", "zz"], (name) => decoy.service(name))
            yield* Effect.forEach(NAMES, (name) => service(name))
            for (const size of SIZES) {
              const pages = yield* walk(send, path, size)
              assert.deepStrictEqual(namesIn(pages, "services"), SORTED)
              assert.strictEqual(pages.length, Math.ceil(NAMES.length / size))
            }
            assert.notProperty((yield* send("GET", path)).json, "continuationToken")
          })
      )

      it.effect(
        "pages of every size hold every item once, in the order of type and name, each with the same service",
        () =>
          Effect.gen(function* () {
            const { send, service } = yield* makePlace("items")
            yield* service("decoy", { items: stacks(5) })
            const wanted = NAMES.map((name, index) => ({
              type: index % 2 === 0 ? "stack" : "environment",
              name: `p/${name}`
            }))
            const own = yield* service("shop", { items: wanted })
            const first = (yield* send("GET", own)).json
            const keys = first.items.map(({ name, type }: Record<string, string>) => `${type} ${name}`)
            assert.deepStrictEqual(keys, wanted.map(({ name, type }) => `${type} ${name}`).toSorted())
            for (const size of SIZES) {
              const pages = yield* walk(send, own, size)
              assert.deepStrictEqual(namesIn(pages, "items"), namesIn([first], "items"))
              assert.strictEqual(pages.length, Math.ceil(NAMES.length / size))
              for (const page of pages) assert.deepStrictEqual((page as typeof first).service, first.service)
            }
          })
      )

      it.effect("a walk sees every service and item that stays, whatever comes and goes meanwhile", () =>
        Effect.gen(function* () {
          const { path, pathOf, send, service } = yield* makePlace("moving")
          yield* Effect.forEach(["b", "d", "f", "h"], (name) => service(name))
          const page = (yield* send("GET", `${path}?maxResults=2`)).json
          yield* service("a")
          yield* service("e")
          yield* send("DELETE", pathOf("d"))
          const rest = (yield* send("GET", `${path}?continuationToken=${page.continuationToken}`)).json
          assert.deepStrictEqual(namesIn([page], "services"), ["b", "d"])
          assert.deepStrictEqual(namesIn([rest], "services"), ["e", "f", "h"])

          const own = yield* service("shop", { items: stacks(4) })
          const items = (yield* send("GET", `${own}?maxResults=2`)).json
          yield* send("POST", `${own}/v2/items`, { items: stacks(1, "a") })
          yield* send("DELETE", `${own}/v2/items/stack/p/s001`)
          const others = (yield* send("GET", `${own}?continuationToken=${items.continuationToken}`)).json
          assert.deepStrictEqual(namesIn([items, others], "items"), ["p/s000", "p/s001", "p/s002", "p/s003"])
        })
      )

      it.effect("400 for a token of another list, service or organization, or that was changed", () =>
        Effect.gen(function* () {
          const { path, send, service } = yield* makePlace("tokens")
          const other = yield* makePlace("tokens-other")
          yield* other.service("shop", { items: stacks(2) })
          const own = yield* service("shop", { items: stacks(2) })
          const another = yield* service("store", { items: stacks(2) })
          const ofList: string = (yield* send("GET", `${path}?maxResults=1`)).json.continuationToken
          const ofItems: string = (yield* send("GET", `${own}?maxResults=1`)).json.continuationToken
          for (const [at, token] of [
            [own, ofList],
            [path, ofItems],
            [another, ofItems],
            [own, `${ofItems.slice(0, -1)}${ofItems.endsWith("A") ? "B" : "A"}`],
            [own, ""],
            [own, "x".repeat(5000)]
          ])
            assert.strictEqual((yield* send("GET", `${at}?continuationToken=${token}`)).status, 400)
          const theirs = yield* other.send("GET", `${other.path}?continuationToken=${ofList}`)
          assert.strictEqual(theirs.status, 400)
          yield* send("DELETE", own)
          yield* service("shop", { items: stacks(2) })
          assert.strictEqual((yield* send("GET", `${own}?continuationToken=${ofItems}`)).status, 400)
        })
      )

      it.effect("no page holds more than a thousand", () =>
        Effect.gen(function* () {
          const { admin, path, send, service } = yield* makePlace("thousand")
          const own = yield* service("shop", { items: stacks(1000) })
          yield* send("POST", `${own}/v2/items`, { items: stacks(5, "more") })
          const items = (yield* send("GET", `${own}?maxResults=1000`)).json
          assert.strictEqual(items.items.length, 1000)
          assert.isString(items.continuationToken)
          assert.strictEqual((yield* send("GET", own)).json.items.length, 100)
          yield* Effect.forEach(
            Array.from({ length: 1000 }, (_, index) => `many-${index}`),
            (name) => send("POST", path, sampleService(admin.login, name)),
            { concurrency: 16 }
          )
          const services = (yield* send("GET", `${path}?maxResults=1000`)).json
          assert.strictEqual(services.services.length, 1000)
          assert.isString(services.continuationToken)
        })
      )
    })
  })
}
