/** Turns a failed lookup into what a person at a terminal reads. */
import type { InvalidConfiguration, LookupError } from "@platform-control/providers"
import { misused, type Refusal, refused } from "../Refusal.ts"

/** Inputs and configuration that can't be are misuse; what the service decides is a refusal. */
export const explainLookup = (
  error: LookupError | InvalidConfiguration,
  token: string,
  exampleCall: string
): Refusal => {
  if (error._tag === "InvalidInput")
    return misused(error.message, `For example: ${exampleCall}`, `Help:        platform-control invoke ${token} --help`)
  return error._tag === "InvalidConfiguration" ? misused(error.message) : refused(error.message)
}
