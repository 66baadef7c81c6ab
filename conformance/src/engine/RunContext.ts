/** What all rules of one run share: the target, everything recorded, everything made. Knows no rule. */
import { type Configuration, DEFAULT_SKEW_SECONDS, DEFAULT_TIMEOUT_SECONDS } from "../config/Configuration.ts"
import type { Exchange } from "../wire/Exchange.ts"
import { Secrets } from "../wire/Secrets.ts"
import { Wire } from "../wire/Wire.ts"
import type { Ledger } from "./Ledger.ts"
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
}

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
  readonly #shared = new Map<string, Promise<unknown>>()
  #names = 0

  constructor(options: RunOptions) {
    this.configuration = options.configuration
    this.level = options.level
    this.seed = options.seed
    this.run = options.run
    this.ledger = options.ledger
    this.ledger.quota = options.configuration.quota ?? Infinity
    this.pace = options.pace
    this.wire = new Wire((options.configuration.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000)
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

  /** Made once for all rules that ask for it; who asks later waits for the first, also for its failure. */
  shared<A>(key: string, make: () => Promise<A>): Promise<A> {
    const found = this.#shared.get(key)
    // The key names one maker, so what stands there is what this one makes.
    if (found !== undefined) return found as Promise<A>
    const made = make()
    this.#shared.set(key, made)
    return made
  }

  /** Undoes what was made for several rules. */
  undo(): Promise<void> {
    return undoAll(this.finalizers)
  }

  /** The end of a run: undoes what is left, and closes every connection. */
  async close(): Promise<void> {
    await this.undo()
    this.wire.close()
  }
}
