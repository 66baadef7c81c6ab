/** Tries every violation of a run again, so that a report says whether it is there each time. */
import type { Configuration } from "../config/Configuration.ts"
import type { Reproduced } from "../engine/Outcome.ts"
import type { Rule } from "../engine/Rule.ts"
import type { CaseFile } from "./caseFile.ts"
import { replay, type ReplayMeans, type ReplayResult, rerun } from "./replay.ts"

/** A slow rule, or a target with many faults, is not tried as often. */
const RULE_MILLIS = 4000
const RUN_MILLIS = 30_000

/** What drifted so often will again. */
const DRIFTS = 2

/** Counts within the time that is left for all rules of a run. */
export class Reproduction {
  readonly #configuration: Configuration
  readonly #means: ReplayMeans
  readonly #times: number
  readonly #endsAt = performance.now() + RUN_MILLIS

  constructor(configuration: Configuration, times: number, means: ReplayMeans) {
    this.#configuration = configuration
    this.#times = times
    this.#means = means
  }

  /** Undefined when it was never judged: for want of time or budget, or because its requests need what is gone by now. */
  async of(written: CaseFile, rule: Rule): Promise<Reproduced | undefined> {
    const endsAt = Math.min(this.#endsAt, performance.now() + RULE_MILLIS)
    const results: Array<ReplayResult> = []
    while (results.length < this.#times && performance.now() < endsAt) {
      const result = await this.#once(written, rule, results.at(-1))
      if (result === undefined) break
      results.push(result)
      if (result.result === "DRIFTED" && results.length >= DRIFTS) break
    }
    const judged = results.flatMap((one) => (one.result === "DRIFTED" ? [] : [one]))
    if (judged.length === 0) return undefined
    const again = judged.filter(({ result }) => result === "STILL FAILS")
    return { times: again.length, of: judged.length, by: judged.some(({ by }) => by === "rule") ? "rule" : "requests" }
  }

  /** A spent budget and a target that is gone end it. Requests that drifted once are left to the rule. */
  async #once(written: CaseFile, rule: Rule, before: ReplayResult | undefined): Promise<ReplayResult | undefined> {
    if (this.#means.pace?.isSpent === true || this.#means.signal?.aborted === true) return undefined
    try {
      const isByRule = rule.turn !== "last" && before?.result !== "DRIFTED" && before?.by === "rule"
      const first = isByRule ? undefined : await replay(written, rule, this.#configuration, this.#means)
      if (first !== undefined && (first.result !== "DRIFTED" || rule.turn === "last")) return first
      return await rerun(written, rule, this.#configuration, this.#means)
    } catch {
      return undefined
    }
  }
}
