/** `platform-control serve --conformance`: what the conformance suite needs, on an empty database only. */
import { assert, describe, it } from "@effect/vitest"
import { temporaryFolder, testEngines } from "@platform-control/core/testing/databases"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { run, startServer } from "./commandLine.ts"

const tokenOf = (printed: string, identity: string): string =>
  new RegExp(`^ {2}${identity}: "(pct_\\S+)"$`, "m").exec(printed)?.[1] ?? `no token of ${identity}`

for (const engine of testEngines)
  describe.skipIf(engine.skip)(`platform-control serve --conformance on ${engine.name}`, () => {
    it.live("prints tokens that work, and refuses the same database a second time", () =>
      Effect.gen(function* () {
        const settings = {
          PLATFORM_CONTROL_DATA: yield* temporaryFolder,
          PLATFORM_CONTROL_DATABASE_URL: yield* engine.emptyDatabase,
          PLATFORM_CONTROL_SECRET_KEY: randomBytes(32).toString("base64")
        }
        const server = yield* Effect.promise(() => startServer(["serve", "--conformance"], settings))
        assert.match(server.printed(), /^url: "http:\/\/127\.0\.0\.1:\d+"$/m)
        assert.match(server.printed(), /^organization: "conformance"$/m)
        assert.strictEqual(
          server
            .printed()
            .split("\n")
            .find((line) => !/^(?: *\w+:|#|$)/.test(line)),
          undefined
        )
        const statusFor = (identity: string) =>
          Effect.promise(async () => {
            const authorization = `Bearer ${tokenOf(server.printed(), identity)}`
            return (await fetch(`${server.url}/api/user`, { headers: { authorization } })).status
          })
        for (const identity of ["admin", "member", "outsider", "unprivileged", "organizationToken", "teamToken"])
          assert.strictEqual(yield* statusFor(identity), 200, identity)
        assert.strictEqual(yield* statusFor("refresh"), 401)

        const hook = new URL(/^ {2}applyPack: "(\S+)"$/m.exec(server.printed())?.[1] ?? "")
        const { password, username } = hook
        const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`
        const asked = { organization: "conformance", name: "cf-external", version: 1 }
        const apply = (applied: boolean, headers: Readonly<Record<string, string>> = { authorization }) =>
          Effect.promise(async () => {
            const address = `${hook.origin}${hook.pathname}`
            const body = JSON.stringify({ ...asked, applied })
            return (await fetch(address, { method: "POST", headers, body })).status
          })
        const applied = Effect.promise(async () => {
          const headers = { authorization: `Bearer ${tokenOf(server.printed(), "admin")}` }
          const path = "/api/orgs/conformance/policypacks/cf-external/versions/1"
          const answer = (await (await fetch(`${server.url}${path}`, { headers })).json()) as { applied: boolean }
          return answer.applied
        })
        assert.deepStrictEqual([yield* apply(true), yield* applied], [200, true])
        assert.deepStrictEqual([yield* apply(false), yield* applied], [200, false])
        assert.strictEqual(yield* apply(true, {}), 401)
        yield* Effect.promise(server.stop)

        const again = yield* Effect.promise(() => run(["serve", "--conformance", "--port", "0"], settings))
        assert.strictEqual(again.code, 1)
        assert.match(again.stderr, /needs an empty database, and this one holds organizations or users/)
        assert.notMatch(again.stdout, /pct_/)
      })
    )
  })
