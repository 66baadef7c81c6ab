/** The suite as a library: a test runner of one's own that loops over the rules, through the package's door alone. */
import { testEngines } from "@platform-control/core/testing/databases"
import { Effect, Exit, Scope } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { ownServer } from "../own/ownServer.ts"
import { type Configuration, Ledger, Pace, parseConfiguration, rules, RunContext, runRule } from "../src/index.ts"

const scope = Scope.makeUnsafe()
const ledger = new Ledger(undefined)
let configuration: Configuration

/** Those that take no time and want nobody else about are enough to see that a loop works. */
const chosen = rules.filter(
  ({ profile, strength, turn }) => profile === "registry" && strength === "must" && turn === "beside"
)
const quick = chosen.filter(({ id }) => !/^REG-0(?:01|03|49|50|51|66|67)$/.test(id)).slice(0, 20)

const makeContext = () =>
  new RunContext({
    configuration: parseConfiguration(configuration),
    level: "must",
    seed: 1,
    run: "library",
    ledger,
    pace: new Pace({})
  })

describe.each(testEngines.slice(0, 1))("rules, looped over on $name", (engine) => {
  let context: RunContext
  beforeAll(async () => {
    configuration = await Effect.runPromise(ownServer(engine).pipe(Scope.provide(scope)))
    context = makeContext()
  }, 120_000)
  afterAll(async () => {
    await context.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  it("each say what they are, and are many", () => {
    assert.isAbove(quick.length, 10)
    assert.strictEqual(new Set(rules.map(({ id }) => id)).size, rules.length)
    for (const { clause, id, profile, requires, run, strength } of rules) {
      assert.isTrue(
        [id, clause, profile, strength].every((text) => text.length > 0),
        id
      )
      assert.isTrue(Array.isArray(requires) && typeof run === "function", id)
    }
  })

  for (const rule of quick)
    it(`${rule.id} ${rule.text}`, async () => {
      const { failure, status } = await runRule(context, rule)
      assert.strictEqual(status, "PASS", failure?.message)
    })

  it("leave nothing behind", async () => {
    await context.undo()
    assert.deepStrictEqual(ledger.open, [])
  })
})
