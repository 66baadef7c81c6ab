import { assert, describe, it } from "@effect/vitest"
import { differences } from "./goldenDifferences.ts"
import { compare, goldenPages } from "./goldenRows.ts"

// Needs ../shared, which is not part of the repository.
describe.skipIf(goldenPages.length === 0)("the rows of real pages", () => {
  const compared = goldenPages.map(compare)
  const expected = compared.reduce((sum, page) => sum + page.expected, 0)
  const missing = compared.flatMap((page) => page.missing)
  const extra = compared.flatMap((page) => page.extra)
  const share = ((1 - missing.length / expected) * 100).toFixed(2)

  it(`are ours but for those with a reason: ${expected - missing.length} of ${expected} on ${compared.length} pages, ${share} %`, () => {
    assert.sameMembers(
      [...missing],
      differences.flatMap((difference) => difference.missing ?? [])
    )
    assert.strictEqual(compared.length, 83)
    assert.strictEqual(expected, 2583)
    assert.strictEqual(missing.length, 33)
  })

  it("are all that we have, but for those with a reason", () => {
    assert.sameMembers(
      [...extra],
      differences.flatMap((difference) => difference.extra ?? [])
    )
  })
})
