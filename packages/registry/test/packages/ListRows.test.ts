/** What is read again, and what is not. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeListRows, type RowRef, rowsOfOneMoment } from "../../src/packages/ListRows.ts"

/** A table of rows by id, and the ids of every read. */
const table = (...rows: ReadonlyArray<RowRef>) => {
  const stored = new Map(rows.map((row) => [row.id, row]))
  const reads: Array<ReadonlyArray<number>> = []
  const read = (ids: ReadonlyArray<number>) =>
    Effect.sync(() => {
      reads.push(ids)
      return ids.flatMap((id) => stored.get(id) ?? []).toReversed()
    })
  return { stored, reads, read }
}

const [one, two, three] = ["a", "b", "c"].map((operation_id, index) => ({ id: index + 1, operation_id })) as [
  RowRef,
  RowRef,
  RowRef
]

const bytesOf = () => 10

describe("makeListRows", () => {
  it.effect("reads each row once and gives all in the order that was asked for", () =>
    Effect.gen(function* () {
      const { read, reads } = table(one, two, three)
      const rowsOf = makeListRows(1_000, bytesOf, read)
      assert.deepStrictEqual(yield* rowsOf([two, one]), [two, one])
      assert.deepStrictEqual(yield* rowsOf([one, three, two]), [one, three, two])
      assert.deepStrictEqual(yield* rowsOf([three]), [three])
      assert.deepStrictEqual(reads, [[2, 1], [3]])
    })
  )

  it.effect("reads a row anew whose package shows another version", () =>
    Effect.gen(function* () {
      const { read, reads, stored } = table(one)
      const rowsOf = makeListRows(1_000, bytesOf, read)
      yield* rowsOf([one])
      const later = { ...one, operation_id: "later" }
      stored.set(one.id, later)
      assert.deepStrictEqual(yield* rowsOf([later]), [later])
      assert.lengthOf(reads, 2)
    })
  )

  it.effect("leaves out what is gone, and remembers no absence", () =>
    Effect.gen(function* () {
      const { read, stored } = table(one)
      const rowsOf = makeListRows(1_000, bytesOf, read)
      assert.deepStrictEqual(yield* rowsOf([two, one]), [one])
      stored.set(two.id, two)
      assert.deepStrictEqual(yield* rowsOf([two, one]), [two, one])
    })
  )

  it.effect("keeps no more than its bytes, and still gives a page that is larger", () =>
    Effect.gen(function* () {
      const rows = Array.from({ length: 12 }, (_, id) => ({ id, operation_id: String(id) }))
      const { read, reads } = table(...rows)
      const rowsOf = makeListRows(100, bytesOf, read)
      assert.deepStrictEqual(yield* rowsOf(rows), rows)
      assert.deepStrictEqual(yield* rowsOf(rows), rows)
      assert.deepStrictEqual(
        reads.map(({ length }) => length),
        [12, 2]
      )
    })
  )

  it.effect("keeps no row that is larger than an eighth of its bytes", () =>
    Effect.gen(function* () {
      const { read, reads } = table(one, two)
      const rowsOf = makeListRows(100, ({ id }: RowRef) => (id === 1 ? 13 : 12), read)
      assert.deepStrictEqual(yield* rowsOf([one, two]), [one, two])
      assert.deepStrictEqual(yield* rowsOf([one, two]), [one, two])
      assert.deepStrictEqual(reads, [[1, 2], [1]])
    })
  )
})

describe("rowsOfOneMoment", () => {
  const changes = {
    "a row of the page was deleted": [undefined, two],
    "a row of the page shows another version": [{ ...one, operation_id: "later" }, two]
  } as const

  for (const [change, [first, second]] of Object.entries(changes)) {
    it.effect(`asks again when ${change} meanwhile`, () =>
      Effect.gen(function* () {
        const { read, stored } = table(second)
        const now = first === undefined ? [second] : [first, second]
        if (first !== undefined) stored.set(first.id, first)
        const answers: Array<ReadonlyArray<RowRef>> = [[one, two], now]
        const refs = Effect.sync(() => answers.shift() ?? [])
        assert.deepStrictEqual(yield* rowsOfOneMoment(refs, makeListRows(1_000, bytesOf, read)), now)
        assert.lengthOf(answers, 0)
      })
    )
  }
})
