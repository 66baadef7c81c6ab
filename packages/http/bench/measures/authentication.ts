/** What a token costs: the same read with one and without. */
import { Effect } from "effect"
import type { BenchFault } from "../BenchFault.ts"
import { versionsPath } from "../load/publishInTwoPhases.ts"
import type { Figure, Outcome } from "../results/Outcome.ts"
import { alternate, figureOf, type Rounds } from "../rounds/alternate.ts"
import type { FaultOf } from "../rounds/faults.ts"
import { readTrial } from "../rounds/readTrial.ts"
import { median, spread } from "../rounds/statistics.ts"
import type { Sample } from "../rounds/Trial.ts"
import { sampleName, VERSION } from "../samples/samplePackage.ts"
import { FILLED, type Stage } from "../Stage.ts"

/** An answer to a known caller carries their use of the package; one to nobody does not. */
const fault =
  (known: boolean): FaultOf =>
  (body) =>
    "usageStats" in (JSON.parse(body) as object) === known ? undefined : "not the answer to this caller"

const microsOf = ({ cpuMicros, perSecond }: Sample): number => cpuMicros ?? 1e6 / perSecond

/** Of every pair of rounds that followed each other. */
const cost = ([known, nobody]: ReadonlyArray<Rounds>): Figure => {
  const without = nobody?.samples ?? []
  const micros = (known?.samples ?? []).map((sample, round) => microsOf(sample) - microsOf(without[round] ?? sample))
  return { contestant: "the token alone", value: median(micros), unit: "µs", spread: spread(micros) }
}

/** On SQLite, where reads without a token are allowed; the token was seen before, as nearly all are. */
export const authentication = Effect.fnUntraced(function* (stage: Stage): Effect.fn.Return<Outcome, BenchFault> {
  const peers = yield* stage.peers
  const peer = yield* stage.sqlite
  const paths = [`${versionsPath(sampleName(FILLED, 0))}/${VERSION}`]
  const trial = (contestant: string, authenticated: boolean) =>
    readTrial({ peer, contestant, peers, paths, authenticated, faultOf: fault(authenticated) })
  const trials = [trial("Platform Control, with token", true), trial("Platform Control, without token", false)]
  const rounds = yield* alternate(trials, stage.effort)
  return { operation: "authentication", figures: [...rounds.map(figureOf), cost(rounds)], verdicts: [] }
})
