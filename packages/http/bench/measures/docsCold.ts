/** The very first reads after a start: one after the other, each of something that nobody asked for before. */
import { Effect } from "effect"
import { join } from "node:path"
import type { BenchFault } from "../BenchFault.ts"
import { bearer, type Peer } from "../contestants/Peer.ts"
import { sqlitePlace, startServer } from "../contestants/platformControl.ts"
import { request } from "../load/request.ts"
import type { Figure, Outcome } from "../results/Outcome.ts"
import { median, quantile, spread } from "../rounds/statistics.ts"
import type { Stage } from "../Stage.ts"
import { documentedServer, LARGE, otherReads, pagePaths, SMALL } from "./docsPackages.ts"

const PAGES = 200

const MARKDOWN = { accept: "text/markdown" }

interface Read {
  readonly contestant: string
  readonly paths: ReadonlyArray<string>
  readonly headers?: Readonly<Record<string, string>>
}

/** Milliseconds of each. The first one of a process also pays for code that is compiled; it is left out. */
const durationsOf = Effect.fnUntraced(function* (ours: Peer, { headers, paths }: Read) {
  const durations: Array<number> = []
  for (const path of paths) {
    const beganAt = performance.now()
    yield* request(ours.origin + path, { headers: { ...bearer(ours), ...headers } })
    durations.push(performance.now() - beganAt)
  }
  return durations.length > 1 ? durations.slice(1) : durations
})

const FOLDER = "docs-cold"

/** Each round has a server of its own on the same data. */
export const docsCold = Effect.fnUntraced(function* (stage: Stage): Effect.fn.Return<Outcome, BenchFault> {
  const prepared = yield* Effect.scoped(
    Effect.gen(function* () {
      const ours = yield* documentedServer(stage, FOLDER)
      const small = yield* pagePaths(ours, SMALL, PAGES)
      const large = yield* pagePaths(ours, LARGE, PAGES)
      const reads: ReadonlyArray<Read> = [
        { contestant: "page of a small package, JSON", paths: small },
        { contestant: "page of a small package, Markdown", paths: small, headers: MARKDOWN },
        { contestant: "page of a large package, JSON", paths: large },
        { contestant: "page of a large package, Markdown", paths: large, headers: MARKDOWN },
        ...Object.entries(otherReads).map(([contestant, paths]) => ({ contestant, paths }))
      ]
      return { reads, token: ours.token }
    })
  )
  const figures = yield* Effect.forEach(prepared.reads, (read) =>
    Effect.gen(function* () {
      const rounds = yield* Effect.forEach(Array.from({ length: stage.effort.starts }), () =>
        Effect.scoped(
          Effect.gen(function* () {
            const server = yield* startServer(sqlitePlace("Platform Control", join(stage.folder, FOLDER)))
            return yield* durationsOf({ ...server, token: prepared.token }, read)
          })
        )
      )
      const all = rounds.flat()
      return {
        contestant: read.contestant,
        value: median(all),
        unit: "ms",
        spread: spread(rounds.map(median)),
        p50Millis: quantile(all, 0.5),
        p99Millis: quantile(all, 0.99)
      } satisfies Figure
    })
  )
  return { operation: "first reads after a start, one at a time", figures, verdicts: [] }
})
