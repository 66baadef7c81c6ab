/** Says why a server or its database could not be opened, with the reason beneath it. */
import type { CannotStart } from "../../CannotStart.ts"
import { reasonOf } from "../reasonOf.ts"
import { Refusal, refused } from "../Refusal.ts"

const isTaken = (cause: unknown): boolean =>
  cause instanceof Error && (("code" in cause && cause.code === "EADDRINUSE") || isTaken(cause.cause))

const nextOf = ({ cause }: CannotStart): ReadonlyArray<string> => {
  if (isTaken(cause)) return ["--port chooses another; --port 0 takes a free one."]
  return cause === undefined ? [] : [`The reason: ${reasonOf(cause)}`]
}

/** What was refused already stays as it is. */
export const sayCannotStart = (error: CannotStart | Refusal): Refusal =>
  error instanceof Refusal ? error : refused(error.message, ...nextOf(error))
