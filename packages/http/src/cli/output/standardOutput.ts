/** What becomes of the process when standard output can't be written any more. Knows nothing of what is printed. */
import { Effect } from "effect"
import { REFUSED } from "../Refusal.ts"

const end = (error: NodeJS.ErrnoException): void => {
  // A reader such as `head` may leave before everything is printed; that is no fault.
  if (error.code === "EPIPE") process.exit(0)
  process.stderr.write(`The output can't be written: ${error.message}.\n`)
  process.exit(REFUSED)
}

const goOn = (): void => {}

/** The process ends: nobody gets what it does. */
export const endWithOutput = (): void => {
  process.stdout.on("error", end)
}

/**
 * The process goes on, as a server has to: whoever reads its log may be restarted, or the disk of the log be full, while
 * requests are being answered. Lines that can't be written are lost.
 */
export const outliveOutput: Effect.Effect<void> = Effect.sync(() => {
  process.stdout.off("error", end).off("error", goOn).on("error", goOn)
})
