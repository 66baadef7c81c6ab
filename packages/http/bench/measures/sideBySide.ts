/** Measures one read on every server that answers it. */
import { Effect } from "effect"
import { type BenchFault } from "../BenchFault.ts"
import { bearer, type Peer } from "../contestants/Peer.ts"
import { request } from "../load/request.ts"
import type { Outcome } from "../results/Outcome.ts"
import { timesAsMuch } from "../results/goals.ts"
import { alternate, figureOf } from "../rounds/alternate.ts"
import type { Expected, FaultOf } from "../rounds/faults.ts"
import { readTrial } from "../rounds/readTrial.ts"
import { SQLITE, type Stage } from "../Stage.ts"

/** One read. */
export interface SideBySide {
  readonly operation: string
  readonly paths: ReadonlyArray<string>
  /** Judges the answers of the others by those of ours on SQLite. */
  readonly faultOf: (expected: Expected) => FaultOf
  /** Verdaccio's like of it, where it has one. */
  readonly npm?: { readonly paths: ReadonlyArray<string>; readonly faultOf: FaultOf; readonly connections?: number }
  /** How many times as much as these servers ours does at least on SQLite. */
  readonly least: Readonly<Record<string, number>>
}

const expectedOf = Effect.fnUntraced(function* (peer: Peer, paths: ReadonlyArray<string>) {
  const bodies = yield* Effect.forEach(paths, (path) => request(peer.origin + path, { headers: bearer(peer) }))
  return new Map(paths.map((path, index) => [path, bodies[index] ?? ""]))
})

/** All servers answer the same paths with the same token, but for Verdaccio. */
export const sideBySide = Effect.fnUntraced(function* (
  stage: Stage,
  read: SideBySide
): Effect.fn.Return<Outcome, BenchFault> {
  const { npm, paths } = read
  const peers = yield* stage.peers
  const ours = yield* stage.sqlite
  const faultOf = read.faultOf(yield* expectedOf(ours, paths))
  const alike = [ours, yield* stage.postgres, yield* stage.bare, yield* stage.fastify]
  const trials = alike.flatMap((peer) => (peer === undefined ? [] : readTrial({ peer, peers, paths, faultOf })))
  if (npm !== undefined) trials.push(readTrial({ peer: yield* stage.verdaccio, peers, ...npm }))
  const rounds = yield* alternate(trials, stage.effort)
  return {
    operation: read.operation,
    figures: rounds.map(figureOf),
    verdicts: Object.entries(read.least).map(([other, least]) => timesAsMuch(rounds, [SQLITE, other], least))
  }
})
