/** What a rule gets of hooks, fixtures, quota and switches, against a target that answers one page. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { createServer } from "node:http"
import { entryOf } from "../../src/catalogue/Catalogue.ts"
import type { Configuration } from "../../src/config/Configuration.ts"
import type { Requirement } from "../../src/config/Requirement.ts"
import { Ledger } from "../../src/engine/Ledger.ts"
import { Pace } from "../../src/engine/Pace.ts"
import type { Rule } from "../../src/engine/Rule.ts"
import { RunContext } from "../../src/engine/RunContext.ts"
import { runRule, runRules } from "../../src/engine/runRules.ts"
import { exitCodeOf, profileResult } from "../../src/runs/Report.ts"
import { checkDisabled } from "../../src/runs/selectRules.ts"

const told: Array<{ readonly authorization: string | undefined; readonly body: string }> = []

const server = createServer((request, response) => {
  const parts: Array<Buffer> = []
  request.on("data", (part: Buffer) => parts.push(part))
  request.on("end", () => {
    told.push({ authorization: request.headers.authorization, body: Buffer.concat(parts).toString() })
    if (request.url === "/broken") response.writeHead(500)
    response.end(request.url === "/text" ? "no json" : '{"token":"header.claims.signature","scope":"team:a"}')
  })
})

let url = ""
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
})
afterAll(() => void server.close())

const contextOf = (configuration: Partial<Configuration>) =>
  new RunContext({
    configuration: { url, identities: {}, ...configuration },
    level: "must",
    seed: 1,
    run: "test",
    ledger: new Ledger(undefined),
    pace: new Pace({})
  })

const ruleOf = (run: Rule["run"], requires: ReadonlyArray<Requirement> = [], id = "REG-031"): Rule => ({
  ...entryOf(id),
  requires,
  turn: "beside",
  run
})

const asking = ruleOf(async (trial) => {
  trial.met()
  const { scope, token } = await trial.hook("issuer", { organization: "a", audience: "urn", tokenType: "team" })
  trial.same([token, scope], ["header.claims.signature", "team:a"], "The hook answers")
})

const outcomeOf = (configuration: Partial<Configuration>, rule: Rule) => runRule(contextOf(configuration), rule)

describe("trial.hook", () => {
  it("posts JSON to an address, with the credential of its user part", async () => {
    const hook = `${url.replace("//", "//me:secret%20word@")}/issue`
    assert.deepInclude(await outcomeOf({ hooks: { issuer: hook } }, asking), { status: "PASS" })
    assert.deepStrictEqual(JSON.parse(told.at(-1)?.body ?? ""), {
      organization: "a",
      audience: "urn",
      tokenType: "team"
    })
    assert.strictEqual(told.at(-1)?.authorization, `Basic ${Buffer.from("me:secret word").toString("base64")}`)
  })

  it("gives JSON to a command, in words or as a line", async () => {
    const script = `let t='';process.stdin.on('data',d=>t+=d).on('end',()=>console.log(JSON.stringify({token:'header.claims.signature',scope:JSON.parse(t).tokenType+':a'})))`
    const words: [string, ...Array<string>] = [process.execPath, "-e", script]
    assert.deepInclude(await outcomeOf({ hooks: { issuer: words } }, asking), { status: "PASS" })
    const line = `'${process.execPath}' -e "${script}"`
    assert.deepInclude(await outcomeOf({ hooks: { issuer: line } }, asking), { status: "PASS" })
  })

  it("is not conclusive without the hook, and REFUSED when it fails or answers something else", async () => {
    assert.deepInclude(await outcomeOf({}, asking), { status: "INCONCLUSIVE", reason: "NO_FIXTURE" })
    const failing: ReadonlyArray<string> = [`${url}/broken`, `${url}/text`, "exit 3", "echo '{}'", "http://127.0.0.1:1"]
    for (const issuer of failing)
      assert.deepInclude(
        await outcomeOf({ hooks: { issuer } }, asking),
        { status: "INCONCLUSIVE", reason: "REFUSED" },
        issuer
      )
  })

  it("stands among the requests of a failure, without its token", async () => {
    const context = contextOf({ hooks: { issuer: `${url}/issue` } })
    const wrong = ruleOf(async (trial) => {
      const { token } = await trial.hook("issuer", { organization: "a", audience: "urn", tokenType: "team" })
      await trial.bearing("issued", `Bearer ${token}`).get("/api/user")
      throw trial.violated("wrong", "this", "that")
    })
    const { failure } = await runRule(context, wrong)
    assert.deepStrictEqual(
      failure?.exchanges.map(({ request }) => `${request.method} ${request.target}`),
      ["HOOK issuer", "GET /api/user"]
    )
    assert.notInclude(context.secrets.redact(JSON.stringify(failure)), "header.claims.signature")
    assert.deepStrictEqual(
      context.exchanges.map(({ request }) => request.method),
      ["GET"]
    )
  })
})

describe("trial.fixture and requires", () => {
  const documentedPackage = { source: "private", publisher: "a", name: "b", version: "1.0.0" }
  const reading = ruleOf(async (trial) => {
    trial.met()
    trial.same(trial.fixture("documentedPackage"), documentedPackage, "The fixture is what is configured")
  })

  it("gives what is configured", async () => {
    assert.deepInclude(await outcomeOf({ fixtures: { documentedPackage } }, reading), { status: "PASS" })
  })

  it("is NO_FIXTURE without, asked for or required", async () => {
    const notes = async (rule: Rule) => {
      const outcome = await outcomeOf({}, rule)
      assert.deepInclude(outcome, { status: "INCONCLUSIVE", reason: "NO_FIXTURE" })
      return outcome.notes.join()
    }
    assert.match(await notes(reading), /No fixture documentedPackage/)
    const requiring = (requirement: Requirement) => ruleOf(() => Promise.reject(new Error("was run")), [requirement])
    assert.match(await notes(requiring("fixture:documentedPackage")), /No fixture documentedPackage/)
    assert.match(await notes(requiring("hook:applyPack")), /No hook applyPack/)
    assert.match(await notes(requiring("otherOrganization")), /No otherOrganization/)
    assert.match(await notes(requiring("teamToken")), /No identity teamToken/)
  })
})

describe("what is switched off", () => {
  const passing = (id: string) => ruleOf(async (trial) => trial.met(), [], id)

  it("is DISABLED by profile or pattern, nothing is sent, and the profile is not a success", async () => {
    const rules = ["REG-031", "REG-053", "CORE-025"].map(passing)
    const outcomes = await runRules(contextOf({ disabled: ["reg-03*", "core"] }), rules, { workers: 2 })
    const statuses = Object.fromEntries(outcomes.map(({ rule, status }) => [rule, status]))
    assert.deepStrictEqual(statuses, { "REG-031": "DISABLED", "REG-053": "PASS", "CORE-025": "DISABLED" })
    assert.strictEqual(profileResult(rules.slice(0, 2), outcomes, []), "partial")
    assert.strictEqual(profileResult(rules.slice(2), outcomes, []), "disabled")
    assert.strictEqual(exitCodeOf({ outcomes, known: [], stale: [] }), 0)
    const off = outcomes.filter(({ status }) => status === "DISABLED")
    assert.strictEqual(exitCodeOf({ outcomes: off, known: [], stale: [] }), 5)
  })

  it("has to be there", () => {
    assert.throws(() => checkDisabled([passing("REG-031")], ["registry", "CLOD-0*"]), /no rule CLOD-0\*/)
  })
})

describe("the quota", () => {
  const making = (count: number, id: string) =>
    ruleOf(
      async (trial) => {
        trial.met()
        for (let index = 0; index < count; index += 1) {
          const path = `/${trial.context.name()}`
          trial.context.ledger.begin({ path, identity: "admin" })
          trial.finally(async () => trial.context.ledger.end(path))
          await trial.anonymous.get(path)
        }
      },
      [],
      id
    )

  it("makes a rule that needs more not conclusive, and rules wait for each other's", async () => {
    const rules = [making(3, "REG-031"), making(3, "REG-053"), making(5, "REG-048")]
    const outcomes = await runRules(contextOf({ quota: 4 }), rules, { workers: 3 })
    const statuses = Object.fromEntries(outcomes.map(({ reason, rule, status }) => [rule, reason ?? status]))
    assert.deepStrictEqual(statuses, { "REG-031": "PASS", "REG-053": "PASS", "REG-048": "BUDGET" })
  })
})
