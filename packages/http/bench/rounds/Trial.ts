/** One contestant doing one operation, again and again. Knows neither the operation nor who else takes part. */
import type { Effect } from "effect"
import type { BenchFault } from "../BenchFault.ts"

/** What one round of load found out. */
export interface Sample {
  readonly perSecond: number
  /** CPU time of the contestant's process per operation, in microseconds. */
  readonly cpuMicros: number | undefined
  /** Share of one core that the contestant's process used. */
  readonly busy: number | undefined
  readonly p50Millis: number
  readonly p99Millis: number
}

/** A contestant is verified before it is measured, so that nobody is fast at answering errors. */
export interface Trial {
  readonly contestant: string
  /** Fails unless the contestant answers as it has to. */
  readonly verify: Effect.Effect<void, BenchFault>
  /** Fails when a single answer of the round had another status than success. */
  readonly round: (seconds: number) => Effect.Effect<Sample, BenchFault>
}
