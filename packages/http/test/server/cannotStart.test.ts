import { temporaryFolder } from "@platform-control/core/testing/databases"
import { ServerKey } from "@platform-control/core/ServerKey"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { readdir, readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { CannotStart } from "../../src/CannotStart.ts"
import * as SecretKey from "../../src/SecretKey.ts"
import * as Server from "../../src/Server.ts"
import { serveAll } from "../serving.ts"
import { testSettings } from "../../src/testing.ts"

const promise = <A>(run: () => Promise<A>): Effect.Effect<A> => Effect.promise(run)

const problem = (env: Record<string, string>) =>
  Effect.gen(function* () {
    const settings = yield* testSettings({ DATA: yield* temporaryFolder, ...env })
    const error = yield* Effect.flip(Effect.scoped(Layer.build(Server.layer(settings))))
    assert.instanceOf(error, CannotStart)
    return error.message
  })

describe("a server that can't start says what to do", () => {
  it.live("when its port is taken", () =>
    Effect.gen(function* () {
      const server = yield* serveAll()
      const said = yield* problem({ PORT: new URL(server.url).port })
      assert.include(said, "is taken by another process")
      assert.include(said, "PLATFORM_CONTROL_PORT")
    })
  )

  it.live("when its address is none of this machine's", () =>
    Effect.gen(function* () {
      assert.include(yield* problem({ HOST: "192.0.2.1" }), "is no address of this machine")
    })
  )

  it.live("when the database is not there", () =>
    Effect.gen(function* () {
      const said = yield* problem({
        DATABASE_URL: "postgres://me:hunter2@127.0.0.1:1/nothing",
        SECRET_KEY: "00".repeat(32)
      })
      assert.include(said, "PLATFORM_CONTROL_DATABASE_URL")
      assert.notInclude(said, "hunter2")
    })
  )

  it.live("when a file of the data folder is no database", () =>
    Effect.gen(function* () {
      const data = yield* temporaryFolder
      yield* promise(() => writeFile(join(data, "control-plane.sqlite"), "not a database ".repeat(1000)))
      assert.include(yield* problem({ DATA: data }), "The database can't be opened")
    })
  )

  it.live("when the folder can't be made", () =>
    Effect.gen(function* () {
      const data = yield* temporaryFolder
      yield* promise(() => writeFile(join(data, "file"), ""))
      assert.match(yield* problem({ DATA: join(data, "file", "below") }), /can't be (?:read or )?made/)
    })
  )

  it.live("when the blob folder is a file", () =>
    Effect.gen(function* () {
      const data = yield* temporaryFolder
      yield* promise(() => writeFile(join(data, "blobs"), ""))
      assert.include(yield* problem({ DATA: data }), "The blob folder")
    })
  )

  it.live("when half of the S3 credentials are set", () =>
    Effect.gen(function* () {
      const said = yield* problem({ BLOBS: "s3://bucket", S3_ACCESS_KEY_ID: "id" })
      assert.include(said, "PLATFORM_CONTROL_S3_SECRET_ACCESS_KEY")
    })
  )

  it.live("when PostgreSQL is shared and no secret key is", () =>
    Effect.gen(function* () {
      const said = yield* problem({ DATABASE_URL: "postgres://me@127.0.0.1:1/nothing" })
      assert.include(said, "PLATFORM_CONTROL_SECRET_KEY has to be set on PostgreSQL")
      assert.include(said, "openssl rand -base64 32")
    })
  )
})

describe("the secret key", () => {
  const derived = (data: string, env: Record<string, string> = {}) =>
    Effect.gen(function* () {
      const settings = yield* testSettings({ DATA: data, ...env })
      const { derive } = yield* Effect.provide(ServerKey, SecretKey.layer(settings))
      return Buffer.from(derive("test")).toString("hex")
    })

  it.live("is made once, for the owner's eyes only, and kept", () =>
    Effect.gen(function* () {
      const data = join(yield* temporaryFolder, "made", "too")
      const keys = yield* Effect.all(
        Array.from({ length: 8 }, () => derived(data)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(keys).size, 1)
      assert.strictEqual(yield* derived(data), keys[0])
      assert.deepStrictEqual(yield* promise(() => readdir(data)), ["secret.key"])
      const { mode } = yield* promise(() => stat(join(data, "secret.key")))
      assert.strictEqual(mode & 0o777, 0o600)
    })
  )

  it.live("is another one in another folder", () =>
    Effect.gen(function* () {
      assert.notStrictEqual(yield* derived(yield* temporaryFolder), yield* derived(yield* temporaryFolder))
    })
  )

  it.live("is the setting's where that is set, and then no file is made", () =>
    Effect.gen(function* () {
      const data = yield* temporaryFolder
      const key = "11".repeat(32)
      assert.strictEqual(yield* derived(data, { SECRET_KEY: key }), yield* derived("/nowhere", { SECRET_KEY: key }))
      assert.deepStrictEqual(yield* promise(() => readdir(data)), [])
    })
  )

  it.live("is not replaced when its file is damaged", () =>
    Effect.gen(function* () {
      const data = yield* temporaryFolder
      yield* promise(() => writeFile(join(data, "secret.key"), "short"))
      const error = yield* Effect.flip(derived(data))
      assert.include(error.message, "holds no key")
      assert.strictEqual(yield* promise(() => readFile(join(data, "secret.key"), "utf8")), "short")
    })
  )
})
