import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { build } from "esbuild"
import { fileURLToPath } from "node:url"
import { ControlPlaneClient } from "../../src/client.ts"
import { serveAll } from "../serving.ts"

const bundled = async (entry: string) => {
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL(`../../src/${entry}`, import.meta.url))],
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "browser",
    conditions: ["@platform-control/source"],
    logLevel: "silent"
  })
  return Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []))
  )
}

describe("the typed client", () => {
  for (const entry of ["client.ts", "client/registry.ts", "client/admin.ts"]) {
    it(`runs in browsers: ${entry} needs nothing of Node or of the server`, async () => {
      const inputs = await bundled(entry)
      assert.isAbove(inputs.length, 10)
      for (const input of inputs) {
        assert.notMatch(input, /^node:|platform-node|\/sql\/|\/database\/|(?:Handlers|Repository)\.ts$/)
      }
    })
  }

  it.live("fails with the refusal that the server made", () =>
    Effect.gen(function* () {
      const server = yield* serveAll()
      const client = ControlPlaneClient.layer({ url: server.url, token: Redacted.make("pct_p_unknown") })
      const refusal = yield* Effect.flatMap(ControlPlaneClient, ({ user }) => user.get()).pipe(
        Effect.provide(client),
        Effect.flip
      )
      assert.strictEqual(refusal._tag, "Unauthorized")
    })
  )

  it.live("sends no credential when it has none", () =>
    Effect.gen(function* () {
      const server = yield* serveAll()
      const list = yield* Effect.flatMap(ControlPlaneClient, ({ packages }) => packages.list({ query: {} })).pipe(
        Effect.provide(ControlPlaneClient.layer({ url: server.url }))
      )
      assert.deepStrictEqual(list, { packages: [] })
    })
  )
})
