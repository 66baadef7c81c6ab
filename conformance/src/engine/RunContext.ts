/** What all rules of one run share: the target, everything recorded, everything made. Knows no rule. */
import { type Configuration, DEFAULT_SKEW_SECONDS, DEFAULT_TIMEOUT_SECONDS } from "../config/Configuration.ts"
import type { Exchange } from "../wire/Exchange.ts"
import { Secrets } from "../wire/Secrets.ts"
import { Wire } from "../wire/Wire.ts"
import type { Ledger } from "./Ledger.ts"
import { Inconclusive } from "./Outcome.ts"
import type { Pace } from "./Pace.ts"
import { undoAll } from "./undoAll.ts"

/** What violations count: those that the clause demands, also those that follow, and so on. */
export type Level = "all" | "derived" | "must" | "ours"

/** How a run is set up. */
export interface RunOptions {
  readonly configuration: Configuration
  readonly level: Level
  readonly seed: number
  /** In names of everything the run makes, and in every request's `X-Conformance`. */
  readonly run: string
  readonly ledger: Ledger
  readonly pace: Pace
  /** Stops the run when it is aborted. */
  readonly signal?: AbortSignal | undefined
}

/** Why a run ended before its rules did: what is said, and the exit code. */
export interface Stop {
  readonly text: string
  readonly code: 3 | 130
}

/** So much of all answers is kept, for the rules that look at everything recorded. */
const MAX_KEPT = 256 * 1024 * 1024

/** One run. */
export class RunContext {
  readonly configuration: Configuration
  readonly level: Level
  readonly seed: number
  readonly run: string
  readonly ledger: Ledger
  readonly pace: Pace
  readonly wire: Wire
  readonly secrets = new Secrets()
  readonly exchanges: Array<Exchange> = []
  readonly base: URL
  /** Undoes, in reverse order, what was made for several rules. */
  readonly finalizers: Array<() => Promise<void>> = []
  /** Set once nothing more is to be asked; what cleans up goes on. */
  stopped: Stop | undefined
  readonly #shared = new Map<string, Promise<unknown>>()
  readonly #asked = new Set<Promise<void>>()
  #names = 0
  #kept = 0

  constructor(options: RunOptions) {
    this.configuration = options.configuration
    this.level = options.level
    this.seed = options.seed
    this.run = options.run
    this.ledger = options.ledger
    this.ledger.quota = options.configuration.quota ?? Infinity
    this.pace = options.pace
    this.wire = new Wire((options.configuration.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000)
    const interrupt = () => (this.stopped ??= { text: "It was interrupted.", code: 130 })
    if (options.signal?.aborted === true) interrupt()
    else options.signal?.addEventListener("abort", interrupt, { once: true })
    this.base = new URL(options.configuration.url)
    for (const [name, token] of Object.entries(options.configuration.identities))
      this.secrets.add(`${name} token`, token)
    const issuer = options.configuration.hooks?.issuer
    if (typeof issuer === "object" && "key" in issuer) this.secrets.add("issuer key", issuer.key.d)
  }

  get skewMillis(): number {
    return (this.configuration.skewSeconds ?? DEFAULT_SKEW_SECONDS) * 1000
  }

  /** The base URL's path without a slash at its end. */
  get basePath(): string {
    return this.base.pathname.replace(/\/+$/, "")
  }

  /** A name that no other resource of this or another run has. */
  name(): string {
    this.#names += 1
    return `cf-${this.run}-${this.#names.toString().padStart(4, "0")}`
  }

  /** Not conclusive when nothing more may be asked. */
  begin(): void {
    if (this.stopped !== undefined) throw new Inconclusive("BUDGET", this.stopped.text)
    if (this.#kept >= MAX_KEPT)
      throw new Inconclusive(
        "BUDGET",
        `The target's answers fill ${MAX_KEPT / 1024 / 1024} MB by now, which is all that is kept.`
      )
  }

  /** Keeps an answer for the rules that look at everything recorded. */
  keep(exchange: Exchange): void {
    this.#kept += exchange.text.length
    this.exchanges.push(exchange)
  }

  /** Made once for all rules that ask for it; who asks later waits for the first, also for its failure. */
  shared<A>(key: string, make: () => Promise<A>): Promise<A> {
    const found = this.#shared.get(key)
    // The key names one maker, so what stands there is what this one makes.
    if (found !== undefined) return found as Promise<A>
    const made = make()
    this.#shared.set(key, made)
    return made
  }

  /** Counts a request among those that are waited for before anything is undone. */
  async asking<A>(request: Promise<A>): Promise<A> {
    const settled = request.then(
      () => undefined,
      () => undefined
    )
    this.#asked.add(settled)
    try {
      return await request
    } finally {
      this.#asked.delete(settled)
    }
  }

  /** Undoes what was made for several rules, when no rule asks anything any more. */
  async undo(): Promise<void> {
    // What went on beside a request that failed may still have made something.
    while (this.#asked.size > 0) await Promise.all(this.#asked)
    await undoAll(this.finalizers)
  }

  /** The end of a run: undoes what is left, and closes every connection. */
  async close(): Promise<void> {
    await this.undo()
    this.wire.close()
  }
}
