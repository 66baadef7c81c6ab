/** The few figures that many rounds are reduced to. */

/** The middle value; of an even count the mean of the middle two. NaN of nothing. */
export const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : mean(sorted.slice(Math.max(0, middle - 1), middle + 1))
}

const mean = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Half the distance between the smallest and the largest value, as a share of the median. */
export const spread = (values: ReadonlyArray<number>): number =>
  (Math.max(...values) - Math.min(...values)) / 2 / Math.abs(median(values))

/** The value below which this share (0 to 1) of the values lies. NaN of nothing. */
export const quantile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
