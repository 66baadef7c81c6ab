/** How much is measured: the sizes of a run, decided once by its flags. */

/** All counts are at least 1; a warm-up of 0 seconds is none. */
export interface Effort {
  /** Rounds per contestant, alternating. */
  readonly rounds: number
  readonly secondsPerRound: number
  readonly warmUpSeconds: number
  /** Packages in every registry while it is read, searched and published to. */
  readonly packages: number
  /** Packages in the registry whose last page is compared with its first. */
  readonly pagedPackages: number
  /** Starts of every server whose start-up is measured. */
  readonly starts: number
}

/** Enough for figures that repeat within a few per cent on a quiet machine. */
export const wholeEffort: Effort = {
  rounds: 7,
  secondsPerRound: 4,
  warmUpSeconds: 4,
  packages: 2000,
  pagedPackages: 1_000_000,
  starts: 7
}

/** Enough to see that everything runs; its figures say nothing. */
export const quickEffort: Effort = {
  rounds: 1,
  secondsPerRound: 1,
  warmUpSeconds: 0,
  packages: 120,
  pagedPackages: 1000,
  starts: 1
}
