/** What a measure finds out, as the report shows it. Knows no server and no load. */

/** One contestant's figure in one operation: the median over all rounds. */
export interface Figure {
  readonly contestant: string
  readonly value: number
  readonly unit: "/s" | "ms" | "µs"
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
  /** What is compared, as a sentence's subject: "SQLite of node:http with the same work". */
  readonly subject: string
  readonly measured: number
  /** The same from CPU time alone: it stays what it is when other processes want the core, or a disk is waited for. */
  readonly byCpu?: number
  readonly least?: number
  readonly most?: number
  readonly unit: "×" | "ms"
}

/** All of one operation. */
export interface Outcome {
  readonly operation: string
  readonly figures: ReadonlyArray<Figure>
  readonly verdicts: ReadonlyArray<Verdict>
}

/** Whether the goal is reached; a measured value equal to the bound reaches it. */
export const isMet = ({ least, measured, most }: Verdict): boolean =>
  (least === undefined || measured >= least) && (most === undefined || measured <= most)
