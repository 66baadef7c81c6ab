/** `docs/providers.md` names what there is. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { allProviders } from "../../src/cli/invoke/providers.ts"

const page = readFileSync(new URL("../../../../docs/providers.md", import.meta.url), "utf8")

/** The part under the provider's own title. */
const sectionOf = (prefix: string): string => page.split(/^## /m).find((part) => part.startsWith(`${prefix}\n`)) ?? ""

describe("docs/providers.md", () => {
  it("names every function and every variable of every provider, and no other function", async () => {
    for (const { functions, prefix, variables } of await allProviders()) {
      const section = sectionOf(prefix)
      const named = [...section.matchAll(/`(get\w+)`/g)].map(([, name]) => name)
      assert.sameMembers(
        [...new Set(named)],
        functions.map(({ functionName }) => functionName)
      )
      for (const [name, { environment }] of Object.entries(variables))
        assert.isTrue(
          [name, ...environment].some((word) => section.includes(`\`${word}\``)),
          `${prefix} ${name}`
        )
    }
  })
})
