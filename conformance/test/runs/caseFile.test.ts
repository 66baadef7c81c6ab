/** What a case keeps of its requests: references to earlier answers in the place of what only one run knows. */
import { assert, describe, it } from "@effect/vitest"
import { Ledger } from "../../src/engine/Ledger.ts"
import { Pace } from "../../src/engine/Pace.ts"
import { RunContext } from "../../src/engine/RunContext.ts"
import { caseOf } from "../../src/runs/caseFile.ts"
import type { Exchange } from "../../src/wire/Exchange.ts"

const SECRET = "pct_p_Sv0Qm7ZkT2bRn9LdY"

const context = new RunContext({
  configuration: { url: "http://127.0.0.1:9", organization: "conformance", identities: { admin: SECRET } },
  level: "must",
  seed: 1,
  run: "here",
  ledger: new Ledger(undefined),
  pace: new Pace({})
})

const exchange = (number: number, target: string, answer: unknown): Exchange => ({
  number,
  origin: { rule: "REG-068", case: 0, step: number },
  request: {
    method: "GET",
    url: `http://127.0.0.1:9${target}`,
    target,
    headers: {},
    body: undefined,
    identity: "admin"
  },
  status: 200,
  headers: {},
  text: JSON.stringify(answer),
  isUtf8: true,
  startedAt: number,
  endedAt: number + 0.5
})

const made = (one: Exchange, body = "{}"): Exchange => ({ ...one, request: { ...one.request, method: "POST", body } })

const bearing = (one: Exchange, authorization: string): Exchange => ({
  ...one,
  request: { ...one.request, identity: "somebody", headers: { authorization } }
})

const caseFor = (exchanges: ReadonlyArray<Exchange>) =>
  caseOf(context, "REG-068", {
    message: "m",
    expected: "e",
    got: "g",
    exchanges,
    at: exchanges.at(-1),
    seed: 1
  })

const targetsOf = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<string> =>
  caseFor(exchanges).steps.map(({ target }) => target)

describe("caseOf", () => {
  it("refers to the answer that gave a text, raw or percent-encoded", () => {
    const targets = targetsOf([
      exchange(1, "/a", { token: "a+b/c=d(e)" }),
      exchange(2, "/b/a+b/c=d(e)", {}),
      exchange(3, `/c/${encodeURIComponent("a+b/c=d(e)")}`, {})
    ])
    assert.deepStrictEqual(targets, ["/a", "/b/${1.token}", "/c/${1.token}"])
  })

  it("writes no reference into a reference", () => {
    const targets = targetsOf([
      exchange(1, "/nav", { resources: ["StorageClass"] }),
      exchange(2, "/docs/StorageClass", { kind: "resource" }),
      exchange(3, "/docs/StorageClass?os=linux", {})
    ])
    assert.deepStrictEqual(targets, ["/nav", "/docs/${1.resources.0}", "/docs/${1.resources.0}?os=linux"])
  })

  it("takes the longest of several texts, and names for what the run named itself", () => {
    const targets = targetsOf([
      exchange(1, "/list", { short: "abcdefgh", long: "abcdefghij", own: "cf-here-0001" }),
      exchange(2, "/abcdefghij/cf-here-0001", {})
    ])
    assert.deepStrictEqual(targets, ["/list", "/${1.long}/${name:0001}"])
  })

  it("refers to what a creation names, however short, and to no organization", () => {
    const body = '{"operationID":"op","note":"7"}'
    const steps = caseFor([
      made(exchange(1, "/api/orgs/conformance/tokens", { id: "7", operationID: "op", organization: "conformance" })),
      exchange(2, "/api/orgs/conformance/tokens/7?limit=7", {}),
      made(exchange(3, "/api/orgs/conformance/tokens/17/7/complete", {}), body)
    ]).steps
    assert.deepStrictEqual(
      steps.map(({ target }) => target),
      [
        "/api/orgs/conformance/tokens",
        "/api/orgs/conformance/tokens/${1.id}?limit=7",
        "/api/orgs/conformance/tokens/17/${1.id}/complete"
      ]
    )
    assert.strictEqual(steps[2]?.body, '{"operationID":"${1.operationID}","note":"7"}')
  })

  it("has who asked, by reference where an answer gave the credential, and says where it is a secret", () => {
    const steps = caseFor([
      made(exchange(1, "/tokens", { id: "7", tokenValue: "value-of-a-token" })),
      bearing(exchange(2, "/user", {}), "Bearer value-of-a-token"),
      bearing(exchange(3, "/user", {}), "Bearer conformance-no-such-token-0001"),
      bearing(exchange(4, "/user", {}), `Nobody ${SECRET}`),
      bearing(exchange(5, "/user", {}), `Basic ${Buffer.from(`admin:${SECRET}`).toString("base64")}`)
    ]).steps
    assert.deepStrictEqual(
      steps.map(({ authorization, isHidden }) => [authorization, isHidden]),
      [
        [undefined, undefined],
        ["Bearer ${1.tokenValue}", undefined],
        ["Bearer conformance-no-such-token-0001", undefined],
        [undefined, true],
        [undefined, true]
      ]
    )
  })

  it("takes answers of any depth and size", () => {
    const deep = {
      ...exchange(1, "/deep", {}),
      text: `{"a":"abcdefgh","x":${"[".repeat(200_000)}${"]".repeat(200_000)}}`
    }
    const many = exchange(2, "/many", {
      texts: Array.from({ length: 60_000 }, (_, index) => `text-number-${index}`),
      end: "the-last-one"
    })
    const startedAt = performance.now()
    const targets = targetsOf([deep, ...Array.from({ length: 20 }, () => many), exchange(3, "/c/the-last-one", {})])
    assert.strictEqual(targets.at(-1), "/c/${2.end}")
    assert.isBelow(performance.now() - startedAt, 10_000)
  })
})
