/** Teams, issuers, features and the end of organizations through the command, beside a server that runs on the same database. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run, type RunningServer, runHere, startServer } from "./commandLine.ts"

let data: string
let server: RunningServer

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "platform-control-"))
  server = await startServer(["start", "--data", data])
})

afterAll(async () => {
  await server.stop()
  await rm(data, { recursive: true, force: true })
})

/** One after the other: two clients of one SQLite file in one process would wait for each other. */
const command = (line: string, ...more: ReadonlyArray<string>) => runHere([...line.split(" "), ...more, "--data", data])

/** The command has to succeed; what it printed. */
const done = async (line: string, ...more: ReadonlyArray<string>): Promise<string> => {
  const { code, stderr, stdout } = await command(line, ...more)
  assert.strictEqual(code, 0, stderr)
  return stdout
}

const json = async (line: string, ...more: ReadonlyArray<string>) => JSON.parse(await done(line, "--json", ...more))

/** The command has to be refused; what it said. */
const refusal = async (line: string, ...more: ReadonlyArray<string>): Promise<string> => {
  const { code, stderr, stdout } = await command(line, ...more)
  assert.strictEqual(code, 1, stderr)
  assert.strictEqual(stdout, "")
  return stderr
}

/** The command has to be misunderstood; what it said. */
const misuse = async (line: string, ...more: ReadonlyArray<string>): Promise<string> => {
  const { code, stderr } = await command(line, ...more)
  assert.strictEqual(code, 2, stderr)
  return stderr
}

describe("platform-control team", () => {
  it("creates, renames, lists and removes; puts people in and takes them out", async () => {
    await done("org create teams-a")
    await done("user create teams-u")
    await done("member add teams-a teams-u")
    assert.deepInclude(await json("team create teams-a ops", "--display-name", "Operations"), {
      name: "ops",
      displayName: "Operations"
    })
    await done("team rename teams-a ops", "Platform team")
    assert.match(await done("team ls teams-a"), /^ops +Platform team +\d{4}-/m)
    await done("team member add teams-a ops teams-u")
    await done("team member set teams-a ops teams-u --role admin")
    assert.match(await done("team member ls teams-a ops"), /^teams-u +teams-u +admin$/m)
    assert.deepStrictEqual(await json("team member ls teams-a ops"), [
      { login: "teams-u", name: "teams-u", role: "admin" }
    ])
    assert.match(await refusal("team member add teams-a ops teams-u"), /already belongs to team ops/)
    assert.match(await refusal("team member add teams-a ops admin"), /not a member of organization teams-a/)
    assert.match(await refusal("team create teams-a ops"), /already exists/)
    await done("team member rm teams-a ops teams-u")
    await done("team rm teams-a ops")
    assert.deepStrictEqual(await json("team ls teams-a"), [])
    assert.match(await refusal("team member ls teams-a ops"), /Team ops of organization teams-a not found/)
  })
})

describe("platform-control issuer", () => {
  it("trusts, changes, lists and stops trusting an issuer", async () => {
    await done("org create issuers-a")
    assert.match(
      await done("issuer create issuers-a ci --url https://ci.example.com"),
      /denies it everything[^]*issuer rule add/
    )
    const keys = join(data, "keys.json")
    await writeFile(keys, JSON.stringify({ keys: [{ kty: "RSA", n: "AQAB", e: "AQAB" }] }))
    await done(`issuer set issuers-a ci --jwks ${keys} --max-expiration 600`)
    assert.match(await done("issuer ls issuers-a"), /^ci +https:\/\/ci\.example\.com +1 given +600 s +0$/m)
    assert.deepStrictEqual(await json("issuer ls issuers-a"), [
      {
        name: "ci",
        url: "https://ci.example.com",
        jwks: { keys: [{ kty: "RSA", n: "AQAB", e: "AQAB" }] },
        maxExpirationSeconds: 600,
        rules: []
      }
    ])
    assert.match(await refusal("issuer create issuers-a ci --url https://x.example"), /has an issuer ci/)
    assert.match(await refusal("issuer create issuers-a other --url ftp://x.example"), /Expected an https URL/)
    const letters = `https://x.example/${"\u00e9".repeat(3)}`
    assert.match(
      await refusal(`issuer create issuers-a other --url ${letters}`),
      /issuer\.url: Expected only the ASCII/
    )
    assert.match(await refusal("issuer set issuers-a ci --jwks /nowhere/keys.json"), /can't be read/)
    await writeFile(keys, JSON.stringify({ keys: [{ kty: "oct", k: "AAAA" }] }))
    assert.match(await refusal(`issuer set issuers-a ci --jwks ${keys}`), /Expected a public key/)
    await writeFile(keys, "not json")
    assert.match(await refusal(`issuer set issuers-a ci --jwks ${keys}`), /is no JSON/)
    assert.match(await misuse("issuer set issuers-a ci"), /--url, --jwks or --max-expiration/)
    await done("issuer rm issuers-a ci")
    assert.deepStrictEqual(await json("issuer ls issuers-a"), [])
    assert.match(await refusal("issuer rm issuers-a ci"), /not found/)
  })

  it("adds rules at the end or in between, lists them in their order, and removes them", async () => {
    await done("issuer create issuers-a rules --url https://rules.example.com")
    await done(
      "issuer rule add issuers-a rules allow team --name ops --claim sub=repo:acme/* --claim job.ref=refs/heads/*"
    )
    await done("issuer rule add issuers-a rules allow organization --no-admin")
    await done("issuer rule add issuers-a rules deny organization --admin --at 1")
    await done("issuer rule add issuers-a rules allow personal")
    const rules = await json("issuer rule ls issuers-a rules")
    assert.deepStrictEqual(rules, [
      { decision: "deny", tokenType: "organization", admin: true, claims: {} },
      {
        decision: "allow",
        tokenType: "team",
        teamName: "ops",
        claims: { sub: "repo:acme/*", "job.ref": "refs/heads/*" }
      },
      { decision: "allow", tokenType: "organization", admin: false, claims: {} },
      { decision: "allow", tokenType: "personal", claims: {} }
    ])
    assert.match(
      await done("issuer rule ls issuers-a rules"),
      /^2 +allow +team +ops +sub=repo:acme\/\* job\.ref=refs\/heads\/\*$/m
    )
    assert.match(await done("issuer rule rm issuers-a rules 1"), /deny organization/)
    assert.lengthOf(await json("issuer rule ls issuers-a rules"), 3)
    assert.match(await refusal("issuer rule rm issuers-a rules 4"), /none at position 4/)
    assert.match(await misuse("issuer rule add issuers-a rules allow team --at 9"), /expected 1 to 4/)
    assert.match(await misuse("issuer rule add issuers-a rules allow organization --name x"), /--name does not go/)
    assert.match(await misuse("issuer rule add issuers-a rules allow team --admin"), /--admin does not go/)
    assert.match(await refusal("issuer rule add issuers-a rules allow team", "--name", "a b"), /Expected a team name/)
    const twice = "issuer rule add issuers-a rules allow team --claim sub=a --claim sub=b"
    assert.match(await misuse(twice), /--claim sub=b: sub stands there a second time/)
    assert.match(await misuse("issuer rule add issuers-a rules allow team --claim sub"), /write it as <path=pattern>/)
    assert.lengthOf(await json("issuer rule ls issuers-a rules"), 3)
  })
})

describe("platform-control issuer rule add", () => {
  it("loses none of the rules that several processes add at one time", async () => {
    await done("org create issuers-p")
    await done("issuer create issuers-p ci --url https://ci.example.com")
    const runners = ["a", "b", "c", "d"]
    const outcomes = await Promise.all(
      runners.map((name) =>
        run([..."issuer rule add issuers-p ci deny runner --name".split(" "), name, "--data", data])
      )
    )
    for (const { code, stderr } of outcomes) assert.strictEqual(code, 0, stderr)
    const rules: ReadonlyArray<{ readonly runnerName: string }> = await json("issuer rule ls issuers-p ci")
    assert.sameMembers(
      rules.map(({ runnerName }) => runnerName),
      runners
    )
  })
})

describe("platform-control org features", () => {
  it("shows and switches", async () => {
    await done("org create features-a")
    assert.deepStrictEqual(await json("org features features-a"), { agents: true, policyAsCode: true })
    assert.match(await done("org features features-a --policy-as-code off"), /^policyAsCode +off$/m)
    assert.deepStrictEqual(await json("org features features-a --agents off --policy-as-code on"), {
      agents: false,
      policyAsCode: true
    })
    assert.match(await refusal("org features nowhere --agents off"), /not found/)
    await misuse("org features features-a --agents maybe")
  })
})

describe("platform-control org rm", () => {
  it("removes an organization, and not one under whose name packages are kept", async () => {
    await done("org create removed-a")
    await done("issuer create removed-a ci --url https://ci.example.com")
    assert.match(await done("org rm removed-a"), /Removed organization removed-a/)
    assert.match(await refusal("org rm removed-a"), /not found/)
    await server.until(/Published the demonstration package/)
    assert.match(await refusal("org rm main"), /still holds packages \(\d+\)/)
  })
})

describe("platform-control user set", () => {
  it("changes what people read, and nothing else", async () => {
    await done("user create set-u --email a@example.org")
    await done("user set set-u", "--name", "Set U.")
    const found = (await json("user ls")).find(({ login }: { readonly login: string }) => login === "set-u")
    assert.deepInclude(found, { name: "Set U.", email: "a@example.org" })
    assert.match(await misuse("user set set-u"), /--name, --email or --avatar-url/)
    assert.match(await refusal("user set set-u", "--name", "x".repeat(257)), /at most 256 characters/)
  })
})
