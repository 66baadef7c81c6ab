/** Every field of every body, part of every path and parameter of every query, with what it must not be. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { testEngines } from "@platform-control/core/testing/databases"
import { makePlace, sampleService, servicesOn, stacks, Web } from "../support/servicesOverHttp.ts"

const DEEP = `${"[".repeat(5000)}${"]".repeat(5000)}`

/** JSON texts of what is none of the types that a field may have, or too much of it. */
const odd: ReadonlyArray<string> = [
  "null",
  "true",
  "0",
  "-1",
  "1e400",
  "1.5",
  "9007199254740993",
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"e\\u0301"',
  '"\\u202e"',
  '"../../x"',
  '"a/b"',
  `"'; DROP TABLE admin_services; --"`,
  JSON.stringify("x".repeat(200_000)),
  JSON.stringify("\u{1F600}".repeat(5000)),
  "[]",
  "{}",
  "[null]",
  "[{}]",
  '["x"]',
  '{"__proto__":{"a":1}}',
  '{"constructor":1,"toString":2}',
  DEEP
]

const property = { key: "k", value: "v", type: "text", order: 1 }

/** The body as JSON text with one of its fields, however deep, replaced by a text. */
const mutated = (body: unknown): ReadonlyArray<(json: string) => string> => {
  const paths: Array<ReadonlyArray<string | number>> = [[]]
  const visit = (value: unknown, path: ReadonlyArray<string | number>) => {
    if (typeof value !== "object" || value === null) return
    for (const [key, below] of Object.entries(value)) {
      const at = [...path, Array.isArray(value) ? Number(key) : key]
      paths.push(at)
      visit(below, at)
    }
  }
  visit(body, [])
  const marker = "\u0001"
  const replaced = (value: unknown, [key, ...rest]: ReadonlyArray<string | number>): unknown => {
    if (key === undefined) return marker
    if (Array.isArray(value)) return value.map((one, index) => (index === key ? replaced(one, rest) : one))
    return { ...(value as object), [key]: replaced((value as Record<string, unknown>)[key], rest) }
  }
  return paths.map((path) => {
    const text = JSON.stringify(replaced(body, path))
    return (json) => text.replace(JSON.stringify(marker), () => json)
  })
}

const oddPieces = [
  "%00",
  "%zz",
  "%",
  "%ff",
  "%ED%A0%80",
  "..",
  "%2e%2e",
  "%2F",
  "x".repeat(3000),
  "%F0%9F%98%80",
  "%20",
  "'",
  "*"
]

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`bad input to services on ${engine.name}`, () => {
    it.layer(servicesOn(engine), { excludeTestServices: true })((it) => {
      it.effect(
        "bodies are taken or refused in the decided form, and what is refused changes nothing",
        () =>
          Effect.gen(function* () {
            const place = yield* makePlace("bodies")
            const { send } = yield* Web
            const raw = (method: string, path: string, text: string) =>
              send(method, path, { token: place.admin.token, text })
            const own = yield* place.service("shop", { properties: [property], items: stacks(1) })
            const items = { items: [...stacks(1), { type: "environment", name: "p/e" }] }
            const targets = [
              ["POST", place.path, sampleService(place.admin.login, "new", { properties: [property], ...items })],
              [
                "PATCH",
                own,
                { description: "", properties: [property], members: [{ type: "user", name: place.admin.login }] }
              ],
              ["POST", `${own}/items`, items],
              ["POST", `${own}/v2/items`, items]
            ] as const
            let refused = 0
            for (const [method, path, body] of targets)
              for (const mutate of mutated(body))
                for (const json of odd) {
                  const before = (yield* place.send("GET", place.path)).json
                  const text = mutate(json)
                  const reply = yield* raw(method, path, text)
                  const what = `${method} ${path} ${text.slice(0, 300)}: ${reply.status}`
                  assert.include([200, 204, 400, 404, 409], reply.status, what)
                  if (reply.status < 300) {
                    yield* place.send("DELETE", place.pathOf("new"))
                    continue
                  }
                  refused += 1
                  assert.strictEqual(reply.json.code, reply.status)
                  assert.isString(reply.json.message)
                  assert.deepStrictEqual((yield* place.send("GET", place.path)).json, before, what)
                }
            assert.isAbove(refused, 500)
          }),
        180_000
      )

      it.effect("what is no JSON, or JSON of no object, is 400", () =>
        Effect.gen(function* () {
          const place = yield* makePlace("no-json")
          const { send } = yield* Web
          const raw = (method: string, path: string, text: string) =>
            send(method, path, { token: place.admin.token, text })
          const own = yield* place.service("shop")
          for (const text of ["", "{", "nul", '{"items":[}', "\u0000", '{"name":"\\x"}', "[]", "1", '"x"', "null"])
            for (const [method, path] of [
              ["POST", place.path],
              ["PATCH", own],
              ["POST", `${own}/items`],
              ["POST", `${own}/v2/items`]
            ] as const)
              assert.strictEqual((yield* raw(method, path, text)).status, 400, `${method} ${JSON.stringify(text)}`)
        })
      )

      it.effect("odd pieces of a path find nothing, and break nothing", () =>
        Effect.gen(function* () {
          const place = yield* makePlace("paths")
          const own = yield* place.service("shop", { items: stacks(1) })
          const whole = `${own}/v2/items/stack/p%2Fs000`.split("/").slice(3)
          for (const piece of oddPieces)
            for (const index of whole.keys())
              for (const method of ["GET", "HEAD", "PATCH", "POST", "DELETE"]) {
                const path = `/api/orgs/${whole
                  .with(index, piece)
                  .slice(0, Math.max(index + 1, 5))
                  .join("/")}`
                const body = method === "PATCH" || method === "POST" ? {} : undefined
                const { status } = yield* place.send(method, path, body)
                assert.isAtLeast(status, 400, `${method} ${path}`)
                assert.isBelow(status, 500, `${method} ${path}`)
              }
          assert.strictEqual((yield* place.send("GET", own)).json.items.length, 1)
        })
      )

      it.effect("odd queries are 400 or ignored", () =>
        Effect.gen(function* () {
          const place = yield* makePlace("queries")
          const own = yield* place.service("shop")
          const values = [
            "",
            "0",
            "1e3",
            "1.0",
            "+1",
            "١",
            "%00",
            "%zz",
            "NaN",
            "99999999999999999999",
            "x".repeat(5000)
          ]
          for (const value of values)
            for (const [path, name] of [
              [place.path, "maxResults"],
              [place.path, "continuationToken"],
              [own, "maxResults"],
              [own, "continuationToken"]
            ])
              assert.strictEqual((yield* place.send("GET", `${path}?${name}=${value}`)).status, 400, `${name}=${value}`)
          assert.strictEqual((yield* place.send("GET", `${own}?unknown=1&__proto__=2`)).status, 200)
        })
      )
    })
  })
}
