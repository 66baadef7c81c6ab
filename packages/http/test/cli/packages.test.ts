/** `platform-control package …` against a running server. */
import { afterAll, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type RunningServer, run, runHere, startServer } from "./commandLine.ts"

const REAL = fileURLToPath(new URL("../../../../../shared/data/packages", import.meta.url))

// Most tests start the command several times, each a process of its own.
vi.setConfig({ testTimeout: 120_000 })

/** Small enough that a test can exceed it, large enough for every real package. */
const UPLOAD_MAX = "600 KiB"

let folder: string
let server: RunningServer
let token: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "platform-control-"))
  server = await startServer(["start", "--no-demo", "--data", join(folder, "data")], {
    PLATFORM_CONTROL_UPLOAD_MAX_SCHEMA: UPLOAD_MAX
  })
  token = /pct_p_\w+/.exec(server.printed())?.[0] ?? ""
})

afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const command = (words: ReadonlyArray<string>, as: string = token) =>
  run(words, { PLATFORM_CONTROL_URL: server.url, PLATFORM_CONTROL_TOKEN: as })

/** The same without a process, for what prints nothing but its result. */
const commandHere = (...words: ReadonlyArray<string>) => runHere([...words, "--url", server.url, "--token", token])

const packageWith = async (name: string, files: Readonly<Record<string, string>>): Promise<string> => {
  const path = join(folder, name)
  await mkdir(path)
  for (const [file, content] of Object.entries(files)) await writeFile(join(path, file), content)
  return path
}

const whole = (name: string, version = "1.0.0") => ({
  "schema.json": JSON.stringify({ name, version, publisher: "main", description: `The package ${name}.` }),
  "README.md": `# ${name}\n`
})

describe("platform-control package publish", () => {
  it("prints the address of the version, which info then shows as the API gives it", async () => {
    const path = await packageWith("net", whole("net"))
    const published = await command(["package", "publish", path])
    assert.strictEqual(published.code, 0, published.stderr)
    const url = `${server.url}/api/registry/packages/private/main/net/versions/1.0.0`
    assert.strictEqual(published.stdout, `Published private/main/net@1.0.0\n${url}\n`)
    assert.match(published.stderr, /^Uploaded schema\.json \(\d+ B\)$/m)
    assert.match(published.stderr, /^Uploaded README\.md \(6 B\)$/m)

    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    const [asJson, asText] = await Promise.all([
      commandHere("package", "info", "private/main/net", "--json"),
      commandHere("package", "info", "private/main/net@1.0.0")
    ])
    assert.deepStrictEqual(JSON.parse(asJson.stdout), await answer.json())
    assert.match(asText.stdout, /^package +private\/main\/net$/m)
    assert.match(asText.stdout, /^description +The package net\.$/m)

    const again = await command(["package", "publish", path])
    assert.strictEqual(again.code, 1)
    assert.match(again.stderr, /exists \(409\)[^]*--package-version[^]*package rm private\/main\/net@1\.0\.0/)
  })

  it("refuses what can't be published, and says what to do", async () => {
    const path = await packageWith("refused", whole("refused"))
    const bare = await packageWith("bare", { "schema.json": "{}" })
    const large = await packageWith("large", {
      ...whole("large"),
      "schema.json": JSON.stringify({ ...JSON.parse(whole("large")["schema.json"]), language: "x".repeat(2_000_000) })
    })
    const [unknownToken, noToken, noReadme, tooLarge, noPublisher, nameInPath] = await Promise.all([
      command(["package", "publish", path], `pct_p_${"0".repeat(36)}`),
      run(["package", "publish", path], { PLATFORM_CONTROL_URL: server.url }),
      command(["package", "publish", bare]),
      command(["package", "publish", large]),
      command(["package", "publish", path, "--publisher", "nobody"]),
      command(["package", "publish", path, "--name", "a/b"])
    ])
    assert.deepStrictEqual(
      [unknownToken, noToken, noReadme, tooLarge, noPublisher, nameInPath].map(({ code }) => code),
      [1, 1, 2, 1, 1, 2]
    )
    assert.match(unknownToken.stderr, /\(401\)[^]*PLATFORM_CONTROL_TOKEN/)
    assert.match(noToken.stderr, /\(401\)[^]*PLATFORM_CONTROL_TOKEN/)
    assert.match(noReadme.stderr, /No README beside .*schema\.json/)
    assert.match(tooLarge.stderr, /schema\.json was not uploaded: .*\(413\)[^]*PLATFORM_CONTROL_UPLOAD_MAX_SCHEMA/)
    assert.match(noPublisher.stderr, /\(404\)[^]*platform-control org ls/)
    assert.match(nameInPath.stderr, /--name a\/b: .*Expected a package name/)
    const { stdout } = await command(["package", "ls", "--search", "large", "--json"])
    assert.deepStrictEqual(JSON.parse(stdout), [])
  })

  it("1 without the permission, naming the command that gives it; 0 once it is given", async () => {
    const data = ["--data", join(folder, "data")]
    const path = await packageWith("granted", whole("granted"))
    await run(["user", "create", "alice", ...data])
    await run(["member", "add", "main", "alice", ...data])
    const alice = (await run(["token", "create", "--user", "alice", ...data])).stdout.trim()
    const refused = await command(["package", "publish", path], alice)
    assert.strictEqual(refused.code, 1)
    const [, words = ""] = /platform-control (member set main <login> --publish)/.exec(refused.stderr) ?? []
    await run([...words.replace("<login>", "alice").split(" "), ...data])
    // The running server may remember what her first token was allowed to.
    const fresh = (await run(["token", "create", "--user", "alice", ...data])).stdout.trim()
    const published = await command(["package", "publish", path], fresh)
    assert.strictEqual(published.code, 0, published.stderr)
  })
})

describe("platform-control package ls", () => {
  it("prints a table of what was searched for, or one JSON array", async () => {
    const names = ["lists-a", "lists-b", "lists-c"]
    await Promise.all(
      names.map(async (name) => {
        const { code, stderr } = await commandHere("package", "publish", await packageWith(name, whole(name)))
        assert.strictEqual(code, 0, stderr)
      })
    )
    const [table, array, limited, nothing] = await Promise.all([
      commandHere("package", "ls", "--search", "lists", "--organization", "main"),
      commandHere("package", "ls", "--search", "lists", "--json"),
      commandHere("package", "ls", "--limit", "2", "--json"),
      commandHere("package", "ls", "--search", "nothing-of-this-name")
    ])
    const [header, ...rows] = table.stdout.trimEnd().split("\n")
    assert.match(header ?? "", /^PACKAGE +VERSION +PUBLISHED +DESCRIPTION$/)
    assert.deepStrictEqual(
      rows.map((row) => row.split(/ +/)[0]),
      names.map((name) => `private/main/${name}`)
    )
    assert.deepStrictEqual(
      JSON.parse(array.stdout).map(({ name }: { name: string }) => name),
      names
    )
    assert.strictEqual(JSON.parse(limited.stdout).length, 2)
    assert.deepInclude(nothing, { code: 0, stdout: "" })
    assert.match(nothing.stderr, /No packages/)
  })
})

describe("platform-control package rm", () => {
  it("removes with --yes, and asks for it where there is no terminal", async () => {
    const path = await packageWith("gone", whole("gone"))
    await commandHere("package", "publish", path)
    const identity = "private/main/gone@1.0.0"
    const asked = await commandHere("package", "rm", identity)
    assert.strictEqual(asked.code, 2)
    assert.match(asked.stderr, /no terminal to ask on[^]*--yes/)
    assert.deepInclude(await commandHere("package", "rm", identity, "--yes"), {
      code: 0,
      stdout: `Removed ${identity}\n`
    })
    const [info, again] = await Promise.all([
      commandHere("package", "info", identity),
      commandHere("package", "rm", identity, "--yes")
    ])
    for (const { code, stderr } of [info, again]) {
      assert.strictEqual(code, 1)
      assert.match(stderr, /not found \(404\)/)
    }
  })
})

describe.skipIf(!existsSync(REAL))("platform-control package publish with real packages (needs ../shared)", () => {
  const versions = { random: "4.21.1", tls: "5.5.1", command: "1.2.1", docker: "5.1.0" }

  it("publishes each as it lies there, with the version of its registry-metadata.yaml", async () => {
    const published = await Promise.all(
      Object.keys(versions).map((name) =>
        command(["package", "publish", join(REAL, name), "--publisher", "main", "--json"])
      )
    )
    for (const [index, [name, version]] of Object.entries(versions).entries()) {
      assert.strictEqual(published[index]?.code, 0, published[index]?.stderr)
      assert.deepInclude(JSON.parse(published[index]?.stdout ?? ""), {
        source: "private",
        publisher: "main",
        name,
        version
      })
    }
  })
})
