/** How long a server takes from its process's beginning to its first answer. */
import { Effect, type Scope } from "effect"
import { join } from "node:path"
import type { BenchFault } from "../BenchFault.ts"
import { sqlitePlace, startPlatformControl, startServer } from "../contestants/platformControl.ts"
import { startVerdaccio } from "../contestants/verdaccio.ts"
import type { Figure, Outcome } from "../results/Outcome.ts"
import { median, spread } from "../rounds/statistics.ts"
import type { Stage } from "../Stage.ts"

const MOST_MILLIS = 1000

interface Start {
  readonly contestant: string
  readonly start: Effect.Effect<unknown, BenchFault, Scope.Scope>
}

const timed = ({ start }: Start) =>
  Effect.gen(function* () {
    const beganAt = performance.now()
    yield* start
    return performance.now() - beganAt
  }).pipe(Effect.scoped)

const startsOf = Effect.fnUntraced(function* (stage: Stage) {
  const peers = yield* stage.peers
  const used = sqlitePlace("Platform Control", join(stage.folder, "start-up"))
  yield* Effect.scoped(startPlatformControl(used))
  let empty = 0
  return [
    { contestant: "Platform Control, until /healthz answers", start: startServer(used, "/healthz") },
    { contestant: "Platform Control, until /readyz answers", start: startServer(used) },
    {
      contestant: "Platform Control, first start on an empty folder",
      start: Effect.suspend(() =>
        startServer(sqlitePlace("Platform Control", join(stage.folder, `first-start-${++empty}`)))
      )
    },
    {
      contestant: "Verdaccio",
      start: Effect.suspend(() => startVerdaccio({ peers, folder: join(stage.folder, `verdaccio-start-${++empty}`) }))
    }
  ] satisfies ReadonlyArray<Start>
})

/** The servers start in turns, each alone. */
export const startUp = Effect.fnUntraced(function* (stage: Stage): Effect.fn.Return<Outcome, BenchFault> {
  const starts = yield* startsOf(stage)
  const times = new Map(starts.map((start): [Start, Array<number>] => [start, []]))
  for (let round = 0; round < stage.effort.starts; round++) {
    for (const start of starts) times.get(start)?.push(yield* timed(start))
  }
  const figures = starts.map((start): Figure => {
    const millis = times.get(start) ?? []
    return { contestant: start.contestant, value: median(millis), unit: "ms", spread: spread(millis) }
  })
  return {
    operation: "start-up",
    figures,
    verdicts: figures
      .slice(0, 2)
      .map(({ contestant, value }) => ({ subject: contestant, byClock: value, most: MOST_MILLIS, unit: "ms" }))
  }
})
