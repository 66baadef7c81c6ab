/** The platform file through the command and at the start of a server; the documented example is one of the files. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { execFileSync } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parse } from "yaml"
import { run, runHere, startServer } from "./commandLine.ts"

let folder: string
let data: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "platform-control-"))
  data = join(folder, "data")
  assert.strictEqual((await runHere(["migrate", "--data", data])).code, 0)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const written = async (text: string): Promise<string> => {
  const path = join(folder, "platform.yaml")
  await writeFile(path, text)
  return path
}

const apply = (path: string, ...flags: ReadonlyArray<string>) => runHere(["apply", path, "--data", data, ...flags])

/** The first YAML of a page. */
const exampleOf = async (page: string): Promise<string> => {
  const text = await readFile(join(import.meta.dirname, "../../../../docs", page), "utf8")
  const [, example] = /```yaml\n([^]*?)```/.exec(text) ?? []
  assert(example !== undefined, `${page} has no example`)
  return example
}

describe("platform-control apply", () => {
  it("--dry-run says what would change, then it changes, then nothing is left to do", async () => {
    const path = await written(await exampleOf("platform-file.md"))
    const dry = await apply(path, "--dry-run", "--json")
    assert.strictEqual(dry.code, 0, dry.stderr)
    assert.match(dry.stderr, /dry run/)
    const plan = JSON.parse(dry.stdout)
    assert.isAbove(plan.length, 5)
    assert.deepStrictEqual(JSON.parse((await apply(path, "--json")).stdout), plan)
    const again = await apply(path)
    assert.deepStrictEqual([again.code, again.stdout], [0, ""])
    assert.match(again.stderr, /Nothing to do/)
    const { stdout } = await runHere(["issuer", "rule", "ls", "acme", "ci", "--data", data])
    assert.match(stdout, /allow +team +ops/)
  })

  it("the example of the page about trust is such a file as well", async () => {
    const path = await written(await exampleOf("trust.md"))
    const { code, stderr } = await apply(path, "--dry-run")
    assert.strictEqual(code, 0, stderr)
  })

  const refused: ReadonlyArray<readonly [what: string, text: string, expected: RegExp]> = [
    [
      "a key that is not known",
      "users:\n  - login: x\n    emial: y\n",
      /platform\.yaml:3:5: users\[0\]\.emial: this key is not/
    ],
    ["a missing key", "users:\n  - name: x\n", /platform\.yaml:2:5: users\[0\]\.login: Missing key/],
    [
      "a name that is none",
      "organizations: [{ name: a b }]",
      /:1:19: organizations\[0\]\.name: Expected an organization name/
    ],
    [
      "somebody unknown",
      "organizations:\n  - name: o\n    members:\n      - login: nobody\n",
      /:4:9: organizations\[0\]\.members\[0\]: User nobody not found/
    ],
    [
      "what stands there twice",
      "users: [{ login: a }, { login: a }]",
      /:1:25: users\[1\]\.login: a stands here a second time/
    ],
    ["what is no YAML", "users: [", /platform\.yaml:1:\d+: Flow sequence .* end with a \]$/m],
    ["a list", "- a\n", /platform\.yaml:1:1: Expected/],
    [
      "more problems than are listed",
      `users:\n${"  - login: a b\n".repeat(23)}`,
      /platform\.yaml:21:5: users\[19\]\.login: .*\nand 3 more\nNothing was changed\.$/m
    ],
    [
      "a key that is a list",
      "organizations:\n  - name: o\n    ? [a, b]\n    : c\n",
      /^[^\n]*platform\.yaml:3:7: a key has to be a text\n$/
    ],
    ["a key that stands for one", "users: &all [{ login: o }]\n*all : x\n", /:2:1: a key has to be a text$/m],
    ["two keys that are one text", "1: a\n'1': b\n", /platform\.yaml:2:1: Map keys must be unique/]
  ]
  for (const [what, text, expected] of refused) {
    it(`1 for ${what}, with its place, and nothing is changed`, async () => {
      const { code, stderr, stdout } = await apply(await written(text))
      assert.deepStrictEqual([code, stdout], [1, ""])
      assert.match(stderr, expected)
      assert.notInclude((await runHere(["org", "ls", "--data", data])).stdout, "\no ")
    })
  }

  it("1 for a file that is not there, 2 without a file", async () => {
    const missing = await apply(join(folder, "missing.yaml"))
    assert.strictEqual(missing.code, 1)
    assert.match(missing.stderr, /missing\.yaml can't be read: it is not there\b/)
    const { code, stderr } = await runHere(["apply", "--data", data])
    assert.strictEqual(code, 2)
    assert.match(stderr, /Name the file/)
  })

  it("reads a pipe, and refuses what is too large, which no size tells", async () => {
    const pipe = join(folder, "pipe.yaml")
    execFileSync("mkfifo", [pipe])
    const applyFrom = async (text: string) => {
      const [outcome] = await Promise.all([apply(pipe), writeFile(pipe, text).catch(() => undefined)])
      return outcome
    }
    assert.match((await applyFrom("users: [{ login: from-pipe }]\n")).stdout, /^create +user from-pipe/m)
    const tooLarge = await applyFrom(`${"#".repeat(79)}\n`.repeat(132_000))
    assert.strictEqual(tooLarge.code, 1)
    assert.match(tooLarge.stderr, /pipe\.yaml is larger than 10485760 bytes\./)
  })

  it("takes JSON, and an empty file for one that says nothing", async () => {
    const path = await written('{"users":[{"login":"from-json"}]}')
    assert.match((await apply(path)).stdout, /^create +user from-json/m)
    assert.match((await apply(await written("# nothing\n"))).stderr, /Nothing to do/)
  })

  it("--schema prints a JSON Schema that takes the examples and refuses misspelt keys and names", async () => {
    const { code, stdout } = await runHere(["apply", "--schema"])
    assert.strictEqual(code, 0)
    const validate = new Ajv2020({ strict: false }).compile(JSON.parse(stdout))
    for (const page of ["platform-file.md", "trust.md"]) {
      assert.isTrue(validate(parse(await exampleOf(page))), JSON.stringify(validate.errors))
    }
    for (const file of [
      { user: [] },
      { users: [{ login: "a", emial: "b" }] },
      { organizations: [{}] },
      { users: 5 },
      { users: [{ login: "a b" }] },
      { organizations: [{ name: "a/b" }] },
      { organizations: [{ name: "a", members: [{ login: "" }] }] },
      { organizations: [{ name: "a", teams: [{ name: "b." }] }] },
      { organizations: [{ name: "a", issuers: [{ name: "b c", url: "https://ci.example.com" }] }] }
    ]) {
      assert.isFalse(validate(file), JSON.stringify(file))
    }
  })
})

describe("the setting that names a platform file", () => {
  it("is applied at every start, and one that is refused stops the start", async () => {
    const place = join(folder, "started")
    const path = await written("organizations: [{ name: from-file, features: { agents: false } }]\n")
    const settings = { PLATFORM_CONTROL_APPLY: path, PLATFORM_CONTROL_LOG_FORMAT: "json" }
    for (const expected of [/create organization from-file/, undefined]) {
      const server = await startServer(["start", "--no-demo", "--data", place], settings)
      await server.stop()
      if (expected === undefined) assert.notInclude(server.printed(), "create organization")
      else assert.match(server.printed(), expected)
    }
    const features = await runHere(["org", "features", "from-file", "--data", place, "--json"])
    assert.deepStrictEqual(JSON.parse(features.stdout), { agents: false, policyAsCode: true })
    await written("organisations: []\n")
    const { code, stderr } = await run(["serve", "--port", "0", "--data", place], settings)
    assert.strictEqual(code, 1)
    assert.match(stderr, /PLATFORM_CONTROL_APPLY names can't be applied[^]*organisations: this key is not known/)
  })
})
