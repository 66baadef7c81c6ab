import { assert, describe, it } from "@effect/vitest"
import { isServerAddress, withoutPassword } from "../../src/cli/serverAddress.ts"

describe("isServerAddress", () => {
  it("is true of what HTTP clients can ask", () => {
    for (const text of ["http://127.0.0.1:8080", "https://acme.example/", "http://me:p%40ss@host"])
      assert.isTrue(isServerAddress(text), text)
    for (const text of ["", "nonsense", "file:///x", "ftp://host", "localhost:8080", "http://", "http://%:x@host"])
      assert.isFalse(isServerAddress(text), text)
  })
})

describe("withoutPassword", () => {
  it("changes nothing where there is none", () => {
    for (const text of ["http://127.0.0.1:8080", "https://acme.example/@me/", "nonsense", "file:///x"])
      assert.strictEqual(withoutPassword(text), text)
  })

  it("leaves out name and password", () => {
    assert.strictEqual(withoutPassword("http://me:hunter2@host:1"), "http://host:1")
    assert.strictEqual(withoutPassword("https://hunter2@host/below/"), "https://host/below")
  })

  it("leaves out what may be one where the text is no address", () => {
    for (const text of ["me:hunter2@host", "http://me:hunter2/@host:1", "file://me:hunter2@host", "http://%:hunter2@h"])
      assert.match(withoutPassword(text), /^…@h/)
  })
})
