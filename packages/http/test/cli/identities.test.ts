/** How the commands read what names a package, a policy pack or a service. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as PackageIdentity from "../../src/cli/package/PackageIdentity.ts"
import { parsePack } from "../../src/cli/policy/PackIdentity.ts"
import { parseIdentity as parseService } from "../../src/cli/service/ServiceIdentity.ts"
import type { Refusal } from "../../src/cli/Refusal.ts"
import { runHere } from "./commandLine.ts"

const parsers = [
  [PackageIdentity.parseIdentity, "private/acme/net@1.0.0", "names no package version"],
  [parsePack, "acme/storage@1.0.0", "names no policy pack"],
  [parseService, "acme/team/ops/shop", "names no service"]
] as const

describe("a name", () => {
  for (const [parse, written, refusal] of parsers)
    it.effect(`is read from ${written}, and refused where a part of it would be resolved away in an address`, () =>
      Effect.gen(function* () {
        const read: (text: string) => Effect.Effect<unknown, Refusal> = parse
        yield* read(written)
        for (const part of written.split(/[/@]/).filter((one) => one !== "team"))
          for (const dots of [".", ".."]) {
            const { exitCode, message } = yield* Effect.flip(read(written.replace(part, dots)))
            assert.strictEqual(exitCode, 2)
            assert.include(message, refusal)
          }
      })
    )

  it("of an organization behind a flag as well", async () => {
    const { code, stderr } = await runHere(["service", "ls", "--organization", ".."])
    assert.strictEqual(code, 2)
    assert.match(stderr, /Expected an organization's name, got \.\./)
  })
})
