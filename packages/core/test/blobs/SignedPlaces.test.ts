import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { openDownloadPlace, openUploadPlace, signPlace } from "@platform-control/core/blobs/SignedPlaces"
import * as fc from "fast-check"

const signingKey = new Uint8Array(32).fill(3)
const seconds = fc.integer({ min: 1, max: 4_000_000_000 })
const key = fc.stringMatching(/^[a-z0-9._+-]{1,20}(\/[a-z0-9._+-]{1,20}){0,3}$/)

const upload = fc.record({
  method: fc.constant("PUT" as const),
  key,
  expiresAtSeconds: seconds,
  maxBytes: fc.nat()
})

const download = fc.record({
  method: fc.constant("GET" as const),
  key,
  expiresAtSeconds: seconds,
  contentType: fc.string({ minLength: 1, maxLength: 40 })
})

/** The same text with one character replaced by another. */
const oneChanged = (text: string) =>
  fc
    .tuple(fc.nat({ max: text.length - 1 }), fc.stringMatching(/^[0-9a-zA-Z_-]$/))
    .map(([index, letter]) => text.slice(0, index) + letter + text.slice(index + 1))
    .filter((changed) => changed !== text)

describe("openUploadPlace", () => {
  it("gives back what was signed, until the second in which it expires", () => {
    fc.assert(
      fc.property(upload, (grant) => {
        const query = signPlace(signingKey, grant)
        assert.deepStrictEqual(
          openUploadPlace(signingKey, grant.expiresAtSeconds - 1, grant.key, query),
          Result.succeed(grant)
        )
        assert.deepStrictEqual(
          openUploadPlace(signingKey, grant.expiresAtSeconds, grant.key, query),
          Result.fail("expired")
        )
      })
    )
  })

  it("refuses every change of key, bound, expiry and signature", () => {
    fc.assert(
      fc.property(
        upload.chain((grant) => {
          const query = signPlace(signingKey, grant)
          const parameter = (name: string) =>
            oneChanged(query.get(name) ?? "").map((changed) => {
              const copy = new URLSearchParams(query)
              copy.set(name, changed)
              return { grant, key: grant.key, query: copy }
            })
          return fc.oneof(
            parameter("expires"),
            parameter("maxBytes"),
            parameter("signature"),
            oneChanged(grant.key).map((changed) => ({ grant, key: changed, query }))
          )
        }),
        ({ grant, key, query }) => {
          assert.deepStrictEqual(
            openUploadPlace(signingKey, grant.expiresAtSeconds - 1, key, query),
            Result.fail("unsigned")
          )
        }
      )
    )
  })

  it("refuses a place that another server signed, one without each of its parts, and one for downloads", () => {
    fc.assert(
      fc.property(upload, (grant) => {
        const query = signPlace(signingKey, grant)
        assert.deepStrictEqual(openUploadPlace(new Uint8Array(32), 0, grant.key, query), Result.fail("unsigned"))
        for (const name of query.keys()) {
          const copy = new URLSearchParams(query)
          copy.delete(name)
          assert.deepStrictEqual(openUploadPlace(signingKey, 0, grant.key, copy), Result.fail("unsigned"))
        }
        const other = signPlace(signingKey, { ...grant, method: "GET", contentType: String(grant.maxBytes) })
        other.set("maxBytes", String(grant.maxBytes))
        assert.deepStrictEqual(openUploadPlace(signingKey, 0, grant.key, other), Result.fail("unsigned"))
      })
    )
  })
})

describe("openDownloadPlace", () => {
  it("gives back what was signed, also after a way through a URL", () => {
    fc.assert(
      fc.property(download, (grant) => {
        const url = new URL(`http://localhost/blobs/${grant.key}?${signPlace(signingKey, grant)}`)
        assert.deepStrictEqual(
          openDownloadPlace(signingKey, grant.expiresAtSeconds - 1, grant.key, url.searchParams),
          Result.succeed(grant)
        )
      })
    )
  })

  it("refuses another content type", () => {
    const query = signPlace(signingKey, { method: "GET", key: "a", expiresAtSeconds: 10, contentType: "text/plain" })
    query.set("type", "text/html")
    assert.deepStrictEqual(openDownloadPlace(signingKey, 0, "a", query), Result.fail("unsigned"))
  })
})
