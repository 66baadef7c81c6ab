/** Which syncs happen, and for whom. */
import { describe, expect, it } from "vitest"
import { SharedSyncs } from "../../src/blobs/SharedSyncs.ts"

/** Syncs that end when the test says so, in the order in which they began. */
const controlled = () => {
  const begun: Array<{ readonly folder: string; readonly end: (cause?: Error) => void }> = []
  const syncs = new SharedSyncs((folder) => {
    const { promise, reject, resolve } = Promise.withResolvers<void>()
    begun.push({ folder, end: (cause) => (cause === undefined ? resolve() : reject(cause)) })
    return promise
  })
  return { begun, syncs }
}

/** Long enough for everything that waits for nothing but promises. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe("sync", () => {
  it("is one for all who ask at the same time, and one for each folder", async () => {
    const { begun, syncs } = controlled()
    const asked = [syncs.sync("a"), syncs.sync("a"), syncs.sync("b")]
    await turn()
    expect(begun.map(({ folder }) => folder)).toEqual(["a", "b"])
    for (const { end } of begun) end()
    await Promise.all(asked)
  })

  it("is another one, again shared, for those who ask while one runs", async () => {
    const { begun, syncs } = controlled()
    const first = syncs.sync("a")
    await turn()
    let laterAreDone = false
    const later = Promise.all([syncs.sync("a"), syncs.sync("a")]).then(() => (laterAreDone = true))
    await turn()
    expect(begun).toHaveLength(1)
    begun[0]?.end()
    await first
    await turn()
    expect([begun.length, laterAreDone]).toEqual([2, false])
    begun[1]?.end()
    await later
  })

  it("rejects for those who asked for it, and not for those after them", async () => {
    const { begun, syncs } = controlled()
    const first = syncs.sync("a")
    await turn()
    const second = syncs.sync("a")
    begun[0]?.end(new Error("no space"))
    await expect(first).rejects.toThrow("no space")
    await turn()
    begun[1]?.end()
    await expect(second).resolves.toBeUndefined()
  })

  it("begins anew once all have ended", async () => {
    const { begun, syncs } = controlled()
    for (const count of [1, 2]) {
      const asked = syncs.sync("a")
      await turn()
      expect(begun).toHaveLength(count)
      begun[count - 1]?.end()
      await asked
    }
  })
})
