/** Runs trials side by side: verified, warmed up, then in turns, so that a slow minute of the machine meets all of them. */
import { Effect } from "effect"
import type { BenchFault } from "../BenchFault.ts"
import type { Effort } from "../Effort.ts"
import type { Figure } from "../results/Outcome.ts"
import { median, spread } from "./statistics.ts"
import type { Sample, Trial } from "./Trial.ts"

/** All rounds of one contestant, in the order in which they ran. */
export interface Rounds {
  readonly contestant: string
  readonly samples: ReadonlyArray<Sample>
}

const medianOf = (samples: ReadonlyArray<Sample>, part: (sample: Sample) => number | undefined): number | undefined => {
  const values = samples.map(part).filter((value) => value !== undefined)
  return values.length === 0 ? undefined : median(values)
}

/** The median round of one contestant. */
export const figureOf = ({ contestant, samples }: Rounds): Figure => {
  const rates = samples.map(({ perSecond }) => perSecond)
  const cpuMicros = medianOf(samples, (sample) => sample.cpuMicros)
  const busy = medianOf(samples, (sample) => sample.busy)
  return {
    contestant,
    value: median(rates),
    unit: "/s",
    spread: spread(rates),
    ...(cpuMicros === undefined ? {} : { cpuMicros }),
    ...(busy === undefined ? {} : { busy }),
    p50Millis: median(samples.map(({ p50Millis }) => p50Millis)),
    p99Millis: median(samples.map(({ p99Millis }) => p99Millis))
  }
}

/** The rounds in the order of the trials; every trial is verified before the first round and after the last. */
export const alternate = Effect.fnUntraced(function* (
  trials: ReadonlyArray<Trial>,
  effort: Effort
): Effect.fn.Return<ReadonlyArray<Rounds>, BenchFault> {
  const verifyAll = Effect.forEach(trials, ({ verify }) => verify, { discard: true })
  yield* verifyAll
  if (effort.warmUpSeconds > 0) {
    yield* Effect.forEach(trials, ({ round }) => round(effort.warmUpSeconds), { discard: true })
  }
  const rounds = trials.map((trial) => ({ trial, contestant: trial.contestant, samples: new Array<Sample>() }))
  for (let round = 0; round < effort.rounds; round++) {
    for (const { samples, trial } of rounds) samples.push(yield* trial.round(effort.secondsPerRound))
  }
  yield* verifyAll
  return rounds
})
