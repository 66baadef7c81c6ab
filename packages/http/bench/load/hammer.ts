/** Sends the same few requests as fast as a server answers them, from a process of its own on the load's core. */
import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import { type BenchFault, benchFault } from "../BenchFault.ts"
import type { Contestant } from "../process/Contestant.ts"
import { cpuSeconds } from "../process/cpuSeconds.ts"
import { pinned } from "../process/pinning.ts"
import { runToEnd } from "../process/runToEnd.ts"
import type { Sample } from "../rounds/Trial.ts"

const PROGRAM = fileURLToPath(new URL("hammerProcess.ts", import.meta.url))

/** Connections that each wait for one answer at a time: enough to keep a single-threaded server busy. */
export const CONNECTIONS = 32

/** What one hammer process is told, as JSON. */
export interface HammerOrder {
  /** Where `autocannon` is installed. */
  readonly peers: string
  readonly origin: string
  /** One after the other, round and round. */
  readonly paths: ReadonlyArray<string>
  /** With bodies every path is POSTed to with each of them; without, GET. */
  readonly bodies?: ReadonlyArray<string>
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  readonly seconds: number
}

/** What it answers, as JSON. */
export interface HammerResult {
  readonly succeeded: number
  /** Other statuses, broken connections and timeouts. */
  readonly failed: number
  readonly seconds: number
  readonly p50Millis: number
  readonly p99Millis: number
}

const GRACE_SECONDS = 60

/** One round of load on a contestant; a single answer without success fails it. */
export const hammer = Effect.fnUntraced(function* (
  contestant: Contestant,
  order: HammerOrder
): Effect.fn.Return<Sample, BenchFault> {
  const before = cpuSeconds(contestant.pid)
  const output = yield* runToEnd({
    command: pinned("load", [process.execPath, PROGRAM]),
    input: JSON.stringify(order),
    timeoutSeconds: order.seconds + GRACE_SECONDS
  })
  const after = cpuSeconds(contestant.pid)
  const { failed, p50Millis, p99Millis, seconds, succeeded } = JSON.parse(output) as HammerResult
  if (failed > 0 || succeeded === 0) {
    return yield* benchFault(
      `${contestant.name}: ${failed} of ${failed + succeeded} answers to ${order.paths[0]} failed`
    )
  }
  const used = before === undefined || after === undefined ? undefined : after - before
  return {
    perSecond: succeeded / seconds,
    cpuMicros: used === undefined ? undefined : (used * 1e6) / succeeded,
    busy: used === undefined ? undefined : used / seconds,
    p50Millis,
    p99Millis
  }
})
