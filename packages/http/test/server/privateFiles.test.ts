/** Who may read what a server keeps on the disk. */
import { temporaryFolder } from "@platform-control/core/testing/databases"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { chmod, mkdir, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as Database from "../../src/Database.ts"
import { testSettings } from "../../src/testing.ts"

const rightsOf = (path: string) => Effect.promise(async () => (await stat(path)).mode & 0o777)

const FILE = "control-plane.sqlite"

/** Opens the database in the folder and writes to it; the files beside it are there until the scope ends. */
const writeInto = Effect.fnUntraced(function* (data: string) {
  const client = yield* Layer.build(Database.layer(yield* testSettings({ DATA: data })))
  yield* Effect.provideContext(
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql`CREATE TABLE IF NOT EXISTS things (id INTEGER)`),
    client
  )
})

describe("the database's file", () => {
  it.live("is made for its owner only, with its folder and the files beside it", () =>
    Effect.gen(function* () {
      const data = join(yield* temporaryFolder, "made", "too")
      yield* writeInto(data)
      assert.strictEqual(yield* rightsOf(data), 0o700)
      for (const end of ["", "-wal", "-shm"])
        assert.strictEqual(yield* rightsOf(join(data, FILE + end)), 0o600, `${FILE}${end}`)
    })
  )

  it.live("keeps the rights that it has, as does its folder", () =>
    Effect.gen(function* () {
      const data = join(yield* temporaryFolder, "shared")
      yield* Effect.promise(async () => {
        await mkdir(data)
        await chmod(data, 0o750)
        await writeFile(join(data, FILE), "")
        await chmod(join(data, FILE), 0o640)
      })
      yield* writeInto(data)
      assert.strictEqual(yield* rightsOf(data), 0o750)
      assert.strictEqual(yield* rightsOf(join(data, FILE)), 0o640)
    })
  )
})
