/** One report with all statuses, text that looks like markup, and a race. */
import { Ledger } from "../../src/engine/Ledger.ts"
import type { Outcome } from "../../src/engine/Outcome.ts"
import { Pace } from "../../src/engine/Pace.ts"
import { RunContext } from "../../src/engine/RunContext.ts"
import { type Report, reported } from "../../src/runs/Report.ts"
import type { Exchange } from "../../src/wire/Exchange.ts"

export const SECRET = "token-of-the-administrator"

const context = new RunContext({
  configuration: { url: "http://a.example/base", identities: { admin: SECRET } },
  level: "must",
  seed: 7,
  run: "test",
  ledger: new Ledger(undefined),
  pace: new Pace({})
})

/** Would run, load or hide something, were it more than text; the secret stands where the text is cut. */
const hostile = `</pre></details><script>document.title = "owned"</script><img src=x onerror="document.title = 'owned'"><style>*{display:none}</style>\u0000\u202e`
const answer = `${hostile}${"x".repeat(385 - hostile.length)}${SECRET}${"y".repeat(3000)}`

const exchange = (rule: string, startedAt: number, endedAt: number, status: number): Exchange => ({
  number: 1,
  origin: { rule, case: 0, step: 1 },
  request: {
    method: "POST",
    url: "http://a.example/base/api/x",
    target: `/api/${SECRET}/complete`,
    headers: { authorization: `Bearer ${SECRET}` },
    body: `{"name":"it's ${"long".repeat(600)}"}`,
    identity: "admin"
  },
  status,
  headers: {},
  text: answer,
  isUtf8: true,
  startedAt,
  endedAt
})

const plain = { notes: [], premises: 1, requests: 2, startedAt: 1_700_000_000_000, millis: 12 }
const raced = [exchange("REG-050", 10, 20, 201), exchange("REG-050", 12, 25, 409)]
context.exchanges.push(...raced.map((one) => ({ ...one, origin: { ...one.origin, rule: "REG-049" } })))

const failure = {
  message: "Of <b>two</b> one wins",
  expected: `exactly one & not ${SECRET}`,
  got: `none ${SECRET}`,
  exchanges: raced,
  at: raced[1],
  seed: 7,
  caseFile: "my results/case.json",
  reproduced: { times: 3, of: 10, by: "rule" as const }
}

const outcomes: ReadonlyArray<Outcome> = [
  { ...plain, rule: "REG-050", status: "FAIL", failure, notes: [`a note with ${SECRET}`] },
  { ...plain, rule: "REG-049", status: "PASS", millis: 1 },
  { ...plain, rule: "REG-031", status: "INCONCLUSIVE", reason: "NO_FIXTURE", notes: ["No identity"] },
  { ...plain, rule: "REG-053", status: "DISABLED" },
  { ...plain, rule: "REG-048", status: "WARN", failure },
  { ...plain, rule: "CORE-025", status: "ERROR", notes: ["at <anonymous>"] },
  {
    ...plain,
    rule: "CORE-018",
    status: "RECORDED",
    notes: ["1", "2", "3", "4", "5", "6", "7"].map((note) => `${note}.`)
  }
]

/** Violations, a race, notes, leaks, and whatever a hostile target may say. */
export const report: Report = {
  run: "test",
  url: "http://a.example/base",
  level: "must",
  seed: 7,
  startedAt: "2026-01-01T00:00:00.000Z",
  millis: 100,
  requests: 9,
  outcomes: outcomes.map((outcome) => reported(outcome, context)),
  profiles: { core: "partial", registry: "failure" },
  leaks: ["/api/left<behind>"],
  known: [],
  stale: ["REG-001"]
}
