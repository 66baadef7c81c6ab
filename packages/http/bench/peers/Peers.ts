/**
 * The other servers and the load tool, in exact versions. They are no dependencies of this workspace, as nobody but the
 * bench needs their hundreds of packages: they are installed once, into a folder of their own.
 */
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { type BenchFault } from "../BenchFault.ts"
import { runToEnd } from "../process/runToEnd.ts"

/** What the bench measures against, and with. */
export const peerVersions = { autocannon: "9.0.0", fastify: "5.12.8", verdaccio: "6.10.4" } as const

/** Verdaccio asks for `node-fetch@cjs`, a tag that not every registry knows; this is a version of that line. */
const manifest = JSON.stringify({
  private: true,
  dependencies: peerVersions,
  overrides: { "node-fetch": "2.7.0" }
})

const INSTALL_TIMEOUT_SECONDS = 300

const folder = join(
  tmpdir(),
  `platform-control-bench-${userInfo().username}-${createHash("sha256").update(manifest).digest("hex").slice(0, 12)}`
)

const installInto = Effect.fnUntraced(function* (place: string) {
  writeFileSync(join(place, "package.json"), manifest)
  yield* runToEnd({
    command: ["npm", "install", "--prefix", place, "--ignore-scripts", "--no-audit", "--no-fund"],
    folder: place,
    timeoutSeconds: INSTALL_TIMEOUT_SECONDS
  })
  return place
})

/** The folder whose `node_modules` holds the peers. Made whole or not at all, so that an interrupted run leaves none. */
export const peersFolder: Effect.Effect<string, BenchFault> = Effect.suspend(() => {
  if (existsSync(folder)) return Effect.succeed(folder)
  const parent = mkdtempSync(`${folder}-`)
  return installInto(parent).pipe(
    Effect.tap(() => Effect.sync(() => existsSync(folder) || renameSync(parent, folder))),
    Effect.as(folder),
    Effect.ensuring(Effect.sync(() => rmSync(parent, { recursive: true, force: true })))
  )
})
