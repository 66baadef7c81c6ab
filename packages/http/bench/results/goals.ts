/** Goals as ratios of two contestants' figures in one run. */
import type { Figure, Verdict } from "./Outcome.ts"

const valueOf = (figures: ReadonlyArray<Figure>, contestant: string): number =>
  figures.find((figure) => figure.contestant === contestant)?.value ?? Number.NaN

/** How many times as much per second one contestant does as another, and how many times it has to be at least. */
export const timesAsMuch = (
  figures: ReadonlyArray<Figure>,
  [contestant, other]: readonly [string, string],
  least?: number
): Verdict => ({
  subject: `${contestant}, of ${other}`,
  measured: valueOf(figures, contestant) / valueOf(figures, other),
  unit: "×",
  ...(least === undefined ? {} : { least })
})

/** How many times as much time one contestant's operation costs as another's, and how many times it may at most. */
export const timesTheCost = (
  figures: ReadonlyArray<Figure>,
  [contestant, other]: readonly [string, string],
  most: number
): Verdict => ({
  subject: `cost of ${contestant}, of ${other}`,
  measured: valueOf(figures, other) / valueOf(figures, contestant),
  unit: "×",
  most
})
