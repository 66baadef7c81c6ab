/** Shows on a terminal how far a run is; says nothing elsewhere. */
import type { Outcome } from "../engine/Outcome.ts"

/** Drawing more often costs more than it shows. */
const REDRAW_MILLIS = 80

/** Told of every rule that has ended, and of every violation that is tried again. */
export interface Progress {
  readonly ended: (outcome: Outcome, done: number) => void
  readonly retried: (rule: string) => void
  readonly clear: () => void
}

/** On standard error, so that standard output holds the result alone. */
export const makeProgress = (total: number, terminal: NodeJS.WriteStream | undefined): Progress => {
  if (terminal === undefined) return { ended: () => undefined, retried: () => undefined, clear: () => undefined }
  let drawnAt = 0
  let violated = 0
  const draw = (line: string) => {
    drawnAt = Date.now()
    terminal.write(`\r\u001b[2K${line.slice(0, (terminal.columns || 80) - 1)}`)
  }
  return {
    ended: ({ rule, status }, done) => {
      if (status === "FAIL" || status === "WARN" || status === "ERROR") violated += 1
      if (Date.now() - drawnAt >= REDRAW_MILLIS || done === total)
        draw(`${done}/${total} rules, ${violated} violated, ${rule}`)
    },
    retried: (rule) => draw(`${violated} violated, trying ${rule} again`),
    clear: () => void terminal.write("\r\u001b[2K")
  }
}
