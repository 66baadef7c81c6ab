/** Everything a run makes, written down before it is made, so that a crash leaves nothing that can't be found again. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { isRecord, jsonOf } from "../wire/Exchange.ts"
import { Inconclusive } from "./Outcome.ts"

/** One resource that may exist from now on, by the path that deletes it. */
export interface LedgerEntry {
  readonly path: string
  /** The identity that may delete it. */
  readonly identity: string
}

/** Where a run's ledger lies. */
export const ledgerFile = (folder: string, run: string): string => join(folder, `ledger-${run}.ndjson`)

/** Append only: an entry that was cleaned up is followed by its end. */
export class Ledger {
  readonly #file: string | undefined
  readonly #open = new Map<string, LedgerEntry>()
  readonly #begun: Array<LedgerEntry> = []
  /** How many resources may be there at a time. */
  quota = Infinity

  /** Without a file nothing outlives the process. */
  constructor(file: string | undefined) {
    this.#file = file
  }

  /** Not conclusive beyond the quota. */
  begin(entry: LedgerEntry): void {
    if (this.#open.has(entry.path)) return
    if (this.#open.size >= this.quota)
      throw new Inconclusive("BUDGET", `The quota of ${this.quota} resources at a time is used up.`)
    this.#append({ begin: entry })
    this.#open.set(entry.path, entry)
    this.#begun.push(entry)
  }

  end(path: string): void {
    if (this.#open.delete(path)) this.#append({ end: path })
  }

  has(path: string): boolean {
    return this.#open.has(path)
  }

  /** Everything that was ever begun here. */
  get begun(): ReadonlyArray<LedgerEntry> {
    return this.#begun
  }

  /** What was begun and not ended. */
  get open(): ReadonlyArray<LedgerEntry> {
    return [...this.#open.values()]
  }

  /** The ledger of an earlier run; undefined when there is none. */
  static load(file: string): Ledger | undefined {
    if (!existsSync(file)) return undefined
    const ledger = new Ledger(file)
    for (const line of readFileSync(file, "utf8").split("\n")) {
      if (line === "") continue
      const written = jsonOf({ text: line })
      // A crash leaves half a line, before what it names is made or after it is gone.
      if (!isRecord(written)) continue
      const { begin, end } = written
      if (typeof end === "string") ledger.#open.delete(end)
      if (isRecord(begin)) {
        const path = String(begin["path"])
        ledger.#open.set(path, { path, identity: String(begin["identity"]) })
      }
    }
    return ledger
  }

  #append(line: object): void {
    if (this.#file === undefined) return
    mkdirSync(join(this.#file, ".."), { recursive: true })
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`)
  }
}
