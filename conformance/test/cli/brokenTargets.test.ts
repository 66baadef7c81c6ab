/** The command against targets that are none: the exit code, and a sentence that says what to do. */
import { assert, describe, it } from "vitest"
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type RequestListener } from "node:http"
import { createServer as createTcpServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const bin = fileURLToPath(new URL("../../src/bin.ts", import.meta.url))

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The command in an empty folder. */
const run = (words: ReadonlyArray<string>, files: Readonly<Record<string, string>> = {}): Promise<Ended> => {
  const folder = mkdtempSync(join(tmpdir(), "conformance-cli-"))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("PLATFORM_C")))
  const child = spawn(process.execPath, [bin, ...words], { cwd: folder, env: { ...env, NO_COLOR: "1" } })
  const texts = { stdout: "", stderr: "" }
  child.stdout.on("data", (part: Buffer) => (texts.stdout += part.toString()))
  child.stderr.on("data", (part: Buffer) => (texts.stderr += part.toString()))
  return new Promise((resolve) =>
    child.once("close", (code) => {
      rmSync(folder, { recursive: true, force: true })
      resolve({ code, ...texts })
    })
  )
}

const configured = (url: string) => ({
  "conformance.yaml": `url: ${url}\norganization: acme\ntimeoutSeconds: 1\nidentities:\n  admin: token-of-nobody\n`
})

const listening = async (server: Server, body: (port: number) => Promise<void>) => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  try {
    await body(typeof address === "object" && address !== null ? address.port : 0)
  } finally {
    server.close()
  }
}

const answering = (listener: RequestListener) => {
  const server = createServer(listener)
  server.on("connection", (socket) => socket.unref())
  return server
}

const judged = (url: string) => run(["run", "--only", "CORE-025"], configured(url))

describe("platform-conformance run against what is no target", () => {
  it("3 for a closed port", async () => {
    const server = createTcpServer()
    let port = 0
    await listening(server, (found) => Promise.resolve(void (port = found)))
    const { code, stderr } = await judged(`http://127.0.0.1:${port}`)
    assert.strictEqual(code, 3)
    assert.match(stderr, /ECONNREFUSED.*Nothing listens there\. Start the server/)
  })

  it("3 for HTML instead of JSON", () =>
    listening(
      answering((_, response) => response.setHeader("content-type", "text/html").end("<html>")),
      async (port) => {
        const { code, stderr } = await judged(`http://127.0.0.1:${port}`)
        assert.strictEqual(code, 3)
        assert.match(stderr, /text\/html, not with the JSON of this API\. Correct `url`/)
      }
    ))

  it("3 for empty answers", () =>
    listening(
      answering((_, response) => response.end()),
      async (port) => {
        const { code, stderr } = await judged(`http://127.0.0.1:${port}`)
        assert.strictEqual(code, 3)
        assert.match(stderr, /answers 200 with an empty body/)
      }
    ))

  it("3 for a server that hangs", () =>
    listening(
      answering(() => undefined),
      async (port) => {
        const { code, stderr } = await judged(`http://127.0.0.1:${port}`)
        assert.strictEqual(code, 3)
        assert.match(stderr, /does not answer in time/)
      }
    ))

  it("3 for TLS where there is none", () =>
    listening(
      answering((_, response) => response.end("{}")),
      async (port) => {
        const { code, stderr } = await judged(`https://127.0.0.1:${port}`)
        assert.strictEqual(code, 3)
        assert.match(stderr, /http/)
      }
    ))
})

describe("platform-conformance run with nothing but a URL", () => {
  it("5 when what needs no credential can't be concluded either; 0 when it can", () =>
    listening(
      answering((_, response) => response.setHeader("content-type", "application/json").end('{"packages":[]}')),
      async (port) => {
        const words = ["run", "--url", `http://127.0.0.1:${port}`, "--only"]
        assert.strictEqual((await run([...words, "CORE-025"])).code, 0)
        const { code, stdout } = await run([...words, "REG-052"])
        assert.strictEqual(code, 5)
        assert.match(stdout, /INCONCLUSIVE REG-052 NO_FIXTURE/)
      }
    ))
})

describe("platform-conformance that is not understood", () => {
  it("2 without a target, naming the key", async () => {
    const { code, stderr } = await run(["run"])
    assert.strictEqual(code, 2)
    assert.match(stderr, /url: Missing key/)
  })

  it("2 for a key that does not exist or a token that is none; no value is shown", async () => {
    const file = "url: http://a\norganization: a\nidentites: {}\nidentities:\n  admin: secret token\n"
    const { code, stderr } = await run(["run"], { "conformance.yaml": file })
    assert.strictEqual(code, 2)
    assert.match(stderr, /identites: /)
    assert.match(stderr, /identities\.admin: /)
    assert.notInclude(stderr, "secret token")
  })

  it("2 for a rule, profile, budget or report that does not exist", async () => {
    for (const words of [
      ["--only", "REG-9*"],
      ["--profile", "none"],
      ["--budget", "5 minutes"],
      ["--report", "pdf"],
      ["--level", "high"]
    ])
      assert.strictEqual((await run(["run", ...words], configured("http://127.0.0.1:9"))).code, 2, words.join(" "))
  })
})

describe("platform-conformance coverage, list and explain", () => {
  it("0: every rule has a test or a reason", async () => {
    const { code, stdout } = await run(["coverage"])
    assert.strictEqual(code, 0)
    assert.match(stdout, /0 are neither tested nor explained/)
  })

  it("shows the clause of a rule and what it kills", async () => {
    const { stdout } = await run(["explain", "reg-048"])
    assert.match(stdout, /Clause: A\/States r2[^]*MUT-045/)
    assert.match((await run(["list", "--profile", "registry"])).stdout, /^REG-001 +must/m)
  })
})
