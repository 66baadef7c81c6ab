/** What a token costs: the same read with one and without. */
import { Effect } from "effect"
import type { BenchFault } from "../BenchFault.ts"
import { versionsPath } from "../load/publishInTwoPhases.ts"
import type { Figure, Outcome } from "../results/Outcome.ts"
import { alternate } from "../rounds/alternate.ts"
import type { FaultOf } from "../rounds/faults.ts"
import { readTrial } from "../rounds/readTrial.ts"
import { sampleName, VERSION } from "../samples/samplePackage.ts"
import { FILLED, type Stage } from "../Stage.ts"

/** An answer to a known caller carries their use of the package; one to nobody does not. */
const fault =
  (known: boolean): FaultOf =>
  (body) =>
    "usageStats" in (JSON.parse(body) as object) === known ? undefined : "not the answer to this caller"

const microsOf = ({ cpuMicros, value }: Figure): number => cpuMicros ?? 1e6 / value

const cost = ([known, nobody]: ReadonlyArray<Figure>): ReadonlyArray<Figure> =>
  known === undefined || nobody === undefined
    ? []
    : [
        {
          contestant: "Platform Control, cost of the token",
          value: microsOf(known) - microsOf(nobody),
          unit: "µs",
          spread:
            (known.spread * microsOf(known) + nobody.spread * microsOf(nobody)) / (microsOf(known) - microsOf(nobody))
        }
      ]

/** On SQLite, where reads without a token are allowed; the token was seen before, as nearly all are. */
export const authentication = Effect.fnUntraced(function* (stage: Stage): Effect.fn.Return<Outcome, BenchFault> {
  const peers = yield* stage.peers
  const peer = yield* stage.sqlite
  const paths = [`${versionsPath(sampleName(FILLED, 0))}/${VERSION}`]
  const trial = (contestant: string, authenticated: boolean) =>
    readTrial({ peer, contestant, peers, paths, authenticated, faultOf: fault(authenticated) })
  const trials = [trial("Platform Control, with token", true), trial("Platform Control, without token", false)]
  const figures = yield* alternate(trials, stage.effort)
  return { operation: "authentication", figures: [...figures, ...cost(figures)], verdicts: [] }
})
