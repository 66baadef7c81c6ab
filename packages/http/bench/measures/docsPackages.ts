/** Servers with documentation to read: a small package, a large one, and enough others for a full page of the list. */
import { sampleSchema } from "@platform-control/registry/testing"
import { Effect, type Scope } from "effect"
import { join } from "node:path"
import { type BenchFault, benchFault } from "../BenchFault.ts"
import { bearer, type Peer } from "../contestants/Peer.ts"
import { type PlatformControl, sqlitePlace, startPlatformControl } from "../contestants/platformControl.ts"
import { fill } from "../load/publish.ts"
import { publishInTwoPhases, versionsPath } from "../load/publishInTwoPhases.ts"
import { jsonOf, request } from "../load/request.ts"
import { sampleName, type SamplePackage, samplePackage, VERSION } from "../samples/samplePackage.ts"
import type { Stage } from "../Stage.ts"

/** The names of packages that only fill the list. */
export const OTHERS = "other"

/** The names of the two packages. */
export const SMALL = "small-docs"
export const LARGE = "large-docs"

/** Packages on a page of the list. */
const OTHER_PACKAGES = 120

/** Bytes of a schema, as far as the effort goes. */
export const schemaBytes = ({ effort }: Stage, bytes: number): number => (effort.rounds === 1 ? bytes / 50 : bytes)

/** A package whose schema has about so many bytes. */
export const documentedPackage = (name: string, bytes: number): SamplePackage => ({
  ...samplePackage(name, 0),
  name,
  schema: JSON.stringify(sampleSchema(name, bytes))
})

/** Publishes a package; gives the milliseconds of its completion. */
export const publishPackage = (peer: Peer, sample: SamplePackage): Effect.Effect<number, BenchFault> =>
  Effect.tryPromise({
    try: () => publishInTwoPhases(peer, sample),
    catch: (cause) => benchFault(`${sample.name} can't be published: ${String(cause)}`)
  })

/** A server of its own with everything published. */
export const documentedServer = Effect.fnUntraced(function* (
  stage: Stage,
  folder: string
): Effect.fn.Return<PlatformControl, BenchFault, Scope.Scope> {
  const ours = yield* startPlatformControl(sqlitePlace("Platform Control, SQLite", join(stage.folder, folder)))
  yield* fill(ours, "two phases", OTHERS, OTHER_PACKAGES)
  yield* publishPackage(ours, documentedPackage(SMALL, 1))
  yield* publishPackage(ours, documentedPackage(LARGE, schemaBytes(stage, 50_000_000)))
  return ours
})

interface Navigation {
  readonly docsUrlTemplate: string
  readonly modules: ReadonlyArray<
    Readonly<Record<"functions" | "resources", ReadonlyArray<{ readonly typeToken: string }>>>
  >
}

/** The paths of up to so many pages of a package, from all over it. */
export const pagePaths = Effect.fnUntraced(function* (peer: Peer, name: string, most: number) {
  const { docsUrlTemplate, modules } = yield* jsonOf<Navigation>(
    request(`${peer.origin}${versionsPath(name)}/${VERSION}/nav?depth=full`, { headers: bearer(peer) })
  )
  const tokens = modules.flatMap(({ functions, resources }) => [...resources, ...functions])
  const step = Math.max(1, Math.floor(tokens.length / most))
  return tokens
    .filter((_, index) => index % step === 0)
    .slice(0, most)
    .map(({ typeToken }) => docsUrlTemplate.replace("{typeToken}", encodeURIComponent(typeToken)))
})

/** What stands beside pages in every comparison. */
export const otherReads: Readonly<Record<string, ReadonlyArray<string>>> = {
  "list of 100": ["/api/registry/packages?limit=100"],
  "get version": Array.from(
    { length: OTHER_PACKAGES },
    (_, index) => `${versionsPath(sampleName(OTHERS, index))}/${VERSION}`
  )
}
