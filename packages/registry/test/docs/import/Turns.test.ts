import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { type Turn, Turns } from "../../../src/docs/import/Turns.ts"

const bounds = { running: 2, waiting: 8, waitingOfOne: 3 }

const isBegun = ({ begun }: Turn) => begun.isOpen()

describe("Turns", () => {
  it("begin with whoever has fewest of them, then with whoever had none for longest", () => {
    const turns = new Turns({ ...bounds, waitingOfOne: 8 })
    const enter = (owner: string) => turns.enter(owner) as Turn
    const a = ["a", "a", "a", "a"].map(enter)
    const b = ["b", "b"].map(enter)
    const c = enter("c")
    const begun = () => [...a, ...b, c].filter(isBegun)
    assert.deepStrictEqual(begun(), [a[0], a[1]])
    turns.leave(a[0] as Turn)
    assert.deepStrictEqual(begun(), [a[0], a[1], b[0]])
    turns.leave(a[1] as Turn)
    assert.deepStrictEqual(begun(), [a[0], a[1], b[0], c])
    turns.leave(b[0] as Turn)
    assert.deepStrictEqual(begun(), [a[0], a[1], a[2], b[0], c])
    turns.leave(c)
    assert.deepStrictEqual(begun(), [a[0], a[1], a[2], b[0], b[1], c])
  })

  it("are at most so many, and none waits while there is room, whoever comes and goes", () => {
    const step = fc.oneof(fc.record({ enter: fc.constantFrom("a", "b", "c", "d") }), fc.record({ leave: fc.nat(20) }))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const turns = new Turns(bounds)
        let open: Array<Turn> = []
        const waitingOf = (owner: string) => open.filter((turn) => turn.owner === owner && !isBegun(turn)).length
        for (const each of steps) {
          if ("enter" in each) {
            const waiting = open.filter((turn) => !isBegun(turn)).length
            const isFull = waiting === bounds.waiting || waitingOf(each.enter) === bounds.waitingOfOne
            const turn = turns.enter(each.enter)
            assert.strictEqual(turn === undefined, isFull)
            if (turn !== undefined) open.push(turn)
          } else if (open.length > 0) {
            const turn = open[each.leave % open.length] as Turn
            open = open.filter((other) => other !== turn)
            turns.leave(turn)
          }
          assert.strictEqual(open.filter(isBegun).length, Math.min(bounds.running, open.length))
        }
      }),
      { numRuns: 500 }
    )
  })
})
