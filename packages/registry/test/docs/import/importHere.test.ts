/** What is imported on the server's own thread, and what is left to another one. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Result } from "effect"
import { importHere } from "../../../src/docs/import/importHere.ts"
import { importPackage } from "../../../src/docs/import/importPackage.ts"
import { readImport } from "../../../src/docs/import/readImport.ts"

const order = {
  id: { source: "private", publisher: "acme", name: "p" },
  version: "1.0.0",
  readme: "# P\n",
  installation: "Install it.\n"
} as const

const members = (count: number, make: (index: number) => unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p:m:T${index}`, make(index)]))

const properties = (count: number) => ({
  properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`property${index}`, { type: "string" }]))
})

const imported = (schema: unknown, identify: Parameters<typeof importHere>[2] = () => Effect.succeed({})) =>
  importHere(order, new TextEncoder().encode(typeof schema === "string" ? schema : JSON.stringify(schema)), identify)

describe("importHere", () => {
  it.effect("makes the same of a small package as a thread", () =>
    Effect.gen(function* () {
      const schema = { name: "p", displayName: "P", resources: members(8, () => properties(4)) }
      const { rest, schema: metadata } = Option.getOrThrow(yield* imported(schema))
      const read = Result.getOrThrow(readImport(schema, "1.0.0"))
      const { value } = importPackage(order, read, {}).next()
      assert.deepStrictEqual(rest, Result.isResult(value) ? Result.getOrThrow(value) : undefined)
      assert.deepStrictEqual(metadata, read.metadata)
      assert.strictEqual(rest.pages.length, 9)
    })
  )

  it.effect("asks for other packages only when types come from them", () =>
    Effect.gen(function* () {
      const asked: Array<ReadonlyArray<string>> = []
      const identify = (names: ReadonlyArray<string>) => {
        asked.push(names)
        return Effect.succeed({ other: "platform/them/other" })
      }
      yield* imported({ name: "p" }, identify)
      assert.deepStrictEqual(asked, [])
      const foreign = { properties: { t: { $ref: "/other/v1.0.0/schema.json#/types/other:m:T" } } }
      const found = yield* imported({ name: "p", resources: { "p:m:R": foreign } }, identify)
      assert.deepStrictEqual(asked, [["other"]])
      assert.include(Option.getOrThrow(found).rest.pages[1]?.json, "platform/them/other")
    })
  )

  it.effect.each([
    ["is no JSON", "{"],
    ["is no schema", { name: 1 }],
    ["is of another version", { name: "p", version: "2.0.0" }],
    ["has many members", { name: "p", resources: members(51, () => ({})) }],
    ["has few members that lead to much", { name: "p", resources: members(20, () => properties(20)) }]
  ] as const)("leaves a schema to a thread that %s", ([, schema]) =>
    Effect.gen(function* () {
      assert.isTrue(Option.isNone(yield* imported(schema)))
    })
  )

  it.effect("leaves documents to a thread that are refused", () =>
    Effect.gen(function* () {
      const options = ["linux", "macos", "windows"].map((os) => `{{% choosable os ${os} %}}\nx\n{{% /choosable %}}\n`)
      const readme = `{{< chooser os "linux,macos,windows" >}}\n${options.join("")}{{< /chooser >}}\n`
      const bytes = new TextEncoder().encode('{"name":"p"}')
      const here = (text: string) => importHere({ ...order, readme: text }, bytes, () => Effect.succeed({}))
      assert.isTrue(Option.isSome(yield* here(readme)))
      assert.isTrue(Option.isNone(yield* here(`${readme}${"x".repeat(16_000_001)}`)))
    })
  )
})
