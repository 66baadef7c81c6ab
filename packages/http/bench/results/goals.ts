/** Goals as ratios of two contestants in one run. */
import type { Rounds } from "../rounds/alternate.ts"
import { median } from "../rounds/statistics.ts"
import type { Sample } from "../rounds/Trial.ts"
import type { Verdict } from "./Outcome.ts"

const samplesOf = (rounds: ReadonlyArray<Rounds>, contestant: string): ReadonlyArray<Sample> =>
  rounds.find((one) => one.contestant === contestant)?.samples ?? []

/** Of every two rounds that followed each other, so that a slow minute of the machine does not stand in the ratio. */
const ratios = (
  rounds: ReadonlyArray<Rounds>,
  [contestant, other]: readonly [string, string],
  figure: (sample: Sample) => number | undefined
): ReadonlyArray<number> => {
  const others = samplesOf(rounds, other)
  return samplesOf(rounds, contestant).flatMap((sample, round) => {
    const [one, two] = [figure(sample), others[round] === undefined ? undefined : figure(others[round])]
    return one === undefined || two === undefined ? [] : one / two
  })
}

/**
 * How many times as much per second one contestant does as another, and how many times it has to be at least. For
 * operations that keep a core busy; where a disk is waited for, the figures per core say less than those by the clock.
 */
export const timesAsMuch = (
  rounds: ReadonlyArray<Rounds>,
  pair: readonly [contestant: string, other: string],
  least?: number
): Verdict => {
  const [contestant, other] = pair
  const perCore = ratios(rounds, [other, contestant], ({ cpuMicros }) => cpuMicros)
  return {
    subject: `${contestant}, of ${other}`,
    byClock: median(ratios(rounds, pair, ({ perSecond }) => perSecond)),
    ...(perCore.length === 0 ? {} : { perCore: median(perCore) }),
    unit: "×",
    ...(least === undefined ? {} : { least })
  }
}

/** Like `timesAsMuch`, by the clock alone: for operations of which one contestant waits for a disk, and the other less. */
export const timesTheRate = (
  rounds: ReadonlyArray<Rounds>,
  pair: readonly [contestant: string, other: string],
  least: number
): Verdict => {
  const { perCore: _perCore, ...byClock } = timesAsMuch(rounds, pair, least)
  return byClock
}

/**
 * How many times as much time one contestant's operation costs as another's, and how many times it may at most. By the
 * clock alone, as a database of its own has its own processes.
 */
export const timesTheCost = (
  rounds: ReadonlyArray<Rounds>,
  [contestant, other]: readonly [string, string],
  most: number
): Verdict => ({
  subject: `cost of ${contestant}, of ${other}`,
  byClock: median(ratios(rounds, [other, contestant], ({ perSecond }) => perSecond)),
  unit: "×",
  most
})
