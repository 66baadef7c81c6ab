/** Completing a publish by the size of its schema: how long it takes, what memory it takes, and who waits meanwhile. */
import { Effect, Fiber } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { BenchFault } from "../BenchFault.ts"
import { bearer } from "../contestants/Peer.ts"
import { sqlitePlace, startPlatformControl } from "../contestants/platformControl.ts"
import { request } from "../load/request.ts"
import type { Figure, Outcome } from "../results/Outcome.ts"
import { median, spread } from "../rounds/statistics.ts"
import type { Stage } from "../Stage.ts"
import { documentedPackage, publishPackage, schemaBytes } from "./docsPackages.ts"

const SIZES = [100_000, 1_000_000, 10_000_000, 50_000_000]

/** Megabytes that the process has had at most, as Linux tells it; 0 elsewhere. */
const peakMegabytes = (pid: number): number => {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_000
  } catch {
    return 0
  }
}

interface Import {
  readonly millis: number
  readonly megabytes: number
  /** Of small requests beside it, the slowest one. */
  readonly slowestMillis: number
}

const importOn = Effect.fnUntraced(function* (stage: Stage, bytes: number, round: number) {
  const ours = yield* startPlatformControl(
    sqlitePlace("Platform Control, SQLite", join(stage.folder, `docs-import-${bytes}-${round}`))
  )
  // Whatever a first publish pays for is paid before.
  yield* publishPackage(ours, documentedPackage("first", 1))
  const before = peakMegabytes(ours.pid)
  const fiber = yield* Effect.forkChild(publishPackage(ours, documentedPackage("measured", bytes)))
  let slowestMillis = 0
  while (fiber.pollUnsafe() === undefined) {
    const beganAt = performance.now()
    yield* request(`${ours.origin}/api/user`, { headers: bearer(ours) })
    slowestMillis = Math.max(slowestMillis, performance.now() - beganAt)
    yield* Effect.sleep("2 millis")
  }
  const millis = yield* Fiber.join(fiber)
  return { millis, megabytes: peakMegabytes(ours.pid) - before, slowestMillis } satisfies Import
}, Effect.scoped)

const size = (bytes: number): string => `${(bytes / 1e6).toLocaleString("en", { maximumSignificantDigits: 2 })} MB`

const figure = (contestant: string, unit: Figure["unit"], values: ReadonlyArray<number>): Figure => ({
  contestant,
  value: median(values),
  unit,
  spread: spread(values)
})

/** Each import has a server of its own. */
export const docsImport = Effect.fnUntraced(function* (stage: Stage): Effect.fn.Return<Outcome, BenchFault> {
  const figures: Array<Figure> = []
  for (const wanted of SIZES) {
    const bytes = schemaBytes(stage, wanted)
    const imports = yield* Effect.forEach(
      Array.from({ length: Math.min(3, stage.effort.starts) }, (_, round) => round),
      (round) => importOn(stage, bytes, round)
    )
    const of = (part: (measured: Import) => number) => imports.map(part)
    figures.push(
      figure(
        `${size(bytes)}, completion`,
        "ms",
        of(({ millis }) => millis)
      ),
      figure(
        `${size(bytes)}, more memory at the peak`,
        "MB",
        of(({ megabytes }) => megabytes)
      ),
      figure(
        `${size(bytes)}, slowest request beside it`,
        "ms",
        of(({ slowestMillis }) => slowestMillis)
      )
    )
  }
  return { operation: "import of a package schema, by its size", figures, verdicts: [] }
})
