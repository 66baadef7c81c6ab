/** What `package publish` makes of the files and flags it is given, before it talks to a server. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { temporaryFolder } from "@platform-control/core/testing/databases"
import { Effect, Option } from "effect"
import { mkdir, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { packageFolder } from "../../src/cli/package/PackageFolder.ts"
import { parseIdentity, versionUrl } from "../../src/cli/package/PackageIdentity.ts"
import { settleIdentity, type TypedIdentity } from "../../src/cli/package/settleIdentity.ts"

const folderWith = (files: Readonly<Record<string, string>>) =>
  Effect.tap(temporaryFolder, (folder) =>
    Effect.promise(() =>
      Promise.all(Object.entries(files).map(([name, content]) => writeFile(join(folder, name), content)))
    )
  )

const nothing: TypedIdentity = {
  source: "private",
  publisher: Option.none(),
  name: Option.none(),
  packageVersion: Option.none()
}

const settle = (files: Readonly<Record<string, string>>, typed: Partial<TypedIdentity> = {}) =>
  Effect.gen(function* () {
    const folder = yield* folderWith({ "README.md": "# Read me", ...files })
    return yield* settleIdentity(yield* packageFolder(folder), { ...nothing, ...typed })
  })

it.layer(NodeServices.layer)((it) => {
  describe("packageFolder", () => {
    it.effect("finds the files beside the schema, with their sizes", () =>
      Effect.gen(function* () {
        const folder = yield* folderWith({
          "schema.json": "{}",
          "_index.md": "index",
          "README.md": "readme",
          "installation-configuration.md": ""
        })
        const found = yield* packageFolder(folder)
        assert.deepStrictEqual(found.schema, { path: join(folder, "schema.json"), sizeBytes: 2 })
        assert.deepStrictEqual(found.readme, { path: join(folder, "_index.md"), sizeBytes: 5 })
        assert.deepStrictEqual(
          found.installation,
          Option.some({ path: join(folder, "installation-configuration.md"), sizeBytes: 0 })
        )
        assert.deepStrictEqual(found.metadata, Option.none())
        assert.deepStrictEqual(yield* packageFolder(join(folder, "schema.json")), found)
      })
    )

    it.effect("takes a schema of any name when it is named", () =>
      Effect.gen(function* () {
        const folder = yield* folderWith({ "my-schema.json": "{}", "index.md": "" })
        const found = yield* packageFolder(join(folder, "my-schema.json"))
        assert.strictEqual(found.schema.path, join(folder, "my-schema.json"))
        assert.strictEqual(found.readme.path, join(folder, "index.md"))
      })
    )

    it.effect("says why of files that are there and can't be read", () =>
      Effect.gen(function* () {
        const leadsNowhere = yield* folderWith({ "README.md": "" })
        yield* Effect.promise(() => symlink("nowhere", join(leadsNowhere, "schema.json")))
        const noFile = yield* folderWith({ "schema.json": "{}" })
        yield* Effect.promise(() => mkdir(join(noFile, "README.md")))
        const [link, directory] = [
          yield* Effect.flip(packageFolder(leadsNowhere)),
          yield* Effect.flip(packageFolder(noFile))
        ]
        assert.match(link.message, /schema\.json can't be read: .*leads as a link to what is not/)
        assert.match(directory.message, /README\.md can't be read: it is no file/)
        assert.deepStrictEqual([link.exitCode, directory.exitCode], [1, 1])
      })
    )

    it.effect("refuses a folder without schema, and a schema without README", () =>
      Effect.gen(function* () {
        const empty = yield* folderWith({ "README.md": "" })
        const noSchema = yield* Effect.flip(packageFolder(empty))
        assert.match(noSchema.message, /holds no schema\.json/)
        const alone = yield* folderWith({ "schema.json": "{}" })
        const noReadme = yield* Effect.flip(packageFolder(alone))
        assert.match(noReadme.message, /No README beside .*schema\.json/)
        assert.match(noReadme.message, /_index\.md, index\.md or README\.md/)
        assert.strictEqual(noReadme.exitCode, 2)
      })
    )
  })

  describe("settleIdentity", () => {
    it.effect("takes what the schema says, without the v", () =>
      Effect.gen(function* () {
        const identity = yield* settle({ "schema.json": '{"name":"net","version":"v1.2.0","publisher":"acme"}' })
        assert.deepStrictEqual(identity, { source: "private", publisher: "acme", name: "net", version: "1.2.0" })
      })
    )

    it.effect("takes flags before the schema, and the schema before registry-metadata.yaml", () =>
      Effect.gen(function* () {
        const identity = yield* settle(
          {
            "schema.json": '{"name":"net","publisher":"acme"}',
            "registry-metadata.yaml": "name: other\npublisher: other\nversion: v2.0.0\nupdated_on: 1\n"
          },
          { publisher: Option.some("mine"), source: "platform" }
        )
        assert.deepStrictEqual(identity, { source: "platform", publisher: "mine", name: "net", version: "2.0.0" })
      })
    )

    it.effect("reads no file when everything was typed", () =>
      Effect.gen(function* () {
        const identity = yield* settle(
          { "schema.json": "not JSON" },
          { publisher: Option.some("acme"), name: Option.some("net"), packageVersion: Option.some("1.0.0") }
        )
        assert.strictEqual(identity.name, "net")
      })
    )

    const refusals = [
      ["a part that nothing says", { "schema.json": '{"name":"net","publisher":"acme"}' }, {}, /--package-version/],
      ["a schema that is no JSON", { "schema.json": "{" }, {}, /schema\.json is not JSON/],
      ["a schema of another shape", { "schema.json": '{"name":1}' }, {}, /does not describe a package/],
      [
        "a name that can't stand in a path",
        { "schema.json": '{"name":"a/b","publisher":"acme","version":"1.0.0"}' },
        {},
        /--name a\/b: .*Expected a package name/
      ],
      [
        "a publisher that can't stand in a path",
        { "schema.json": '{"name":"net","version":"1.0.0"}' },
        { publisher: Option.some(".acme") },
        /--publisher \.acme: .*Expected an organization name/
      ]
    ] as const
    for (const [what, files, typed, expected] of refusals)
      it.effect(`refuses ${what}`, () =>
        Effect.gen(function* () {
          const refusal = yield* Effect.flip(settle(files, typed))
          assert.match(refusal.message, expected)
          assert.strictEqual(refusal.exitCode, 2)
        })
      )
  })
})

describe("parseIdentity", () => {
  it.effect("reads source, publisher, name and version", () =>
    Effect.gen(function* () {
      const identity = { source: "private", publisher: "acme", name: "net", version: "1.0.0-rc.1+b" }
      assert.deepStrictEqual(yield* parseIdentity("private/acme/net@1.0.0-rc.1+b"), identity)
      assert.deepStrictEqual(yield* parseIdentity("private/acme/net", "latest"), { ...identity, version: "latest" })
      assert.strictEqual(
        versionUrl("http://host/prefix/", identity),
        "http://host/prefix/api/registry/packages/private/acme/net/versions/1.0.0-rc.1%2Bb"
      )
      assert.notInclude(versionUrl("http://me:hunter2@host", identity), "hunter2")
    })
  )

  for (const text of ["", "net", "acme/net@1.0.0", "private/acme/net", "private/acme/net@", "a/b/c/d@1", "a/b/c@1@2"])
    it.effect(`refuses ${JSON.stringify(text)} where a version is needed`, () =>
      Effect.gen(function* () {
        const refusal = yield* Effect.flip(parseIdentity(text))
        assert.strictEqual(refusal.exitCode, 2)
        assert.match(refusal.message, /source\/publisher\/name@version/)
      })
    )
})
