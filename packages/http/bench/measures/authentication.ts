/** What it costs to know who calls: the look-up alone, in this process, without any HTTP. */
import { AdminLayer, adminMigrations, Authentication } from "@platform-control/admin/server"
import { makeToken, makeUser } from "@platform-control/admin/testing"
import { coreMigrations } from "@platform-control/core/events/coreMigrations"
import * as SqlEvents from "@platform-control/core/events/SqlEvents"
import { type TestEngine, testEngines } from "@platform-control/core/testing/databases"
import { Effect, Layer, Redacted } from "effect"
import { type BenchFault, benchFault } from "../BenchFault.ts"
import type { Figure, Outcome } from "../results/Outcome.ts"
import { median, spread } from "../rounds/statistics.ts"
import type { Stage } from "../Stage.ts"

const TOKENS = 500
/** One look-up of a token that was seen before is too short to be timed alone. */
const TIMES_AGAIN = 200

interface Costs {
  readonly first: number
  readonly again: number
}

const microsOf = Effect.fnUntraced(function* <A, E>(times: number, body: Effect.Effect<A, E>) {
  const beganAt = performance.now()
  yield* body
  return ((performance.now() - beganAt) * 1000) / times
})

const manyTokens = Effect.gen(function* () {
  const { id } = yield* makeUser("caller")
  const made = yield* Effect.forEach(
    Array.from({ length: TOKENS }),
    () => makeToken({ kind: "personal", userId: id }),
    {
      concurrency: "unbounded"
    }
  )
  return made.map(({ value }) => Redacted.value(value))
})

const costs = Effect.gen(function* () {
  const tokens = yield* manyTokens
  const { authenticate, authenticateCached } = yield* Authentication
  const first = yield* microsOf(TOKENS, Effect.forEach(tokens, authenticate, { discard: true }))
  const again = yield* microsOf(
    TOKENS * TIMES_AGAIN,
    Effect.sync(() => {
      for (let times = 0; times < TIMES_AGAIN; times++) tokens.forEach(authenticateCached)
    })
  )
  if (tokens.some((token) => authenticateCached(token) === undefined)) {
    return yield* benchFault("A token that was looked up is not known")
  }
  return { first, again } satisfies Costs
})

/** With the signals of a server, which has to know of every revocation: asking for them is part of the cost. */
const layerOn = (engine: TestEngine) =>
  AdminLayer.pipe(
    Layer.provideMerge(SqlEvents.layer),
    Layer.provideMerge(engine.layer(coreMigrations, adminMigrations))
  )

const onEngine = Effect.fnUntraced(function* (stage: Stage, engine: TestEngine) {
  const rounds: Array<Costs> = []
  for (let round = 0; round < stage.effort.rounds; round++) {
    const found = costs.pipe(Effect.provide(layerOn(engine)))
    rounds.push(
      yield* Effect.catchTag(found, "Unauthorized", () =>
        Effect.fail(benchFault("A token that was just made is refused"))
      )
    )
  }
  const figure = (contestant: string, part: keyof Costs): Figure => {
    const micros = rounds.map((round) => round[part])
    return { contestant: `${engine.name}, ${contestant}`, value: median(micros), unit: "µs", spread: spread(micros) }
  }
  return [figure("a token seen before", "again"), figure("a token seen for the first time", "first")]
})

/** A token that was seen before costs a hash and a look-up in memory; every half minute, and the first time, a query. */
export const authentication = Effect.fnUntraced(function* (stage: Stage): Effect.fn.Return<Outcome, BenchFault> {
  const engines = testEngines.filter(({ skip }) => !skip)
  const figures = yield* Effect.forEach(engines, (engine) => onEngine(stage, engine))
  return { operation: "authentication", figures: figures.flat(), verdicts: [] }
})
