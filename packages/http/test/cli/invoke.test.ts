/** `platform-control invoke` as a person and a program meet it, against a NetBox on loopback. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { allProviders } from "../../src/cli/invoke/providers.ts"
import { run, runHere } from "./commandLine.ts"

const asn = { id: 1, asn: 65000, description: "edge", tags: [{ id: 2, name: "Prod West" }], rir: { id: 3 } }

const asked: Array<string> = []

const answerTo = (url: string): unknown => {
  if (url.startsWith("/api/status/")) return { "netbox-version": "4.6.8" }
  const rows = url.includes("asn=1") ? [] : [asn, { ...asn, id: 2, asn: 65001 }]
  const found = url.includes("limit=2") ? rows.slice(0, 1) : rows
  return { count: found.length, next: null, previous: null, results: found }
}

let server: Server
let environment: Readonly<Record<string, string>>

beforeAll(async () => {
  server = createServer(({ headers, url = "" }, response) => {
    asked.push(url)
    const known = headers.authorization === "Token right"
    response.writeHead(known ? 200 : 403, { "content-type": "application/json" })
    response.end(JSON.stringify(known ? answerTo(url) : { detail: "Invalid token" }))
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  const { port } = server.address() as AddressInfo
  environment = { NETBOX_SERVER_URL: `http://127.0.0.1:${port}`, NETBOX_API_TOKEN: "right" }
})

afterAll(() => new Promise((closed) => server.close(closed)))

const getAsn = "inventory:index/getAsn:getAsn"
const getAsns = "inventory:index/getAsns:getAsns"

describe("platform-control invoke", () => {
  it("prints what was found as a record, for people", async () => {
    const { code, stderr, stdout } = await run(["invoke", getAsn, "--asn", "65000"], environment)
    assert.strictEqual(stderr, "")
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(stdout.trimEnd().split("\n"), [
      "asn          65000",
      "description  edge",
      "id           1",
      "tags         Prod West"
    ])
  })

  it("prints a list as a table", async () => {
    const { code, stdout } = await run(["invoke", getAsns, "--filters", "asn__gte=65000"], environment)
    assert.strictEqual(code, 0)
    assert.match(stdout, /^limit +0$/m)
    assert.match(
      stdout,
      /^asns:\nid {2}asn {4}rirId {2}tags\n1 {3}65000 {2}3 {6}Prod West\n2 {3}65001 {2}3 {6}Prod West$/m
    )
    assert.include(asked.at(-1) ?? "", "asn__gte=65000")
  })

  it("prints one JSON object with --json, and takes filters as JSON and several times", async () => {
    const words = [
      "--filters",
      '[{"name":"asn__gte","value":"1"}]',
      "--filters",
      "asn__lte=70000",
      "--limit",
      "1",
      "--json"
    ]
    const { stdout } = await run(["invoke", getAsns, ...words], environment)
    const { id, ...given } = JSON.parse(stdout)
    assert.match(id, /^[0-9a-f]{16}$/)
    assert.deepStrictEqual(given, {
      filters: [
        { name: "asn__gte", value: "1" },
        { name: "asn__lte", value: "70000" }
      ],
      limit: 1,
      asns: [{ id: 1, asn: 65000, rirId: 3, tags: ["Prod West"] }]
    })
  })

  it("reads numbers, choices of numbers and JSON as what they are", async () => {
    const words = ["--family", "6", "--vlan-vid", "100", "--status", "7"]
    const { code } = await run(["invoke", "inventory:index/getPrefix:getPrefix", ...words], environment)
    assert.strictEqual(code, 1)
    assert.include(asked.at(-1) ?? "", "/api/ipam/prefixes/?family=6&status=7&vlan_vid=100&limit=2")
    const other = await run(["invoke", "inventory:index/getPrefix:getPrefix", "--family", "5"], environment)
    assert.strictEqual(other.code, 2)
    assert.match(other.stderr, /"4" \| "6"/)
    const tags = ["--tags", "edge", "--tags", '["prod"]', "--limit", "1"]
    await run(["invoke", "inventory:index/getLocations:getLocations", ...tags], environment)
    assert.include(asked.at(-1) ?? "", "tag=edge&tag=prod")
  })

  it("tells of requests on standard error with --verbose, and of no token", async () => {
    const { stderr, stdout } = await run(["invoke", getAsn, "--asn", "65000", "--json", "--verbose"], environment)
    assert.match(stderr, /GET \/api\/status\/: 200/)
    assert.match(stderr, /GET \/api\/ipam\/asns\/\?asn=65000&limit=2: 200/)
    assert.notInclude(stderr, "right")
    assert.strictEqual(JSON.parse(stdout).id, 1)
  })

  it("exits with 1 and one sentence where nothing is found or the token is refused", async () => {
    const none = await run(["invoke", getAsn, "--asn", "1"], environment)
    assert.deepInclude(none, { code: 1, stdout: "", stderr: "no asn found matching filter\n" })
    const refused = await run(["invoke", getAsn, "--asn", "2"], { ...environment, NETBOX_API_TOKEN: "wrong" })
    assert.strictEqual(refused.code, 1)
    assert.match(refused.stderr, /Invalid token \(403\)\. Check apiToken \(NETBOX_API_TOKEN\)\.\n$/)
  })

  it("exits with 2 where inputs or variables can't be, and asks nothing", async () => {
    const before = asked.length
    const missing = await run(["invoke", getAsn, "--tag-n", "x"], { NETBOX_SERVER_URL: "", NETBOX_API_TOKEN: "" })
    assert.strictEqual(missing.code, 2)
    assert.match(
      missing.stderr,
      /^getAsn: At least one of asn and tag is required\.\nFor example: platform-control invoke /
    )
    const unset = await run(["invoke", getAsn, "--asn", "1"], { ...environment, NETBOX_SERVER_URL: "netbox.example" })
    assert.strictEqual(unset.code, 2)
    assert.match(unset.stderr, /^serverUrl \(NETBOX_SERVER_URL\): expected an address that begins with http/)
    const json = await run(["invoke", getAsns, "--filters", "asn"], environment)
    assert.strictEqual(json.code, 2)
    assert.match(json.stderr, /JSON, or name=value/)
    const unknown = await run(["invoke", "inventory:index/getNothing:getNothing"], environment)
    assert.strictEqual(unknown.code, 2)
    assert.strictEqual(asked.length, before)
  })
})

describe("platform-control invoke --help", () => {
  it("lists the functions of all providers", async () => {
    const { code, stdout } = await runHere(["invoke", "--help"])
    assert.strictEqual(code, 0)
    for (const { functions, prefix } of await allProviders())
      for (const { functionName } of functions)
        assert.include(stdout, `${prefix}:index/${functionName}:${functionName}`)
  })

  it("describes every flag of every function, and shows an example", async () => {
    for (const { functions, prefix } of await allProviders())
      for (const { functionName, input } of functions) {
        const token = `${prefix}:index/${functionName}:${functionName}`
        const { code, stdout } = await runHere(["invoke", token, "--help"])
        assert.strictEqual(code, 0, token)
        assert.include(stdout, `  platform-control invoke ${token}`)
        for (const name of Object.keys(input.fields)) {
          const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
          assert.match(stdout, new RegExp(`^ +${flag}[ ,].*[a-z]{2}`, "m"), `${token} ${flag}`)
        }
      }
  })
})
