/** `platform-control serve`, `migrate` and `openapi`: what runs a server for real work. */
import { assert, describe, it } from "@effect/vitest"
import { temporaryFolder, testEngines } from "@platform-control/core/testing/databases"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { run, runInShell, startServer } from "./commandLine.ts"

for (const engine of testEngines)
  describe.skipIf(engine.skip)(`platform-control serve on ${engine.name}`, () => {
    it.live("refuses a database without tables when told not to make them; runs on one that migrate has made", () =>
      Effect.gen(function* () {
        const data = yield* temporaryFolder
        const settings = {
          PLATFORM_CONTROL_DATA: data,
          PLATFORM_CONTROL_DATABASE_URL: yield* engine.emptyDatabase,
          PLATFORM_CONTROL_SECRET_KEY: randomBytes(32).toString("base64")
        }
        const command = (...words: ReadonlyArray<string>) => Effect.promise(() => run(words, settings))

        const early = yield* command("serve", "--no-migrate", "--port", "0")
        assert.strictEqual(early.code, 1)
        assert.match(early.stderr, /has no tables yet[^]*platform-control migrate/)

        const migrated = yield* command("migrate", "--json")
        assert.deepInclude(JSON.parse(migrated.stdout), { area: "admin", id: 1, name: "organizations_users_tokens" })
        const again = yield* command("migrate")
        assert.deepInclude(again, { code: 0, stdout: "", stderr: "Nothing to do: the tables are up to date.\n" })

        const words = ["serve", "--no-migrate", "--bootstrap", "--organization", "acme", "--administrator", "root"]
        const server = yield* Effect.promise(() => startServer(words, settings))
        assert.match(server.printed(), /^Organization +acme$/m)
        assert.match(server.printed(), /^Administrator +root$/m)
        const ready = yield* Effect.promise(() => fetch(`${server.url}/api/registry/packages`))
        assert.deepStrictEqual(yield* Effect.promise(() => ready.json()), { packages: [] })
        const stopped = yield* Effect.promise(server.stop)
        assert.strictEqual(stopped.code, 0)
      })
    )
  })

describe("platform-control serve", () => {
  it.live("makes the tables itself, says so, and makes no organization unless asked", () =>
    Effect.gen(function* () {
      const data = yield* temporaryFolder
      const server = yield* Effect.promise(() => startServer(["serve", "--data", data]))
      assert.match(server.printed(), /The tables were brought up to date[^]*organizations_users_tokens/)
      assert.notMatch(server.printed(), /pct_/)
      yield* Effect.promise(server.stop)
      const { stdout } = yield* Effect.promise(() => run(["org", "ls", "--data", data, "--json"]))
      assert.deepStrictEqual(JSON.parse(stdout), [])
    })
  )

  it.live("goes on when whoever reads its log leaves, and still stops with 0", () =>
    Effect.gen(function* () {
      const data = yield* temporaryFolder
      const server = yield* Effect.promise(() =>
        startServer(["serve", "--data", data], { PLATFORM_CONTROL_ACCESS_LOG: "true" })
      )
      server.hangUp()
      for (let request = 0; request < 3; request++) {
        const { status } = yield* Effect.promise(() => fetch(`${server.url}/api/registry/packages`))
        assert.strictEqual(status, 200)
      }
      assert.deepInclude(yield* Effect.promise(server.stop), { code: 0, stderr: "" })
    })
  )

  it("2 for a setting that can't be read, naming it and not its value", async () => {
    const { code, stderr } = await run(["serve"], { PLATFORM_CONTROL_SECRET_KEY: "short-secret" })
    assert.strictEqual(code, 2)
    assert.match(stderr, /PLATFORM_CONTROL_SECRET_KEY: Expected 32 random bytes/)
    assert.notMatch(stderr, /short-secret/)
  })
})

describe("platform-control openapi", () => {
  it.live("writes the document to a file, or prints the same", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "openapi.json")
      const [printed, written] = yield* Effect.promise(() =>
        Promise.all([run(["openapi"]), run(["openapi", "--output", file])])
      )
      assert.deepInclude(written, { code: 0, stdout: "" })
      assert.strictEqual(yield* Effect.promise(() => readFile(file, "utf8")), printed.stdout)
      const document = JSON.parse(printed.stdout)
      assert.strictEqual(document.openapi, "3.1.0")
      assert.property(document.paths, "/api/registry/packages")
    })
  )

  it.skipIf(!existsSync("/dev/full"))("1 when its output can't be written, saying why", async () => {
    const { code, stderr } = await runInShell("openapi > /dev/full")
    assert.strictEqual(code, 1)
    assert.match(stderr, /^The output can't be written: ENOSPC: [^\n]*\n$/)
  })

  it("says nothing when its reader leaves", async () => {
    const { stderr, stdout } = await runInShell("openapi | head -n 1")
    assert.deepStrictEqual([stdout, stderr], ["{\n", ""])
  })
})
