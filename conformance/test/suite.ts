/** Runs of the suite for its own tests, and targets with faults. */
import { Effect } from "effect"
import type { Configuration } from "../src/config/Configuration.ts"
import type { Fault } from "../src/mutants/Mutant.ts"
import { mutants } from "../src/mutants/mutants.ts"
import { startProxy } from "../src/mutants/proxy.ts"
import { rules } from "../src/rules.ts"
import { runSuite, type SuiteOptions } from "../src/runs/runSuite.ts"

/** Rules by id. */
export const only = (...ids: ReadonlyArray<string>) => rules.filter(({ id }) => ids.includes(id))

/** A run at the level of our own decisions, unless the test says otherwise. */
export const suiteOf = (configuration: Configuration, options: Partial<SuiteOptions> & Pick<SuiteOptions, "rules">) =>
  runSuite({
    configuration,
    level: "ours",
    seed: 1,
    workers: 4,
    limits: {},
    baseline: [],
    folder: undefined,
    ...options
  })

/** The same as an effect. */
export const suite = (...told: Parameters<typeof suiteOf>) => Effect.promise(() => suiteOf(...told))

/** A target with a fault; stopped with the scope. */
export const faulty = (configuration: Configuration, fault: Fault) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => startProxy(configuration, fault)),
      (proxy) => Effect.sync(proxy.close)
    ),
    ({ url }): Configuration => ({ ...configuration, url })
  )

/** The fault of the mutant of this id. */
export const faultOf = (id: string): Fault => {
  const found = mutants.find((mutant) => mutant.id === id)
  if (found === undefined) throw new Error(`There is no mutant ${id}`)
  return found.make()
}
