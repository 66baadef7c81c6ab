/** Prints the closing line that continuous integration reads: `N passed, N failed, N skipped`. */
import type { Reporter, TestModule } from "vitest/node"

const countStates = (modules: ReadonlyArray<TestModule>) => {
  const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 }
  for (const module of modules) {
    for (const test of module.children.allTests()) counts[test.result().state] += 1
    const suites = [module, ...module.children.allSuites()]
    counts.failed += suites.filter((suite) => suite.errors().length > 0).length
  }
  return counts
}

/** Reports the number of tests by outcome; a module or group that could not be set up and an unhandled error count as failed. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<unknown>): void {
    const counts = countStates(modules)
    const failed = counts.failed + counts.pending + unhandled.length
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ""
    process.stdout.write(`\n${counts.passed} passed, ${failed} failed${skipped}\n`)
  }
}
