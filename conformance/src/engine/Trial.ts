/** One rule under way: who asks, what is expected, what was seen. Knows no single rule. */
import fc from "fast-check"
import type { IdentityName } from "../config/Configuration.ts"
import type { FixtureName, Fixtures } from "../config/fixtures.ts"
import type { HookAnswer, HookInputs, HookName } from "../config/hooks.ts"
import type { Exchange } from "../wire/Exchange.ts"
import { callHook } from "./callHook.ts"
import { Caller } from "./Caller.ts"
import { type Focus, Inconclusive, type Reason, Violation } from "./Outcome.ts"
import type { RunContext } from "./RunContext.ts"
import { undoAll } from "./undoAll.ts"

/** A number from a text, the same in every run. */
const hashOf = (text: string): number => {
  let hash = 2_166_136_261
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  return hash >>> 0
}

/** What some arbitraries draw is found by its path only in the run that drew it; then all of it is tried. */
const unlessStray = async <A>(check: () => Promise<A>): Promise<A | undefined> => {
  try {
    return await check()
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("Unable to replay")) return undefined
    throw error
  }
}

/** Only violations are made smaller: what else goes wrong ends the search, and never hides a violation found before. */
class Judge {
  isOver = false
  #found = false
  readonly #isKnown: boolean
  readonly #repeats: number

  /** What is known to fail, or is made smaller, is tried so many times: a race may be lost now and then only. */
  constructor(repeats: number, isKnown: boolean) {
    this.#repeats = repeats
    this.#isKnown = isKnown
  }

  async of(predicate: () => Promise<void>): Promise<void> {
    const turns = this.#found || this.#isKnown ? this.#repeats : 1
    try {
      for (let turn = 0; turn < turns; turn += 1) await predicate()
    } catch (error) {
      if (error instanceof Violation) this.#found = true
      else this.isOver = true
      if (error instanceof Violation || !this.#found) throw error
    }
  }
}

/** Has a rule's counters and its part of the record. */
export class Trial {
  readonly context: RunContext
  readonly rule: string
  readonly notes: Array<string> = []
  /** The requests of the case under way. */
  exchanges: Array<Exchange> = []
  readonly #finalizers: Array<() => Promise<void>> = []
  cleaning = false
  premises = 0
  requests = 0
  /** The smallest failing input, once there is one. */
  failedAt: Focus | undefined
  readonly #focus: Focus | undefined
  #case = 0
  #checks = 0

  /** With a focus, its input is tried before all others. */
  constructor(context: RunContext, rule: string, focus?: Focus) {
    this.context = context
    this.rule = rule
    this.#focus = focus
  }

  /** Differs by rule, so that one rule draws the same whatever else runs. */
  get seed(): number {
    return (this.context.seed ^ hashOf(this.rule)) | 0
  }

  get case(): number {
    return this.#case
  }

  /** Another case begins: the failure text shows its requests, after those that prepared all cases. */
  nextCase(): void {
    this.#case += 1
    this.exchanges = this.exchanges.filter(({ origin }) => origin.case === 0)
  }

  /** The situation that the rule speaks of was there. A rule that never gets here proves nothing. */
  met(): void {
    this.premises += 1
  }

  as(identity: IdentityName): Caller {
    const token = this.context.configuration.identities[identity]
    if (token === undefined) throw this.inconclusive("NO_FIXTURE", `No identity ${identity} is configured.`)
    return new Caller(this, identity, `Bearer ${token}`)
  }

  get admin(): Caller {
    return this.as("admin")
  }

  get anonymous(): Caller {
    return new Caller(this, "anonymous", undefined)
  }

  /** Somebody with this value of the Authorization header. */
  bearing(identity: string, authorization: string | ReadonlyArray<string>): Caller {
    return new Caller(this, identity, authorization)
  }

  get organization(): string {
    const { organization } = this.context.configuration
    if (organization === undefined) throw this.inconclusive("NO_FIXTURE", "No organization is configured.")
    return organization
  }

  get otherOrganization(): string {
    const { otherOrganization } = this.context.configuration
    if (otherOrganization === undefined) throw this.inconclusive("NO_FIXTURE", "No otherOrganization is configured.")
    return otherOrganization
  }

  /** What lies ready in the target; the rule is not conclusive where it doesn't. */
  fixture<Name extends FixtureName>(name: Name): NonNullable<Fixtures[Name]> {
    const found = this.context.configuration.fixtures?.[name]
    if (found === undefined) throw this.inconclusive("NO_FIXTURE", `No fixture ${name} is configured.`)
    return found
  }

  /** Asks whoever runs the target; the rule is not conclusive where there is no such hook, or it fails. */
  hook<Name extends HookName>(name: Name, input: HookInputs[Name]): Promise<HookAnswer<Name>> {
    return callHook(this, name, input)
  }

  /** Fails the rule. Nothing is got where a field is missing: `JSON.stringify` gives no text then, whatever its type says. */
  violated(message: string, expected: string, got: string | undefined, at?: Exchange): Violation {
    return new Violation(message, { expected, got: got ?? "nothing", at, exchanges: [...this.exchanges] })
  }

  inconclusive(reason: Reason, message: string): Inconclusive {
    return new Inconclusive(reason, message)
  }

  note(text: string): void {
    if (!this.notes.includes(text)) this.notes.push(text)
  }

  /** Asserted only where the decisions of this project hold; recorded elsewhere by the caller. */
  get isOurs(): boolean {
    return this.context.level === "ours"
  }

  /** The answer has one of these statuses. */
  status(exchange: Exchange, statuses: ReadonlyArray<number>, why: string): Exchange {
    if (statuses.includes(exchange.status)) return exchange
    throw this.violated(why, `status ${statuses.join(" or ")}`, `status ${exchange.status}`, exchange)
  }

  /** The answer is a refusal, whatever its number. */
  refused(exchange: Exchange, why: string): Exchange {
    if (exchange.status >= 400 && exchange.status < 500) return exchange
    throw this.violated(why, "a refusal (4xx)", `status ${exchange.status}`, exchange)
  }

  /** The answer did what was asked, which the rule needs and does not judge. */
  needs(exchange: Exchange, status: number, what: string): Exchange {
    if (exchange.status === status) return exchange
    throw this.inconclusive("REFUSED", `${what} was answered ${exchange.status} instead of ${status}.`)
  }

  /** Both are the same JSON text. */
  same(got: unknown, expected: unknown, why: string, at?: Exchange): void {
    const [left, right] = [JSON.stringify(got), JSON.stringify(expected)]
    if (left !== right)
      throw this.violated(why, (right ?? "nothing").slice(0, 600), (left ?? "nothing").slice(0, 600), at)
  }

  /** Tries drawn values; the smallest failing one is reported. With `repeats`, each smaller one is tried so often. */
  async check<Values extends ReadonlyArray<unknown>>(
    arbitraries: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
    predicate: (...values: Values) => Promise<void>,
    runs: number,
    repeats = 1
  ): Promise<void> {
    const check = this.#checks
    this.#checks += 1
    const isKnown = this.#focus?.check === check
    const judge = new Judge(repeats, isKnown)
    const property = fc.asyncProperty(fc.tuple(...(arbitraries as [fc.Arbitrary<unknown>])), async (values) => {
      if (judge.isOver) return
      await judge.of(() => {
        this.nextCase()
        return predicate(...(values as unknown as Values))
      })
    })
    const again = this.#focus !== undefined && isKnown ? [{ path: this.#focus.path, endOnFailure: true }] : []
    for (const how of [...again, { endOnFailure: false }]) {
      const tried = await unlessStray(() => fc.check(property, { seed: this.seed, numRuns: runs, ...how }))
      if (tried?.failed === true) this.#fails(check, tried)
    }
  }

  #fails(
    check: number,
    details: {
      readonly counterexample: ReadonlyArray<unknown> | null
      readonly counterexamplePath: string | null
      errorInstance: unknown
    }
  ): never {
    this.failedAt = { check, path: details.counterexamplePath ?? "" }
    const cause = details.errorInstance
    this.note(`Smallest failing input: ${fc.stringify(details.counterexample?.[0])}`)
    throw cause instanceof Error ? cause : new Error(String(cause))
  }

  /** Undone when the rule has ended, last first. */
  finally(undo: () => Promise<void>): void {
    this.#finalizers.push(undo)
  }

  /** Undoes everything; what can't be undone stays in the ledger. */
  async finish(): Promise<void> {
    this.cleaning = true
    await undoAll(this.#finalizers)
  }

  /** What was undone at the end of the rule is undone at the end of the run instead. */
  keepForRun(): void {
    this.context.finalizers.push(...this.#finalizers.splice(0))
  }
}
