/** What a measure finds out, as the report shows it. Knows no server and no load. */

/** One contestant's figure in one operation: the median over all rounds. */
export interface Figure {
  readonly contestant: string
  readonly value: number
  readonly unit: "/s" | "ms" | "µs" | "MB" | "kB"
  /** Half the distance between the best and the worst round, as a share of the median. */
  readonly spread: number
  /** CPU time of the contestant's process per operation, in microseconds; absent where the system doesn't tell. */
  readonly cpuMicros?: number
  /** Share of its one core that the contestant used; below 0.9 something else was the bound. */
  readonly busy?: number
  /** Response times in milliseconds. */
  readonly p50Millis?: number
  readonly p99Millis?: number
}

/** One stated goal against what was measured. */
export interface Verdict {
  /** What is compared, as a sentence's subject: "SQLite, of node:http". */
  readonly subject: string
  /** From the time on the clock. */
  readonly byClock: number
  /**
   * From the CPU time of the processes alone, which is what one core to themselves would give them: the same as by the
   * clock on a quiet machine, and the same still when other processes want the cores. Absent where it says nothing.
   */
  readonly perCore?: number
  readonly least?: number
  readonly most?: number
  readonly unit: "×" | "ms" | "kB"
}

/** All of one operation. */
export interface Outcome {
  readonly operation: string
  readonly figures: ReadonlyArray<Figure>
  readonly verdicts: ReadonlyArray<Verdict>
}

/** What the goal is held against: per core where that is known. */
export const judged = ({ byClock, perCore }: Verdict): number => perCore ?? byClock

/** Whether the goal is reached; a value equal to the bound reaches it. */
export const isMet = (verdict: Verdict): boolean => {
  const { least, most } = verdict
  return (least === undefined || judged(verdict) >= least) && (most === undefined || judged(verdict) <= most)
}

/** The outcome without any goal: what was compared stays, nobody is judged. */
export const withoutGoals = ({ verdicts, ...outcome }: Outcome): Outcome => ({
  ...outcome,
  verdicts: verdicts.map(({ least: _least, most: _most, ...compared }) => compared)
})
