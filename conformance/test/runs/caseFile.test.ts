/** What a case keeps of its requests: references to earlier answers in the place of what only one run knows. */
import { assert, describe, it } from "@effect/vitest"
import { Ledger } from "../../src/engine/Ledger.ts"
import { Pace } from "../../src/engine/Pace.ts"
import { RunContext } from "../../src/engine/RunContext.ts"
import { caseOf } from "../../src/runs/caseFile.ts"
import type { Exchange } from "../../src/wire/Exchange.ts"

const context = new RunContext({
  configuration: { url: "http://127.0.0.1:9", identities: {} },
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

const targetsOf = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<string> =>
  caseOf(context, "REG-068", {
    message: "m",
    expected: "e",
    got: "g",
    exchanges,
    at: exchanges.at(-1),
    seed: 1
  }).steps.map(({ target }) => target)

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
})
