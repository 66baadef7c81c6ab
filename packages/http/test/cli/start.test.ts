/** `platform-control start` as a person meets it: the first time, and the second. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { type RunningServer, run, startServer } from "./commandLine.ts"

const shell = async (line: string) => (await promisify(execFile)("sh", ["-c", line])).stdout

const DEMO = "platform/main/platform-control@0.0.0"

describe("platform-control start", () => {
  let folder: string
  let data: string
  let server: RunningServer
  let token: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "platform-control-"))
    data = join(folder, "data")
    server = await startServer(["start", "--data", data])
    token = /pct_p_\w+/.exec(server.printed())?.[0] ?? ""
  })

  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it("prints the address, the reference page, the organization, the administrator and the token", () => {
    const printed = server.printed()
    assert.match(printed, new RegExp(`^URL +${server.url}$`, "m"))
    assert.match(printed, new RegExp(`^Reference +${server.url}/docs$`, "m"))
    assert.match(printed, /^Organization +main$/m)
    assert.match(printed, /^Administrator +admin$/m)
    assert.match(printed, /^Token +pct_p_\w{36}$/m)
    assert.match(printed, /shown this once/)
  })

  it("shows a reference page at the address that it printed", async () => {
    const response = await fetch(`${server.url}/docs`)
    assert.strictEqual(response.status, 200)
    assert.match(response.headers.get("content-type") ?? "", /text\/html/)
  })

  it("publishes the demonstration packages, which the printed curl then lists", async () => {
    await server.until(/Published the demonstration package bridged\/main\/edge/)
    const [, curl = ""] = /^ *(curl .*)$/m.exec(server.printed()) ?? []
    const listed = JSON.parse(await shell(curl))
    assert.deepStrictEqual(
      listed.packages
        .map((one: { name: string; publisher: string; source: string }) => `${one.source}/${one.publisher}/${one.name}`)
        .toSorted(),
      ["bridged/main/edge", "bridged/main/inventory", "bridged/main/pipeline", "platform/main/platform-control"]
    )
  })

  it("documents the functions of providers in seven languages", async () => {
    await server.until(/Published the demonstration package bridged\/main\/edge/)
    const page = `${server.url}/api/registry/packages/bridged/main/inventory/versions/latest/docs/inventory%3Aindex%2FgetAsns%3AgetAsns`
    const types: Readonly<Record<string, string>> = {
      typescript: "GetAsnsFilter[]",
      python: "Sequence[GetAsnsFilter]",
      go: "[]GetAsnsFilter",
      csharp: "List<GetAsnsFilter>",
      java: "List<GetAsnsFilter>",
      yaml: "List<Property Map>",
      hcl: "list(object)"
    }
    for (const [language, type] of Object.entries(types)) {
      const response = await fetch(`${page}?lang=${language}`, {
        headers: { accept: "text/markdown", authorization: `Bearer ${token}` }
      })
      assert.include(await response.text(), type, language)
    }
  })

  it("makes an administrator of everything", async () => {
    const response = await fetch(`${server.url}/api/user`, { headers: { authorization: `Bearer ${token}` } })
    const user = await response.json()
    assert.deepInclude(user, { scmLogin: "admin", siteAdmin: true, registryAdmin: true })
    assert.deepInclude(user.organizations[0], { scmLogin: "main", role: "admin" })
  })

  it("refuses a port that is taken, and says how to choose another", async () => {
    const { code, stderr } = await run(["start", "--data", join(folder, "other"), "--port", new URL(server.url).port])
    assert.strictEqual(code, 1)
    assert.match(stderr, /is taken by another process/)
    assert.match(stderr, /--port chooses another; --port 0 takes a free one/)
  })

  describe("the second time", () => {
    let second: RunningServer
    let stopped: Awaited<ReturnType<RunningServer["stop"]>>

    beforeAll(async () => {
      stopped = await server.stop()
      second = await startServer(["start", "--data", data])
    })

    afterAll(() => second.stop())

    it("0 for the server that was told to stop by SIGTERM, without a word about it", () => {
      assert.strictEqual(stopped.code, 0)
      assert.strictEqual(stopped.stderr, "")
    })

    it("prints no token, and a command that makes another one", async () => {
      assert.notMatch(second.printed(), /pct_/)
      const [, words = ""] = /^ *platform-control (token create .*)$/m.exec(second.printed()) ?? []
      const { code, stdout } = await run(words.split(" "))
      assert.strictEqual(code, 0)
      const response = await fetch(`${second.url}/api/user`, { headers: { authorization: `Bearer ${stdout.trim()}` } })
      assert.strictEqual(response.status, 200)
    })

    it("finds the old token and the demonstration package as they were", async () => {
      const info = await run(["package", "info", DEMO, "--json", "--url", second.url], {
        PLATFORM_CONTROL_TOKEN: token
      })
      assert.strictEqual(info.code, 0, info.stderr)
      assert.deepInclude(JSON.parse(info.stdout), { source: "platform", publisher: "main", title: "Platform Control" })
      assert.notMatch(second.printed(), /Published the demonstration package/)
    })
  })
})
