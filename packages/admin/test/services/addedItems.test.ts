/** What the audit log says of attached items: all of them, in few entries, none of which is too long to be searched for. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { testEngines } from "@platform-control/core/testing/databases"
import { AuditLog } from "../../src/server.ts"
import { addedItems } from "../../src/services/addedItems.ts"
import { makePlace, servicesOn, stacks } from "../support/servicesOverHttp.ts"

const longest = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const name = String(index).padStart(100, "n")
    return { type: "environment", name: `${name}/${name}` } as const
  })

/** The items that targets name. */
const named = (service: string, targets: ReadonlyArray<string>) =>
  targets.flatMap((target) => {
    assert.isTrue(target.startsWith(`${service}/`))
    return target.slice(service.length + 1).split(", ")
  })

describe("what is said of attached items", () => {
  it("one is named as it is when it is detached", () => {
    assert.deepStrictEqual(addedItems("shop", [{ type: "stack", name: "web/one" }]), ["shop/stack/web/one"])
  })

  it("nothing of none", () => {
    assert.deepStrictEqual(addedItems("shop", []), [])
  })

  it("each of many, in their order, and no text is longer than an index takes", () => {
    const service = "s".repeat(100)
    for (const count of [1, 2, 3, 4, 5, 6, 1000]) {
      const items = longest(count)
      const targets = addedItems(service, items)
      assert.deepStrictEqual(
        named(service, targets),
        items.map(({ name, type }) => `${type}/${name}`)
      )
      for (const target of targets) assert.isAtMost(target.length, 1000)
      assert.isAtMost(targets.length, Math.ceil(count / 4))
    }
  })
})

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`the audit of attached items on ${engine.name}`, () => {
    it.layer(servicesOn(engine), { excludeTestServices: true })((it) => {
      it.effect("names each item that was not attached before, a thousand of them in a few entries", () =>
        Effect.gen(function* () {
          const { list } = yield* AuditLog
          const place = yield* makePlace("attached")
          const own = yield* place.service("shop", { items: stacks(3) })
          const items = stacks(1000)
          assert.strictEqual((yield* place.send("POST", `${own}/v2/items`, { items })).status, 204)
          const most = { items: longest(1000) }
          assert.strictEqual((yield* place.send("POST", `${own}/v2/items`, most)).status, 204)
          const page = { order: "oldest first", limit: 1000 } as const
          const entries = yield* list({ organization: "attached", action: "service.add-items" }, page)
          const targets = entries.map(({ target }) => target)
          assert.strictEqual(targets[0], "shop/stack/p/s000, stack/p/s001, stack/p/s002")
          assert.deepStrictEqual(
            named("shop", targets),
            [...items, ...most.items].map(({ name, type }) => `${type}/${name}`)
          )
          const [first] = targets.slice(1)
          assert.match(first!, /^shop\/stack\/p\/s003, /)
          assert.isAtMost(targets.filter((target) => target.includes("stack/")).length, 20)
          assert.isAtMost(targets.length, 290)
        })
      )
    })
  })
}
