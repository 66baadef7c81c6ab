/** What the commands say of a policy pack whose files can't be read. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { temporaryFolder } from "@platform-control/core/testing/databases"
import { Effect, Option } from "effect"
import { mkdir, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { packFolder } from "../../src/cli/policy/PackFolder.ts"

const refusalOf = (make: (folder: string) => Promise<unknown>) =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    yield* Effect.promise(() => make(folder))
    return yield* Effect.flip(packFolder(folder, { name: Option.none(), packVersion: Option.none() }))
  })

const withManifest = async (folder: string) =>
  writeFile(join(folder, "policy-pack.yaml"), "name: a\npolicies:\n  - name: only\n")

it.layer(NodeServices.layer)((it) => {
  describe("packFolder", () => {
    it.effect("says that there is no manifest only where there is none", () =>
      Effect.gen(function* () {
        const { exitCode, message } = yield* refusalOf((folder) => writeFile(join(folder, "README.md"), ""))
        assert.strictEqual(exitCode, 2)
        assert.match(message, /holds no policy-pack\.yaml/)
      })
    )

    const unreadable = [
      ["a manifest that is a folder", (folder) => mkdir(join(folder, "policy-pack.yaml")), /policy-pack\.yaml.*EISDIR/],
      [
        "a manifest that leads nowhere",
        (folder) => symlink("nowhere", join(folder, "policy-pack.yml")),
        /policy-pack\.yml can't be read: .*leads as a link to what is not/
      ],
      [
        "a README that is a folder",
        (folder) => withManifest(folder).then(() => mkdir(join(folder, "README.md"))),
        /README\.md can't be read: EISDIR/
      ],
      [
        "a file that leads nowhere",
        (folder) => withManifest(folder).then(() => symlink("nowhere", join(folder, "data"))),
        /data can't be read: .*leads as a link to what is not/
      ],
      [
        "a file that leads to itself",
        (folder) => withManifest(folder).then(() => symlink("data", join(folder, "data"))),
        /data can't be read: ELOOP/
      ]
    ] as const satisfies ReadonlyArray<readonly [string, (folder: string) => Promise<unknown>, RegExp]>
    for (const [what, make, expected] of unreadable)
      it.effect(`says why of ${what}`, () =>
        Effect.gen(function* () {
          const { exitCode, message } = yield* refusalOf(make)
          assert.strictEqual(exitCode, 1)
          assert.match(message, expected)
        })
      )
  })
})
