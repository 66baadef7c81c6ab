/** Targets that limit their rate, can't be reached by some requests, or hand out what can't be sent back. */
import { assert, describe, it } from "vitest"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { entryOf } from "../../src/catalogue/Catalogue.ts"
import { Ledger } from "../../src/engine/Ledger.ts"
import { Pace } from "../../src/engine/Pace.ts"
import type { Rule } from "../../src/engine/Rule.ts"
import { RunContext } from "../../src/engine/RunContext.ts"
import { runRule, runRules } from "../../src/engine/runRules.ts"
import type { Exchange } from "../../src/wire/Exchange.ts"

const listening = async (listener: RequestListener, body: (url: string) => Promise<void>) => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  try {
    await body(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const contextOf = (url: string, signal?: AbortSignal) =>
  new RunContext({
    configuration: { url, identities: {} },
    level: "must",
    seed: 1,
    run: "test",
    ledger: new Ledger(undefined),
    pace: new Pace({}),
    signal
  })

const ruleOf = (run: Rule["run"], id = "REG-031"): Rule => ({ ...entryOf(id), requires: [], turn: "beside", run })

const asking = (times: number, id?: string) =>
  ruleOf(async (trial) => {
    trial.met()
    for (let time = 0; time < times; time += 1)
      trial.status(await trial.anonymous.post(`/api/${time}`, {}), [200], "It is answered")
  }, id)

describe("a target that limits its rate", () => {
  it("is waited for as it says, and asked again", () => {
    let requests = 0
    return listening(
      (_, response) => {
        requests += 1
        if (requests % 3 === 0) response.writeHead(429, { "retry-after": "1" })
        response.end("{}")
      },
      async (url) => {
        const context = contextOf(url)
        const startedAt = performance.now()
        assert.deepInclude(await runRule(context, asking(5)), { status: "PASS" })
        assert.isAtLeast(performance.now() - startedAt, 1900)
        // Laws over everything recorded see the refusals, too.
        assert.lengthOf(
          context.exchanges.filter(({ status }) => status === 429),
          2
        )
        context.wire.close()
      }
    )
  })

  it("makes nothing conclusive when it asks for too long", () =>
    listening(
      (_, response) => void response.writeHead(429, { "retry-after": "3600" }).end("{}"),
      async (url) => {
        const context = contextOf(url)
        const outcome = await runRule(context, asking(1))
        assert.deepInclude(outcome, { status: "INCONCLUSIVE", reason: "BUDGET" })
        assert.match(outcome.notes.join(), /limits its rate.*3600 s/)
        context.wire.close()
      }
    ))
})

describe("a target that does not answer", () => {
  it("violates what the rule demands, and warns where the level does not insist on it", async () => {
    const statuses = async (id: string) => (await runRule(contextOf("http://127.0.0.1:1"), asking(1, id))).status
    assert.strictEqual(entryOf("REG-031").strength, "must")
    assert.strictEqual(entryOf("REG-048").strength, "derived")
    assert.strictEqual(await statuses("REG-031"), "FAIL")
    assert.strictEqual(await statuses("REG-048"), "WARN")
  })

  it("but to three rules is not gone", () =>
    listening(
      (request, response) => (request.method === "POST" ? request.socket.destroy() : void response.end("{}")),
      async (url) => {
        const context = contextOf(url)
        const ids = ["REG-031", "REG-053", "REG-050", "REG-052", "CORE-025"]
        const outcomes = await runRules(
          context,
          ids.map((id) => asking(1, id)),
          { workers: 1 }
        )
        assert.lengthOf(outcomes, ids.length)
        assert.isUndefined(context.stopped)
        context.wire.close()
      }
    ))
})

describe("what can't be sent back", () => {
  it("is the target's fault", () =>
    listening(
      (_, response) => void response.end("{}"),
      async (url) => {
        const context = contextOf(url)
        for (const run of [
          ruleOf(async (trial) => void (await trial.bearing("holder", "Bearer value\n").get("/api/user"))),
          ruleOf(async (trial) => void (await trial.anonymous.get("/api/user", { continuationToken: "\ud800a" })))
        ]) {
          const { failure, status } = await runRule(context, run)
          assert.strictEqual(status, "FAIL")
          assert.match(failure?.message ?? "", /can be sent back/)
        }
        context.wire.close()
      }
    ))
})

describe("a run", () => {
  it("asks nothing more when the answers fill what is kept", async () => {
    const context = contextOf("http://127.0.0.1:1")
    const large = { text: "x".repeat(130 * 1024 * 1024) } as Exchange
    context.keep(large)
    context.begin()
    context.keep(large)
    const outcome = await runRule(context, asking(1))
    assert.deepInclude(outcome, { status: "INCONCLUSIVE", reason: "BUDGET" })
  })

  it("that is interrupted begins no other rule, and undoes what was made", () => {
    const deleted: Array<string | undefined> = []
    const interruption = new AbortController()
    return listening(
      (request, response) => {
        if (request.method === "DELETE") deleted.push(request.url)
        else interruption.abort()
        response.end("{}")
      },
      async (url) => {
        const context = contextOf(url, interruption.signal)
        const making = ruleOf(async (trial) => {
          trial.met()
          trial.finally(async () => void (await trial.anonymous.delete("/api/made")))
          await trial.anonymous.get("/api/0")
          await trial.anonymous.get("/api/1")
        })
        const outcomes = await runRules(context, [making, asking(1, "REG-053")], { workers: 1 })
        assert.deepStrictEqual(
          outcomes.map(({ reason, rule }) => [rule, reason]),
          [["REG-031", "BUDGET"]]
        )
        assert.deepStrictEqual(deleted, ["/api/made"])
        assert.strictEqual(context.stopped?.code, 130)
        context.wire.close()
      }
    )
  })
})
