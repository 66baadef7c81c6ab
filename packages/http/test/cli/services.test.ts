/** `platform-control service …` against a running server, and its tokens on that server's database. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type RunningServer, runHere, startServer } from "./commandLine.ts"

let folder: string
let server: RunningServer
let token: string
let login: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "platform-control-"))
  server = await startServer(["start", "--no-demo", "--data", join(folder, "data")], {})
  token = /pct_p_\w+/.exec(server.printed())?.[0] ?? ""
  const answer = await fetch(`${server.url}/api/user`, { headers: { authorization: `Bearer ${token}` } })
  login = ((await answer.json()) as { scmLogin: string }).scmLogin
})

afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const service = (...words: ReadonlyArray<string>) =>
  runHere(["service", ...words, "--url", server.url, "--token", token])

const onDatabase = (...words: ReadonlyArray<string>) =>
  runHere(["service", "token", ...words, "--data", join(folder, "data")])

const succeeded = async (run: ReturnType<typeof service>) => {
  const { code, stderr, stdout } = await run
  assert.strictEqual(code, 0, stderr)
  return stdout
}

const at = (name: string) => `main/user/${login}/${name}`

describe("platform-control service", () => {
  it("creates, shows, lists, changes and deletes a service", async () => {
    const made = await succeeded(
      service(
        "create",
        at("shop"),
        "--description",
        "The shop",
        "--item",
        "stack:web/production",
        "--property",
        "tier=1",
        "--property",
        "url:docs=https://example.com/?a=b:c"
      )
    )
    assert.match(made, new RegExp(`^service +${at("shop")}$`, "m"))
    await succeeded(service("attach", at("shop"), "environment:web/production", "stack:web/test"))
    await succeeded(service("detach", at("shop"), "stack:web/test", "stack:web/absent"))
    const shown = JSON.parse(await succeeded(service("info", at("shop"), "--json")))
    assert.deepStrictEqual(
      shown.items.map(({ name, type }: Record<string, string>) => `${type}:${name}`),
      ["environment:web/production", "stack:web/production"]
    )
    assert.deepStrictEqual(shown.service.properties, [
      { key: "tier", value: "1", type: "text", order: 0 },
      { key: "docs", value: "https://example.com/?a=b:c", type: "url", order: 1 }
    ])
    assert.match(await succeeded(service("info", at("shop"))), /^ {2}stack:web\/production$/m)
    await succeeded(service("set", at("shop"), "--name", "store", "--description", "", "--alone", "--bare"))
    assert.deepStrictEqual(JSON.parse(await succeeded(service("info", at("store"), "--json"))).service.properties, [])
    assert.match(await succeeded(service("ls", "--organization", "main")), /store +1 environment, 1 stack +1/)
    assert.strictEqual(await succeeded(service("rm", at("store"), "--yes")), `Deleted ${at("store")}\n`)
    assert.strictEqual(await succeeded(service("ls", "--organization", "main", "--json")), "[]\n")
  })

  it("makes tokens on the database that work until the service is deleted", async () => {
    await succeeded(service("create", at("robot")))
    const asked = ["--name", "ci", "--role", "stack-read", "--reason", "deploys the robot"]
    const value = (await succeeded(onDatabase("create", at("robot"), ...asked))).trim()
    const entries = await runHere([
      "audit",
      "ls",
      "--action",
      "organization-token.create",
      "--data",
      join(folder, "data")
    ])
    assert.match(entries.stdout, /main +deploys the robot$/m)
    const status = async () => {
      const url = `${server.url}/api/orgs/main/services`
      return (await fetch(url, { headers: { authorization: `Bearer ${value}` } })).status
    }
    assert.strictEqual(await status(), 200)
    assert.match(await succeeded(onDatabase("ls", at("robot"))), /ci +stack-read/)
    await succeeded(service("rm", at("robot"), "--yes"))
    assert.strictEqual(await status(), 401)
  })

  it("refuses what is not understood (2) or not there (1), and says what to do", async () => {
    for (const [code, said, ...words] of [
      [2, /names no service/, "info", "main/shop"],
      [2, /stack:project\/name/, "create", at("x"), "--item", "web/production"],
      [2, /key=value/, "create", at("x"), "--property", "tier"],
      [2, /nothing to change/i, "set", at("x")],
      [2, /contradict/, "set", at("x"), "--alone", "--member", "user:a"],
      [2, /contradict/, "set", at("x"), "--bare", "--property", "a=b"],
      [2, /^name: Expected a service name/, "create", at("no name")],
      [2, /^items\.1\.name: Expected an item name/, "create", at("x"), "--item", "stack:a/b", "--item", "stack:a"],
      [2, /no two properties/, "create", at("x"), "--property", "a=1", "--property", "a=2"],
      [2, /^name: Expected a service name/, "set", at("x"), "--name", "no name"],
      [2, /^items\.0\.name: Expected an item name/, "attach", at("x"), "stack:a"],
      [2, /^items\.0\.name: Expected an item name/, "detach", at("x"), "stack:a"],
      [2, /--yes/, "rm", at("x")],
      [1, /service ls/, "info", at("x")],
      [1, /no user nobody/, "create", "main/user/nobody/x"]
    ] as const) {
      const outcome = await service(...words)
      assert.strictEqual(outcome.code, code, words.join(" "))
      assert.match(outcome.stderr, said)
    }
  })
})
