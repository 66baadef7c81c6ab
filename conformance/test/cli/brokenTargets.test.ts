/** The command against targets that are none: the exit code, and a sentence that says what to do. */
import { assert, describe, it, vi } from "vitest"
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type RequestListener } from "node:http"
import { createServer as createTlsServer } from "node:https"
import { createServer as createTcpServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { selfSigned } from "./selfSigned.ts"

const bin = fileURLToPath(new URL("../../src/bin.ts", import.meta.url))

// Most tests start the command several times, each a process of its own.
vi.setConfig({ testTimeout: 120_000 })

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The command in an empty folder; with `interrupted`, Ctrl-C is pressed when that resolves. */
const run = (
  words: ReadonlyArray<string>,
  files: Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, string>> = {},
  interrupted?: Promise<void>
): Promise<Ended> => {
  const folder = mkdtempSync(join(tmpdir(), "conformance-cli-"))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("PLATFORM_C")))
  const child = spawn(process.execPath, [bin, ...words], { cwd: folder, env: { ...env, NO_COLOR: "1", ...more } })
  const texts = { stdout: "", stderr: "" }
  void interrupted?.then(() => child.kill("SIGINT"))
  child.stdout.on("data", (part: Buffer) => (texts.stdout += part.toString()))
  child.stderr.on("data", (part: Buffer) => (texts.stderr += part.toString()))
  return new Promise((resolve) =>
    child.once("close", (code) => {
      rmSync(folder, { recursive: true, force: true })
      resolve({ code, ...texts })
    })
  )
}

/** Time enough for every answer that comes; a test that waits for none takes less. */
const configured = (url: string, timeoutSeconds = 20) => ({
  "conformance.yaml": `url: ${url}\norganization: acme\ntimeoutSeconds: ${timeoutSeconds}\nidentities:\n  admin: token-of-nobody\n`
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

const judged = (url: string, timeoutSeconds?: number) =>
  run(["run", "--only", "CORE-025"], configured(url, timeoutSeconds))

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
        const { code, stderr } = await judged(`http://127.0.0.1:${port}`, 1)
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

  it("3 for no TLS where there is some", () =>
    listening(createTlsServer(selfSigned), async (port) => {
      const { code, stderr } = await judged(`http://127.0.0.1:${port}`)
      assert.strictEqual(code, 3)
      assert.match(stderr, /https/)
    }))

  it("3 for a certificate that nobody trusts; none when its authority is given", () =>
    listening(
      createTlsServer(selfSigned, (_, response) =>
        response.setHeader("content-type", "application/json").end('{"packages":[]}')
      ),
      async (port) => {
        const { code, stderr } = await judged(`https://127.0.0.1:${port}`)
        assert.strictEqual(code, 3)
        assert.match(stderr, /self-signed\. Give its authority by NODE_EXTRA_CA_CERTS/)
        const words = ["run", "--only", "CORE-025", "--url", `https://127.0.0.1:${port}`]
        const trusted = await run(words, { "ca.pem": selfSigned.cert }, { NODE_EXTRA_CA_CERTS: "ca.pem" })
        assert.strictEqual(trusted.code, 0, trusted.stderr)
      }
    ))

  it("3 for a server that hangs up, or never ends its answer", async () => {
    await listening(
      createTcpServer((socket) => void socket.destroy()),
      async (port) => {
        const { code, stderr } = await judged(`http://127.0.0.1:${port}`)
        assert.strictEqual(code, 3)
        assert.match(stderr, /closes the connection without an answer/)
      }
    )
    await listening(
      answering((_, response) => {
        const more = () => {
          while (response.write(Buffer.alloc(1024 * 1024))) continue
        }
        response.on("drain", more)
        more()
      }),
      async (port) => {
        const { code, stderr } = await judged(`http://127.0.0.1:${port}`)
        assert.strictEqual(code, 3)
        assert.match(stderr, /larger than any of this API|does not answer in time/)
      }
    )
  })

  it("3 for JSON that says there is nothing, and for a redirect, naming where it leads", async () => {
    const json = { "content-type": "application/json" }
    await listening(
      answering((_, response) => response.writeHead(404, json).end('{"message":"Not Found"}')),
      async (port) => {
        const { code, stderr } = await judged(`http://127.0.0.1:${port}`)
        assert.strictEqual(code, 3)
        assert.match(stderr, /answers 404/)
      }
    )
    const location = "https://elsewhere.example/api"
    await listening(
      answering((_, response) => response.writeHead(301, { ...json, location }).end("{}")),
      async (port) => {
        const { code, stderr } = await judged(`http://127.0.0.1:${port}`)
        assert.strictEqual(code, 3)
        assert.include(stderr, `sends to ${location}`)
      }
    )
  })

  it("3 for doctor as well", async () => {
    const { code, stderr } = await run(["doctor"], configured("http://127.0.0.1:9"))
    assert.strictEqual(code, 3)
    assert.match(stderr, /Nothing listens there/)
  })
})

describe("platform-conformance run against what ends or says too much", () => {
  it("3 when the target is gone on the way, with the reports of what came out until then", () => {
    let answers = 0
    return listening(
      answering((request, response) => {
        answers += 1
        if (answers > 3) request.socket.destroy()
        else response.setHeader("content-type", "application/json").end('{"packages":[]}')
      }),
      async (port) => {
        const words = ["run", "--url", `http://127.0.0.1:${port}`, "--report", "md", "--only", "CORE-0*"]
        const { code, stdout } = await run(words, configured(`http://127.0.0.1:${port}`))
        assert.strictEqual(code, 3)
        assert.match(stdout, /Stopped: .*can't be reached.*\d+ rules were not run\./)
        assert.match(stdout, /sweep --run \w+/)
        assert.match(stdout, /Written: .*report\.md/)
      }
    )
  })

  it("never 4 for an answer that is nested beyond any use", () => {
    const deep = `{"packages":[],"x":${"[".repeat(200_000)}${"]".repeat(200_000)}}`
    let answers = 0
    return listening(
      answering((_, response) => {
        answers += 1
        response.setHeader("content-type", "application/json").end(answers === 1 ? '{"packages":[]}' : deep)
      }),
      async (port) => {
        const { code, stdout } = await run(
          ["run", "--only", "CORE-001,CORE-002,CORE-007,CORE-014,REG-0*", "--reproduce", "0"],
          configured(`http://127.0.0.1:${port}`)
        )
        assert.strictEqual(code, 1, stdout.slice(-2000))
        assert.match(stdout, /WARN CORE-002/)
        assert.notMatch(stdout, /^ERROR/m)
      }
    )
  })

  it("prints nothing that commands a terminal or a CI system", () => {
    const hostile =
      '{"m":"\u001b]0;PWNED\u0007\u001b[31m"}\r\n::error file=a::injected\n  ##[error]b\n ::stop-commands::x ##vso[task.complete]'
    let answers = 0
    return listening(
      answering((_, response) => {
        answers += 1
        response.setHeader("content-type", "application/json")
        if (answers === 1) response.end('{"packages":[]}')
        else response.writeHead(400).end(hostile)
      }),
      async (port) => {
        const { code, stdout } = await run(
          ["run", "--only", "CORE-025", "--reproduce", "0"],
          configured(`http://127.0.0.1:${port}`)
        )
        assert.strictEqual(code, 1)
        assert.include(stdout, "PWNED")
        assert.include(stdout, "⟨U+001B⟩")
        assert.notMatch(stdout, /(?![\t\n])\p{Cc}/u)
        assert.notMatch(stdout, /^\s*(?:::|##)|##\w*\[/m)
        assert.match(stdout, /^ {5}\| ::error/m)
      }
    )
  })

  it("130 for Ctrl-C: what was made is undone, the rest is for sweep", async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let starts = 0
    const deleted: Array<string | undefined> = []
    await listening(
      answering((request, response) => {
        request.resume()
        request.on("end", () => {
          response.setHeader("content-type", "application/json")
          if (request.method === "DELETE") {
            deleted.push(request.url)
            return response.writeHead(request.url === deleted[0] ? 500 : 204).end()
          }
          if (request.method !== "POST") return response.end('{"packages":[]}')
          starts += 1
          if (starts === 2) resolve()
          // Slow enough for the signal to arrive while there is more to do.
          setTimeout(() => response.writeHead(202).end(JSON.stringify({ operationID: `operation-${starts}` })), 300)
        })
      }),
      async (port) => {
        const { code, stdout } = await run(
          ["run", "--profile", "registry"],
          configured(`http://127.0.0.1:${port}`),
          {},
          promise
        )
        assert.strictEqual(code, 130, stdout)
        assert.match(stdout, /Stopped: It was interrupted\. \d+ rules were not run\./)
        assert.match(stdout, /1 left behind: platform-conformance sweep --run \w+/, stdout.slice(-700) + deleted.join())
        assert.isAtLeast(deleted.length, 2)
      }
    )
  })
})

describe("platform-conformance sweep", () => {
  it("0 when all is gone: 200 is as good as 204, and half a line at the end is none", () => {
    const line = (path: string) => JSON.stringify({ begin: { path, identity: "admin" } })
    const ledger = `${line("/api/one")}\n${line("/api/two")}\n{"begin":{"path":"/api/thr`
    return listening(
      answering((request, response) => response.writeHead(request.url === "/api/one" ? 200 : 204).end()),
      async (port) => {
        const files = { ...configured(`http://127.0.0.1:${port}`), "ledger-there.ndjson": ledger }
        const { code, stderr, stdout } = await run(["sweep", "--run", "there", "--out", "."], files)
        assert.strictEqual(code, 0, stderr)
        assert.strictEqual(stdout, "200 /api/one\n204 /api/two\n2 gone, 0 left.\n")
      }
    )
  })
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

describe("platform-conformance run --baseline", () => {
  it("6 for an entry that is no rule", () =>
    listening(
      answering((_, response) => response.setHeader("content-type", "application/json").end('{"packages":[]}')),
      async (port) => {
        const files = { ...configured(`http://127.0.0.1:${port}`), "known.yaml": "CORE-025x: a slip\n" }
        const { code, stdout } = await run(["run", "--only", "CORE-025", "--baseline", "known.yaml"], files)
        assert.strictEqual(code, 6)
        assert.include(stdout, "Stale: CORE-025x")
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
      ["--budget", "0req"],
      ["--rate", "0/s"],
      ["--report", "pdf"],
      ["--level", "high"]
    ])
      assert.strictEqual((await run(["run", ...words], configured("http://127.0.0.1:9"))).code, 2, words.join(" "))
  })
})

describe("platform-conformance diff and replay", () => {
  const report = (status: string) =>
    JSON.stringify({
      format: 1,
      url: "http://a",
      level: "must",
      seed: 1,
      profiles: {},
      leaks: [],
      outcomes: [{ rule: "REG-031", status }]
    })

  it("1 when something got worse, 0 when not, 2 for what is no report", async () => {
    const files = { "a.json": report("PASS"), "b.json": report("INCONCLUSIVE"), "c.json": "{}" }
    const worse = await run(["diff", "a.json", "b.json"], files)
    assert.strictEqual(worse.code, 1)
    assert.match(worse.stdout, /^worse {3}REG-031 PASS → INCONCLUSIVE\n1 worse, 0 better/)
    assert.strictEqual((await run(["diff", "b.json", "a.json"], files)).code, 0)
    assert.strictEqual((await run(["diff", "a.json", "c.json"], files)).code, 2)
  })

  it("replay --times: 0 when it is FIXED each time, 2 for what is no case", async () => {
    const step = {
      method: "GET",
      target: "/api/registry/packages",
      identity: "anonymous",
      headers: {},
      status: 500,
      startedAt: 0,
      endedAt: 1
    }
    const written = {
      rule: "CORE-025",
      seed: 1,
      level: "must",
      url: "http://a",
      expected: "status 200",
      got: "status 500",
      message: "The package list needs no credential",
      at: 1,
      steps: [step],
      made: []
    }
    await listening(
      answering((_, response) => response.setHeader("content-type", "application/json").end('{"packages":[]}')),
      async (port) => {
        const files = {
          ...configured(`http://127.0.0.1:${port}`),
          "case.json": JSON.stringify(written),
          "no.json": "{}"
        }
        const { code, stdout } = await run(["replay", "case.json", "--times", "3"], files)
        assert.strictEqual(code, 0)
        assert.match(stdout, /^(?:FIXED\n){3}3 times: STILL FAILS 0, FIXED 3, DRIFTED 0\.\n$/)
        assert.strictEqual((await run(["replay", "no.json"], files)).code, 2)
      }
    )
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
