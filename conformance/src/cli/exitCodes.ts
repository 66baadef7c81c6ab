/** What the shell is told, and the sentences that go with faults. */
import { ConfigurationProblem } from "../config/Configuration.ts"
import { NotThisApi } from "../runs/preflight.ts"
import { NothingSelected } from "../runs/selectRules.ts"
import { Unreachable } from "../wire/Unreachable.ts"

/** The command or its configuration makes no sense. */
export const MISUSED = 2

/** There is nothing that could be judged at the address. */
export const UNREACHABLE = 3

/** A fault of the suite itself. */
export const FAULTY = 4

/** Somebody pressed Ctrl-C. */
export const INTERRUPTED = 130

/** The exit code of a fault, and what is printed for it. */
export const explainFault = (error: unknown): { readonly code: number; readonly text: string } => {
  if (error instanceof ConfigurationProblem)
    return {
      code: MISUSED,
      text: `The configuration makes no sense:\n${error.message}\nconformance/README.md lists its keys.`
    }
  if (error instanceof NothingSelected) return { code: MISUSED, text: error.message }
  if (error instanceof Unreachable || error instanceof NotThisApi) return { code: UNREACHABLE, text: error.message }
  const detail = error instanceof Error ? (error.stack ?? error.message) : "Something was thrown that is no error."
  return { code: FAULTY, text: `A fault of the suite itself:\n${detail}` }
}
