/** On what the figures were made. */
import { availableParallelism, cpus, loadavg, totalmem } from "node:os"
import { peerVersions } from "../peers/Peers.ts"
import { isPinned } from "../process/pinning.ts"

const GIBIBYTE = 1024 ** 3

/** What has to be known to compare figures of two runs. */
export interface Machine {
  readonly processor: string
  readonly cores: number
  readonly memoryGibibytes: number
  readonly node: string
  readonly pinned: boolean
  /** Processes that wanted a core in the minute before the run; more than a fraction makes the figures doubtful. */
  readonly loadBefore: number
  readonly peers: typeof peerVersions
}

/** Read before the first measure. */
export const thisMachine = (): Machine => ({
  processor: cpus()[0]?.model ?? "unknown",
  cores: availableParallelism(),
  memoryGibibytes: Math.round(totalmem() / GIBIBYTE),
  node: process.version,
  pinned: isPinned,
  loadBefore: loadavg()[0] ?? Number.NaN,
  peers: peerVersions
})

/** The machine in two lines. */
export const machineText = (machine: Machine): string =>
  [
    `${machine.processor}, ${machine.cores} cores, ${machine.memoryGibibytes} GiB, Node ${machine.node}; load before: ${machine.loadBefore.toFixed(2)}`,
    machine.pinned
      ? "Every server runs on core 0, the load comes from core 1; PostgreSQL itself is pinned nowhere."
      : "NOT pinned: servers and load share all cores, which `taskset` would prevent. Take the ratios with care."
  ].join("\n")
