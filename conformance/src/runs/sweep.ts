/** Deletes what an earlier run made and did not delete. */
import { type Configuration, isIdentity } from "../config/Configuration.ts"
import type { Ledger } from "../engine/Ledger.ts"
import { Ledger as NewLedger } from "../engine/Ledger.ts"
import { Pace } from "../engine/Pace.ts"
import { RunContext } from "../engine/RunContext.ts"
import { Trial } from "../engine/Trial.ts"

/** What became of one resource. */
export interface Swept {
  readonly path: string
  readonly status: number
}

/** Touches nothing that the ledger does not name. */
export const sweep = async (ledger: Ledger, configuration: Configuration): Promise<ReadonlyArray<Swept>> => {
  const context = new RunContext({
    configuration,
    level: "must",
    seed: 0,
    run: "sweep",
    ledger: new NewLedger(undefined),
    pace: new Pace({})
  })
  const trial = new Trial(context, "sweep")
  const swept: Array<Swept> = []
  try {
    for (const { identity, path } of ledger.open) {
      const { status } = await trial.as(isIdentity(identity) ? identity : "admin").delete(path)
      swept.push({ path, status })
    }
    return swept
  } finally {
    context.wire.close()
  }
}
