/** Shows how far transfers are: bars that move on a terminal, a line at begin and end elsewhere. Knows no transfer. */
import { Console, Effect } from "effect"

/** One transfer as it is shown. */
export interface Transfer {
  readonly name: string
  readonly totalBytes: number
  readonly sentBytes: number
}

/** Told of every part of every transfer. */
export interface Progress {
  readonly advance: (name: string, bytes: number) => Effect.Effect<void>
  readonly finish: (name: string) => Effect.Effect<void>
}

const BAR = 12
/** Redrawing more often than this costs more than it shows. */
const REDRAW_MILLIS = 50

const units = ["B", "kB", "MB", "GB"]

/** Bytes in the decimal unit that keeps the number short. */
export const byteText = (bytes: number): string => {
  const unit = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1000 ** unit).toFixed(unit === 0 ? 0 : 1)} ${units[unit]}`
}

/** One transfer as a line: name, bar, percent, bytes. An empty transfer is a whole one. */
export const progressLine = (transfer: Transfer, nameWidth: number): string => {
  const share = transfer.totalBytes === 0 ? 1 : Math.min(1, transfer.sentBytes / transfer.totalBytes)
  const filled = Math.floor(share * BAR)
  const percent = `${Math.floor(share * 100)}`.padStart(3)
  return (
    `${transfer.name.padEnd(nameWidth)}  ${"█".repeat(filled)}${"░".repeat(BAR - filled)}  ` +
    `${percent} %  ${byteText(transfer.sentBytes)} of ${byteText(transfer.totalBytes)}`
  )
}

/** A terminal to draw on. */
export interface Terminal {
  readonly columns: number
  readonly write: (text: string) => unknown
}

const onTerminal = (transfers: ReadonlyMap<string, Transfer>, target: Terminal) => {
  const width = Math.max(...[...transfers.keys()].map((name) => name.length))
  // A line that wraps would be two lines to go back over.
  const line = (one: Transfer): string => progressLine(one, width).slice(0, (target.columns || 80) - 1)
  let drawnAt = Number.NEGATIVE_INFINITY
  const draw = (): void => {
    // From the second time on the lines are written over those before.
    const back = drawnAt === Number.NEGATIVE_INFINITY ? "" : `\u001b[${transfers.size}A`
    drawnAt = Date.now()
    target.write(back + [...transfers.values()].map((one) => `\u001b[2K${line(one)}\n`).join(""))
  }
  return {
    advanced: () => {
      if (Date.now() - drawnAt >= REDRAW_MILLIS) draw()
    },
    finished: draw
  }
}

/** Shows these transfers from now on; without a terminal on standard error, as standard output holds the result alone. */
export const makeProgress = (
  files: ReadonlyArray<Pick<Transfer, "name" | "totalBytes">>,
  terminal: Terminal | undefined
): Progress => {
  const transfers = new Map(files.map((file): [string, Transfer] => [file.name, { ...file, sentBytes: 0 }]))
  const bars = terminal === undefined ? undefined : onTerminal(transfers, terminal)
  return {
    advance: (name, bytes) =>
      Effect.sync(() => {
        const transfer = transfers.get(name)
        if (transfer === undefined) return
        transfers.set(name, { ...transfer, sentBytes: transfer.sentBytes + bytes })
        bars?.advanced()
      }),
    finish: (name) =>
      bars === undefined
        ? Console.error(`Uploaded ${name} (${byteText(transfers.get(name)?.totalBytes ?? 0)})`)
        : Effect.sync(bars.finished)
  }
}
