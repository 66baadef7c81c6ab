/** Shows on a terminal how far a run is; says nothing elsewhere. */
import type { Outcome } from "../engine/Outcome.ts"

/** Drawing more often costs more than it shows. */
const REDRAW_MILLIS = 80

/** Told of every rule that has ended. */
export interface Progress {
  readonly ended: (outcome: Outcome, done: number) => void
  readonly clear: () => void
}

/** On standard error, so that standard output holds the result alone. */
export const makeProgress = (total: number, terminal: NodeJS.WriteStream | undefined): Progress => {
  if (terminal === undefined) return { ended: () => undefined, clear: () => undefined }
  let drawnAt = 0
  let violated = 0
  return {
    ended: ({ rule, status }, done) => {
      if (status === "FAIL" || status === "WARN" || status === "ERROR") violated += 1
      if (Date.now() - drawnAt < REDRAW_MILLIS && done < total) return
      drawnAt = Date.now()
      const line = `${done}/${total} rules, ${violated} violated, ${rule}`
      terminal.write(`\r\u001b[2K${line.slice(0, (terminal.columns || 80) - 1)}`)
    },
    clear: () => void terminal.write("\r\u001b[2K")
  }
}
