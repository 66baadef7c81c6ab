/** How `package ls` walks through pages; the pages come from a small stand-in, as real ones hold hundreds of packages. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { runHere } from "./commandLine.ts"

const entry = (name: string) => ({
  name,
  publisher: "main",
  source: "private",
  version: "1.0.0",
  description: "first line\nsecond \u001b[31mline",
  isFeatured: false,
  packageStatus: "ga",
  readmeURL: "http://host/readme",
  schemaURL: "http://host/schema",
  createdAt: "2026-01-01T00:00:00.000Z",
  visibility: "private",
  ofALaterServer: true
})

const pages: Readonly<Record<string, unknown>> = {
  "": { packages: [entry("a"), entry("bb")], continuationToken: "second" },
  second: { packages: [entry("a-longer-name-than-the-first-page-had")] }
}

const asked: Array<URLSearchParams> = []

const server = createServer((request, response) => {
  const query = new URL(request.url ?? "", "http://host").searchParams
  asked.push(query)
  const page = pages[query.get("continuationToken") ?? ""]
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(page))
})

let url: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const list = async (...words: ReadonlyArray<string>) => {
  asked.length = 0
  const outcome = await runHere(["package", "ls", "--url", url, ...words])
  assert.strictEqual(outcome.code, 0, outcome.stderr)
  return outcome.stdout
}

describe("platform-control package ls", () => {
  it("goes on to the last page, and asks for no more than is still wanted", async () => {
    const names = JSON.parse(await list("--json")).map(({ name }: { name: string }) => name)
    assert.deepStrictEqual(names, ["a", "bb", "a-longer-name-than-the-first-page-had"])
    assert.deepStrictEqual(
      asked.map((query) => [query.get("limit"), query.get("continuationToken")]),
      [
        ["100", null],
        ["98", "second"]
      ]
    )
  })

  it("asks for no further page when it has enough, and for none larger than a page may be", async () => {
    await list("--json", "--limit", "2")
    assert.strictEqual(asked.length, 1)
    await list("--json", "--limit", "10000")
    assert.strictEqual(asked[0]?.get("limit"), "500")
  })

  it("prints what the server said, also what this command does not know of", async () => {
    assert.deepStrictEqual(JSON.parse(await list("--json", "--limit", "2")), [entry("a"), entry("bb")])
  })

  it("prints one header over all pages, and one line a package without commands to the terminal", async () => {
    const lines = (await list()).trimEnd().split("\n")
    assert.strictEqual(lines.length, 4)
    assert.match(lines[0] ?? "", /^PACKAGE/)
    assert.strictEqual(lines[1], "private/main/a   1.0.0    2026-01-01T00:00:00.000Z  first line second  [31mline")
  })
})
