import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Limit, optional, PathText, required } from "../src/inputs.ts"
import * as Lookup from "../src/Lookup.ts"

const asked: Array<unknown> = []

const find = Lookup.make("getThing", {
  description: "Looks up a thing.",
  input: Schema.Struct({
    id: required(PathText, "Which."),
    a: optional(Schema.String, "One."),
    b: optional(Schema.Finite, "Another."),
    limit: optional(Limit, "How many.")
  }),
  rules: [Lookup.exactlyOneOf("a", "b")],
  output: Schema.Struct({ id: required(Schema.String, "Which.") }),
  example: { id: "x", a: "y" },
  find: (input) =>
    Effect.sync(() => {
      asked.push(input)
      return { id: input.id }
    })
})

const refusal = (input: unknown) =>
  Effect.map(Effect.flip(find(input as never)), ({ _tag, message }) => {
    assert.strictEqual(_tag, "InvalidInput")
    return message
  })

describe("a lookup", () => {
  it.effect("asks with an input that fits, in which undefined is as good as absent", () =>
    Effect.gen(function* () {
      const input = { id: "x", a: "y", b: undefined } as unknown as Parameters<typeof find>[0]
      assert.deepStrictEqual(yield* find(input), { id: "x" })
      assert.deepStrictEqual(asked, [{ id: "x", a: "y" }])
    })
  )

  it.effect("refuses none and several where exactly one is asked for, and says which", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* refusal({ id: "x" }), "getThing: One of a and b is required.")
      assert.strictEqual(
        yield* refusal({ id: "x", a: "y", b: 1 }),
        "getThing: Only one of a and b may be given, not a and b."
      )
    })
  )

  it.effect("refuses what is no input at all, and names every field that is wrong", () =>
    Effect.gen(function* () {
      for (const input of [null, 1, "x", [], undefined]) yield* refusal(input)
      const message = yield* refusal({ a: 1, limit: -1, more: true })
      for (const name of ["id", "a", "limit", "more"]) assert.match(message, new RegExp(`\\b${name}:`))
    })
  )

  it.effect("refuses parts of paths that would name another path", () =>
    Effect.gen(function* () {
      for (const id of ["", ".", "..", "\ud800"]) assert.match(yield* refusal({ id, a: "y" }), /^getThing: id: /)
      for (const id of ["...", "a/b", "a..b", "%2e"]) assert.deepStrictEqual(yield* find({ id, a: "y" }), { id })
    })
  )
})

describe("brokenRule", () => {
  it("lists three names and more with commas", () => {
    assert.strictEqual(
      Lookup.brokenRule(Lookup.atLeastOneOf("a", "b", "c"), {}),
      "At least one of a, b and c is required."
    )
    assert.isUndefined(Lookup.brokenRule(Lookup.atLeastOneOf("a", "b", "c"), { b: 0, c: 1 }))
  })
})
