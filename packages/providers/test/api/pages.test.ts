import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { cursorPages, offsetPages } from "../../src/api/pages.ts"
import { UnexpectedAnswer } from "../../src/LookupError.ts"

const Small = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 }))
const Cut = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 7 }))

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }))

describe("offsetPages", () => {
  it.effect.prop(
    "gives every item once, in order, however short the service cuts each page",
    { count: Small, cuts: Schema.NonEmptyArray(Cut), tells: Schema.Boolean },
    ({ count, cuts, tells }) =>
      Effect.gen(function* () {
        const all = rows(count)
        let asked = 0
        const given = yield* offsetPages({
          what: "rows",
          idOf: ({ id }: { readonly id: number }) => id,
          page: (offset) => {
            const items = all.slice(offset, offset + (cuts[asked++ % cuts.length] ?? 1))
            return Effect.succeed({ items, count, ...(tells ? { last: offset + items.length >= count } : {}) })
          }
        })
        assert.deepStrictEqual(given, all)
      })
  )

  it.effect("gives an item once that a shift between two pages shows twice", () =>
    Effect.gen(function* () {
      const pages = [[{ id: 1 }, { id: 2 }], [{ id: 2 }, { id: 3 }], []]
      let asked = 0
      const given = yield* offsetPages({
        what: "rows",
        idOf: ({ id }: { readonly id: number }) => id,
        page: () => Effect.succeed({ items: pages[asked++] ?? [], count: 5 })
      })
      assert.deepStrictEqual(given, rows(3))
    })
  )

  it.effect("asks for no more than is enough", () =>
    Effect.gen(function* () {
      let asked = 0
      yield* offsetPages({
        what: "rows",
        idOf: ({ id }: { readonly id: number }) => id,
        enough: 3,
        page: (offset) => {
          asked++
          return Effect.succeed({ items: rows(100).slice(offset, offset + 2), count: 100 })
        }
      })
      assert.strictEqual(asked, 2)
    })
  )

  it.effect("fails when the service ignores the offset", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        offsetPages({
          what: "rows",
          idOf: ({ id }: { readonly id: number }) => id,
          page: () => Effect.succeed({ items: rows(2), count: 10 })
        })
      )
      assert.instanceOf(error, UnexpectedAnswer)
      assert.include(error.message, "2 of 10")
    })
  )
})

describe("cursorPages", () => {
  it.effect("follows cursors until there is none, null or an empty one", () =>
    Effect.gen(function* () {
      for (const end of [undefined, null, ""]) {
        const pages: Readonly<Record<string, { readonly items: ReadonlyArray<number>; readonly next: typeof end }>> = {
          first: { items: [1, 2], next: "b" },
          b: { items: [], next: "c" },
          c: { items: [3], next: end }
        }
        const given = yield* cursorPages("rows", (cursor) =>
          Effect.succeed(pages[cursor ?? "first"] ?? { items: [], next: undefined })
        )
        assert.deepStrictEqual(given, [1, 2, 3])
      }
    })
  )

  it.effect("fails when a cursor comes again", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(cursorPages("rows", () => Effect.succeed({ items: [1], next: "again" })))
      assert.instanceOf(error, UnexpectedAnswer)
    })
  )
})
