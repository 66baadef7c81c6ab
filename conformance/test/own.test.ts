/** Our own server on every engine, in a short budget: the must rules. The full run is `pnpm conformance`. */
import { assert, describe, it } from "@effect/vitest"
import { testEngines } from "@platform-control/core/testing/databases"
import { Effect } from "effect"
import { ownServer } from "../own/ownServer.ts"
import { rules } from "../src/rules.ts"
import { exitCodeOf, textsOf } from "../src/runs/Report.ts"
import { suite } from "./suite.ts"

/** These publish a hundred packages. */
const slow = new Set(["REG-001", "REG-003"])

const budget = rules.filter(({ id, strength }) => (strength === "must" || strength === "ours") && !slow.has(id))

for (const engine of testEngines)
  describe.skipIf(engine.skip)(`our server on ${engine.name}`, () => {
    it.live(
      "keeps every must rule and our own decisions, and nothing is left behind",
      () =>
        Effect.gen(function* () {
          const report = yield* suite(yield* ownServer(engine), { rules: budget })
          const open = report.outcomes.filter(({ status }) => status !== "PASS")
          assert.deepStrictEqual(open, [], textsOf(report).join("\n\n"))
          assert.deepStrictEqual(
            Object.entries(report.profiles).filter(([, result]) => result !== "success"),
            []
          )
          assert.deepStrictEqual(report.leaks, [])
          assert.strictEqual(exitCodeOf(report), 0)
        }),
      300_000
    )
  })
