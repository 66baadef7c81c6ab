/** Bodies that cost far more to take apart than to send. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { gzipSync } from "node:zlib"
import { placeKinds } from "./places.ts"
import { RunningServer } from "./RunningServer.ts"

const many = <A>(value: A): ReadonlyArray<A> => Array.from({ length: 60_000 }, () => value)

const bodies: ReadonlyArray<readonly [path: string, body: unknown, anonymous: boolean]> = [
  ["/api/registry/policypacks", { ids: many(0) }, true],
  ["/api/orgs/acme/policypacks", { name: "pack", policies: many({}) }, false],
  ["/api/orgs/acme/services", { name: "service", owner: { type: "user", name: "x" }, items: many({}) }, false],
  ["/api/orgs/acme/tokens", { name: many("a") }, false],
  ["/api/registry/packages/private/acme/a/versions", many(null), false]
]

for (const kind of placeKinds.slice(0, 1)) {
  describe.skipIf(kind.skip)(`bodies of many values: ${kind.name}`, () => {
    let server: RunningServer
    let token: string | undefined
    beforeAll(async () => {
      server = await RunningServer.start(kind)
      await server.accounts.organization("acme")
      token = (await server.apiOf("administrator", { siteAdmin: true, registryAdmin: true })).token
    })
    afterAll(() => server?.close())

    const post = (path: string, body: Uint8Array<ArrayBuffer>, authorization: Record<string, string>, gzip: boolean) =>
      fetch(`${server.url}${path}`, {
        method: "POST",
        body,
        headers: {
          "content-type": "application/json",
          ...(gzip ? { "content-encoding": "gzip" } : {}),
          ...authorization
        }
      })

    it.each(bodies)("400 that says the bound: POST %s", async (path, body, anonymous) => {
      const bytes = new Uint8Array(gzipSync(JSON.stringify(body)))
      const authorization = anonymous ? {} : { authorization: `Bearer ${token}` }
      const answer = await post(path, bytes, authorization, true)
      assert.strictEqual(answer.status, 400)
      const { errors, message } = (await answer.json()) as { message: string; errors: ReadonlyArray<unknown> }
      assert.strictEqual(message, "body: Expected at most 50000 values in all")
      assert.lengthOf(errors, 1)
    })

    it.each(bodies.filter(([, , anonymous]) => !anonymous))("401 before the body is read: POST %s", async (path) => {
      const answer = await post(path, new Uint8Array(2 * 1024 * 1024), { authorization: "Bearer nobody" }, false)
      assert.strictEqual(answer.status, 401)
    })
  })
}
