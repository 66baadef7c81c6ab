/** Publishing small new packages: start, three uploads at once, complete; with Verdaccio one request. */
import { Effect } from "effect"
import type { BenchFault } from "../BenchFault.ts"
import { versionsPath } from "../load/publishInTwoPhases.ts"
import { timesAsMuch } from "../results/goals.ts"
import type { Outcome } from "../results/Outcome.ts"
import { alternate, figureOf } from "../rounds/alternate.ts"
import { publishTrial } from "../rounds/publishTrial.ts"
import { VERSION } from "../samples/samplePackage.ts"
import { SQLITE, type Stage } from "../Stage.ts"

/** The two that do the least write the same files and one row, each of them safe from a power cut. */
export const publishBy = (clients: number) =>
  Effect.fnUntraced(function* (stage: Stage): Effect.fn.Return<Outcome, BenchFault> {
    const ours = [yield* stage.sqlite, yield* stage.postgres].filter((peer) => peer !== undefined)
    const readPath = (name: string) => `${versionsPath(name)}/${VERSION}`
    const sameWork = [yield* stage.bare, yield* stage.fastify]
    const trials = [
      ...ours.map((peer) => publishTrial({ peer, protocol: "two phases", clients, readPath })),
      ...sameWork.map((peer) => publishTrial({ peer, protocol: "two phases", clients })),
      publishTrial({ peer: yield* stage.verdaccio, protocol: "npm", clients, readPath: (name) => `/${name}` })
    ]
    const rounds = yield* alternate(trials, stage.effort)
    return {
      operation: `publish, ${clients === 1 ? "one client" : `${clients} clients`}`,
      figures: rounds.map(figureOf),
      verdicts: [timesAsMuch(rounds, [SQLITE, "node:http"]), timesAsMuch(rounds, [SQLITE, "Verdaccio"])]
    }
  })
