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

const byCpu = (values: ReadonlyArray<number>): Pick<Verdict, "byCpu"> =>
  values.length === 0 ? {} : { byCpu: median(values) }

/** How many times as much per second one contestant does as another, and how many times it has to be at least. */
export const timesAsMuch = (
  rounds: ReadonlyArray<Rounds>,
  [contestant, other]: readonly [string, string],
  least?: number
): Verdict => ({
  subject: `${contestant}, of ${other}`,
  measured: median(ratios(rounds, [contestant, other], ({ perSecond }) => perSecond)),
  ...byCpu(ratios(rounds, [other, contestant], ({ cpuMicros }) => cpuMicros)),
  unit: "×",
  ...(least === undefined ? {} : { least })
})

/** How many times as much time one contestant's operation costs as another's, and how many times it may at most. */
export const timesTheCost = (
  rounds: ReadonlyArray<Rounds>,
  [contestant, other]: readonly [string, string],
  most: number
): Verdict => ({
  subject: `cost of ${contestant}, of ${other}`,
  measured: median(ratios(rounds, [other, contestant], ({ perSecond }) => perSecond)),
  ...byCpu(ratios(rounds, [contestant, other], ({ cpuMicros }) => cpuMicros)),
  unit: "×",
  most
})
