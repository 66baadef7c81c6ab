import { assert, describe, it } from "@effect/vitest"
import { isBlobKey } from "@platform-control/core/BlobStore"
import { blobKey, blobKeys, keptFolder, uploadFolder } from "../../src/artifacts/artifactFiles.ts"

const id = "01999999-0000-7000-8000-000000000000"

describe("blobKeys", () => {
  it("are neighbours in one directory for all uploads, and in one for each day's versions", () => {
    assert.deepStrictEqual(blobKeys(uploadFolder(id)), [
      `uploads/${id}.schema.json`,
      `uploads/${id}.index.md`,
      `uploads/${id}.installation-configuration.md`
    ])
    assert.strictEqual(
      blobKey(keptFolder(Date.parse("2026-11-21T23:59:59.999Z"), id), "schema"),
      `packages-2026-11-21/${id}.schema.json`
    )
    for (const key of [...blobKeys(uploadFolder(id)), ...blobKeys(keptFolder(0, id))])
      assert.isTrue(isBlobKey(key), key)
  })

  it("are in a directory of their own for versions of earlier times", () => {
    assert.deepStrictEqual(blobKeys("packages/operation/attempt"), [
      "packages/operation/attempt/schema.json",
      "packages/operation/attempt/index.md",
      "packages/operation/attempt/installation-configuration.md"
    ])
  })
})
