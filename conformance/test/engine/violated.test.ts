/** A violation whose answer lacks what was asked for, up to the report. */
import { assert, describe, it } from "vitest"
import { entryOf } from "../../src/catalogue/Catalogue.ts"
import { Ledger } from "../../src/engine/Ledger.ts"
import { Pace } from "../../src/engine/Pace.ts"
import { RunContext } from "../../src/engine/RunContext.ts"
import { runRule } from "../../src/engine/runRules.ts"
import { caseOf } from "../../src/runs/caseFile.ts"
import { reported } from "../../src/runs/Report.ts"

describe("trial.violated", () => {
  it("says that nothing was got where a field is missing, in the case and in the report", async () => {
    const context = new RunContext({
      configuration: { url: "http://a.example", identities: {} },
      level: "must",
      seed: 1,
      run: "test",
      ledger: new Ledger(undefined),
      pace: new Pace({})
    })
    const outcome = await runRule(context, {
      ...entryOf("REG-031"),
      requires: [],
      turn: "beside",
      run: (trial) => {
        trial.met()
        const answer: Readonly<Record<string, unknown>> = {}
        throw trial.violated("A page names its language", "go", JSON.stringify(answer["language"]))
      }
    })
    assert.strictEqual(outcome.status, "FAIL")
    assert.strictEqual(outcome.failure && caseOf(context, outcome.rule, outcome.failure).got, "nothing")
    assert.strictEqual(reported(outcome, context).failure?.got, "nothing")
  })
})
