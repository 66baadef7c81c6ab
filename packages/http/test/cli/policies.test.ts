/** `platform-control policy …` against a running server, and on its database. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { Tar } from "effect/encoding"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gunzipSync } from "node:zlib"
import { archiveFolder } from "../../src/cli/policy/PackArchive.ts"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { type RunningServer, run, runHere, startServer } from "./commandLine.ts"

const EXAMPLE = fileURLToPath(new URL("../../../../examples/policy-pack", import.meta.url))

let folder: string
let data: string
let server: RunningServer
let token: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "platform-control-"))
  data = join(folder, "data")
  server = await startServer(["start", "--no-demo", "--data", data], {
    PLATFORM_CONTROL_UPLOAD_MAX_POLICY_PACK: "300 KiB"
  })
  token = /pct_p_\w+/.exec(server.printed())?.[0] ?? ""
})

afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const overNetwork = (...words: ReadonlyArray<string>) =>
  runHere(["policy", ...words, "--url", server.url, "--token", token])

const onDatabase = (...words: ReadonlyArray<string>) => runHere(["policy", ...words, "--data", data])

const api = async (path: string) =>
  (await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } })).json()

const packWith = async (name: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<string> => {
  const path = join(folder, name)
  await mkdir(path)
  for (const [file, content] of Object.entries(files)) await writeFile(join(path, file), content)
  return path
}

const manifest = (name: string) => `name: ${name}\npolicies:\n  - name: only\n`

describe("platform-control policy publish", () => {
  it("publishes a folder; ls and info show what the API knows", async () => {
    const published = await run(["policy", "publish", EXAMPLE, "--organization", "main"], {
      PLATFORM_CONTROL_URL: server.url,
      PLATFORM_CONTROL_TOKEN: token
    })
    assert.deepStrictEqual(
      [published.code, published.stdout],
      [0, "Published main/storage@1 (1.0.0)\n"],
      published.stderr
    )
    assert.match(published.stderr, /^Uploaded policy-pack\.tgz \(.*B\)$/m)

    const [asText, asJson, list] = await Promise.all([
      overNetwork("info", "main/storage"),
      overNetwork("info", "main/storage@1.0.0", "--json"),
      overNetwork("ls")
    ])
    assert.match(asText.stdout, /^no-public-bucket +mandatory +high +A bucket must not be readable/m)
    const answer = await api("/api/registry/policypacks/private/main/storage/versions/1")
    assert.deepStrictEqual(JSON.parse(asJson.stdout), answer.policyPack)
    assert.match(list.stdout, /^PACK +VERSION +ACCESS +DISPLAY NAME\nmain\/storage +1\.0\.0 +full +Storage rules\n$/)
    const { policyPack } = answer
    assert.strictEqual(policyPack.policies[1].message, "A bucket stands in one of the allowed regions.")

    const again = await overNetwork("publish", EXAMPLE, "--organization", "main")
    assert.strictEqual(again.code, 1)
    assert.match(again.stderr, /1\.0\.0[^]*\(409\)[^]*--pack-version/)
    const next = await overNetwork("publish", EXAMPLE, "--organization", "main", "--pack-version", "1.1.0", "--json")
    assert.deepStrictEqual(JSON.parse(next.stdout), {
      organization: "main",
      name: "storage",
      version: 2,
      versionTag: "1.1.0"
    })
  })

  it("publishes an archive, its files at the top or inside one folder", async () => {
    for (const [name, prefix] of [
      ["top", ""],
      ["inside", "package/"]
    ] as const) {
      const path = join(folder, `${name}.tgz`)
      const entries = [Tar.file(`${prefix}policy-pack.yaml`, manifest(name)), Tar.file(`${prefix}README.md`, "# R")]
      const chunks = await Effect.runPromise(
        Stream.fromIterable(entries).pipe(Stream.pipeThroughChannelOrFail(Tar.encode()), Stream.runCollect)
      )
      const { gzipSync } = await import("node:zlib")
      await writeFile(path, gzipSync(Buffer.concat([...chunks])))
      const published = await overNetwork("publish", path, "--organization", "main")
      assert.deepStrictEqual([published.code, published.stdout], [0, `Published main/${name}@1\n`], published.stderr)
    }
  })

  it("sends the same bytes for the same files, without what tools leave", async () => {
    const path = await packWith("same", { "policy-pack.yaml": manifest("same"), "z.js": "", "a.js": "1" })
    await mkdir(join(path, "node_modules"))
    await writeFile(join(path, "node_modules", "big.js"), "x")
    const archive = () => Effect.runPromise(archiveFolder(path).pipe(Effect.provide(NodeServices.layer)))
    const [first, second] = [await archive(), await archive()]
    assert.deepStrictEqual(first, second)
    const paths = await Effect.runPromise(
      Stream.make(new Uint8Array(gunzipSync(first))).pipe(
        Stream.pipeThroughChannelOrFail(Tar.decode<never>()),
        Stream.map(({ header }) => header.path),
        Stream.runCollect
      )
    )
    assert.deepStrictEqual([...paths], ["a.js", "policy-pack.yaml", "z.js"])
  })

  it("refuses what can't be published, and says what to do", async () => {
    const bare = await packWith("bare", { "README.md": "# no manifest" })
    const wrong = await packWith("wrong", {
      "policy-pack.yaml": "name: a b\npolicies:\n  - name: x\n    severity: fatal\n"
    })
    const noYaml = await packWith("no-yaml", { "policy-pack.yaml": "a: [" })
    const large = await packWith("large", {
      "policy-pack.yaml": manifest("large"),
      "large.bin": crypto.getRandomValues(new Uint8Array(65_536)),
      ...Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`${n}.bin`, crypto.getRandomValues(new Uint8Array(65_536))]))
    })
    const noArchive = join(folder, "none.tgz")
    await writeFile(noArchive, "none")
    const good = await packWith("good", { "policy-pack.yaml": manifest("good") })
    const outcomes = await Promise.all(
      [bare, wrong, noYaml, noArchive, large].map((path) => overNetwork("publish", path, "--organization", "main"))
    )
    assert.deepStrictEqual(
      outcomes.map(({ code }) => code),
      [2, 2, 2, 2, 1]
    )
    const [noManifest, wrongFields, broken, none, tooLarge] = outcomes.map(({ stderr }) => stderr)
    assert.match(noManifest ?? "", /holds no policy-pack\.yaml[^]*docs\/policy-packs\.md/)
    assert.match(wrongFields ?? "", /name: Expected the name of a policy pack[^]*policies\.0\.severity: Expected/)
    assert.match(broken ?? "", /is not YAML/)
    assert.match(none ?? "", /is no gzipped tar/)
    assert.match(tooLarge ?? "", /was not uploaded[^]*\(413\)[^]*UPLOAD_MAX_POLICY_PACK/)
    const wordy = await packWith("wordy", {
      "policy-pack.yaml": `${manifest("wordy")}    description: ${"x".repeat(9000)}\n`,
      "README.md": "☃".repeat(400_000)
    })
    const tooWordy = await overNetwork("publish", wordy, "--organization", "main")
    assert.match(tooWordy.stderr, /\(413\)[^]*README\.md[^]*PLATFORM_CONTROL_MAX_BODY/)
    const nobody = await overNetwork("publish", good, "--organization", "nobody")
    assert.deepStrictEqual([nobody.code, nobody.stdout], [1, ""])
    assert.match(nobody.stderr, /\(404\)[^]*org ls/)
  })
})

describe("platform-control policy group", () => {
  it("applies a version, which then can't be removed, until it is withdrawn", async () => {
    const config = join(folder, "regions.yaml")
    await writeFile(config, "region: { allowed: [eu-central-1] }\n")
    assert.strictEqual((await onDatabase("group", "create", "main", "production")).code, 0)
    const missing = await onDatabase("group", "apply", "main", "production", "main/storage@1.0.0")
    assert.strictEqual(missing.code, 1)
    assert.match(missing.stderr, /configuration\.region/)
    const words = ["main/storage@1.0.0", "--config", config, "--level", "region=mandatory"]
    const applied = await onDatabase("group", "apply", "main", "production", ...words)
    assert.strictEqual(applied.stdout, "Policy group main/production applies main/storage@1\n", applied.stderr)
    const strict = await onDatabase("group", "apply", "main", "production", "main/storage", "--level", "region=strict")
    assert.match(strict.stderr, /enforcementLevels\.region[^]*not strict/)
    for (const levels of [["region"], ["region=advisory", "region=disabled"]]) {
      const flags = levels.flatMap((level) => ["--level", level])
      const misused = await onDatabase("group", "apply", "main", "production", "main/storage", ...flags)
      assert.strictEqual(misused.code, 2, misused.stderr)
      assert.match(misused.stderr, /--level region(?:=disabled)?: (?:write it as <policy>=<level>|region stands there)/)
    }
    const list = await onDatabase("group", "ls", "main")
    assert.match(list.stdout, /^production +main\/storage +1 \(1\.0\.0\) +region=mandatory$/m)
    assert.strictEqual((await api("/api/orgs/main/policypacks/storage/versions/1")).applied, true)

    const kept = await overNetwork("rm", "main/storage@1", "--yes")
    assert.match(kept.stderr, /\(409\)[^]*withdraw/)
    assert.match((await overNetwork("rm", "main/storage", "--yes")).stderr, /\(400\)[^]*group ls/)
    assert.strictEqual((await overNetwork("rm", "main/storage@1")).code, 2)
    assert.strictEqual((await onDatabase("group", "withdraw", "main", "production", "main/storage")).code, 0)
    const removed = await overNetwork("rm", "main/storage@1", "--yes")
    assert.strictEqual(removed.stdout, "Removed main/storage@1\n", removed.stderr)
    assert.strictEqual((await onDatabase("group", "rm", "main", "production")).code, 0)
    assert.match((await onDatabase("group", "ls", "main")).stderr, /no policy groups yet/)
  })
})

describe("platform-control policy import", () => {
  it("imports a pack, public or not, which the API can't delete; access adds it elsewhere", async () => {
    const path = await packWith("baseline", { "policy-pack.yaml": manifest("baseline") })
    assert.strictEqual((await runHere(["org", "create", "other", "--data", data])).code, 0)
    const imported = await onDatabase("import", "other", path, "--public")
    assert.strictEqual(imported.stdout, "Imported other/baseline@1, which is public\n", imported.stderr)
    const available = await overNetwork("ls", "--organization", "main", "--access", "available")
    assert.match(available.stdout, /^other\/baseline +0\.0\.0\+1 +deny/m)
    assert.strictEqual((await onDatabase("access", "main", "other/baseline", "add")).code, 0)
    assert.match((await overNetwork("ls", "--organization", "main")).stdout, /^other\/baseline +0\.0\.0\+1 +view-only/m)
    assert.strictEqual((await onDatabase("access", "main", "other/none", "add")).code, 1)
    const next = await onDatabase("import", "other", path)
    assert.strictEqual(next.stdout, "Imported other/baseline@2\n", next.stderr)
    assert.match((await overNetwork("ls", "--organization", "main")).stdout, /^other\/baseline +0\.0\.0\+2 +view-only/m)
    for (const words of [
      ["unimport", "other/baseline@1"],
      ["access", "main", "other/baseline@1", "deny"],
      ["group", "withdraw", "main", "production", "other/baseline@1"]
    ]) {
      const refused = await onDatabase(...words)
      assert.strictEqual(refused.code, 2, refused.stdout)
      assert.match(refused.stderr, /other\/baseline without @1/)
    }
    const removed = await onDatabase("unimport", "other/baseline")
    assert.strictEqual(removed.code, 0, removed.stderr)
    assert.strictEqual((await onDatabase("unimport", "other/baseline")).code, 1)
    const holds = await runHere(["org", "rm", "main", "--data", data])
    assert.match(holds.stderr, /policy packs/)
  })
})
