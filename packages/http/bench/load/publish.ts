/** Publishes made-up packages as fast as a registry takes them, from a process of its own on the load's core. */
import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import type { BenchFault } from "../BenchFault.ts"
import type { Peer } from "../contestants/Peer.ts"
import { cpuSeconds } from "../process/cpuSeconds.ts"
import { pinned } from "../process/pinning.ts"
import { runToEnd } from "../process/runToEnd.ts"
import type { Sample } from "../rounds/Trial.ts"

const PROGRAM = fileURLToPath(new URL("publishProcess.ts", import.meta.url))

/** How a registry takes a package: in two phases as ours, or in one request as npm's. */
export type Protocol = "two phases" | "npm"

/** What one publishing process is told, as JSON; it stops at whichever bound comes first. */
export interface PublishOrder {
  readonly origin: string
  readonly token: string
  readonly protocol: Protocol
  /** Begins the names; every package is new, so no two orders to one registry share a prefix. */
  readonly prefix: string
  /** Publishers at work at the same time. */
  readonly clients: number
  readonly seconds: number
  readonly packages: number
}

/** What it answers, as JSON. */
export interface PublishResult {
  readonly published: number
  readonly seconds: number
  readonly p50Millis: number
  readonly p99Millis: number
}

const GRACE_SECONDS = 120

/** One round of publishing; a single refusal fails it. */
export const publish = Effect.fnUntraced(function* (
  peer: Peer,
  order: Omit<PublishOrder, "origin" | "token">
): Effect.fn.Return<Sample, BenchFault> {
  const before = cpuSeconds(peer.pid)
  const output = yield* runToEnd({
    command: pinned("load", [process.execPath, PROGRAM]),
    input: JSON.stringify({ ...order, origin: peer.origin, token: peer.token } satisfies PublishOrder),
    timeoutSeconds: order.seconds + GRACE_SECONDS
  })
  const after = cpuSeconds(peer.pid)
  const { p50Millis, p99Millis, published, seconds } = JSON.parse(output) as PublishResult
  const used = before === undefined || after === undefined ? undefined : after - before
  return {
    perSecond: published / seconds,
    cpuMicros: used === undefined ? undefined : (used * 1e6) / published,
    busy: used === undefined ? undefined : used / seconds,
    p50Millis,
    p99Millis
  }
})

const FILL_CLIENTS = 8
const FILL_TIMEOUT_SECONDS = 600

/** Publishes exactly this many packages, whose names count up from 0. */
export const fill = (
  peer: Peer,
  protocol: Protocol,
  prefix: string,
  packages: number
): Effect.Effect<void, BenchFault> =>
  Effect.asVoid(publish(peer, { protocol, prefix, clients: FILL_CLIENTS, seconds: FILL_TIMEOUT_SECONDS, packages }))
