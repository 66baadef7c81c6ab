import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { packBody, unpackBody } from "../../../src/docs/import/bodyBytes.ts"

describe("a body", () => {
  it("is unpacked as it was packed, whatever its length", async () => {
    const body = fc
      .tuple(fc.string({ unit: "grapheme", maxLength: 50 }), fc.integer({ min: 1, max: 2_000 }))
      .map(([text, times]) => `{${text.toWellFormed().repeat(times)}`)
    await fc.assert(
      fc.asyncProperty(body, async (body) => {
        assert.strictEqual(new TextDecoder("utf-8", { ignoreBOM: true }).decode(await unpackBody(packBody(body))), body)
      })
    )
  })

  it("is unpacked in another thread where it is long", async () => {
    const long = Array.from({ length: 200_000 }, (_, index) => (index * 7_919) % 100_003).join()
    const unpacked = unpackBody(packBody(long))
    assert.instanceOf(unpacked, Promise)
    assert.strictEqual(Buffer.from(await unpacked).toString(), long)
  })

  it("owns its memory, which can be handed to another thread", () => {
    for (const length of [1, 10_000]) {
      const packed = packBody("x".repeat(length))
      assert.strictEqual(packed.buffer.byteLength, packed.byteLength)
    }
  })
})
