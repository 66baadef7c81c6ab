/** Sends the requests of a failing case again and says whether the fault is still there. */
import type { Configuration } from "../config/Configuration.ts"
import { identityNames, type IdentityName } from "../config/Configuration.ts"
import { type HookName, hookNames } from "../config/hooks.ts"
import { Ledger } from "../engine/Ledger.ts"
import { Pace } from "../engine/Pace.ts"
import type { Rule } from "../engine/Rule.ts"
import { type Level, RunContext } from "../engine/RunContext.ts"
import { runRule } from "../engine/runRules.ts"
import { Trial } from "../engine/Trial.ts"
import { HOOK_METHOD } from "../wire/curlText.ts"
import { type Exchange, isRecord, jsonOf } from "../wire/Exchange.ts"
import type { CaseFile, CaseStep } from "./caseFile.ts"
import { newRun } from "./runSuite.ts"

/** How a replay came out; a drifted one met another answer before the step that matters. */
export type ReplayResult =
  | { readonly result: "DRIFTED"; readonly step: number; readonly expected: number; readonly got: number }
  | { readonly result: "FIXED" }
  | { readonly result: "STILL FAILS" }

const lookUp = (value: unknown, path: ReadonlyArray<string>): string => {
  const found = path.reduce<unknown>((at, key) => {
    if (Array.isArray(at)) return at[Number(key)]
    return isRecord(at) ? at[key] : undefined
  }, value)
  return typeof found === "string" ? found : ""
}

const isHook = (name: string): name is HookName => hookNames.some((known) => known === name)

const isIdentity = (name: string): name is IdentityName => identityNames.some((known) => known === name)

class Replay {
  readonly #trial: Trial
  readonly #case: CaseFile
  readonly #answers: Array<Exchange> = []
  readonly #names = new Map<string, string>()

  constructor(trial: Trial, written: CaseFile) {
    this.#trial = trial
    this.#case = written
  }

  /** The first step before the violation that is answered otherwise, if there is one. */
  async run(): Promise<Extract<ReplayResult, { result: "DRIFTED" }> | undefined> {
    for (const [index, step] of this.#case.steps.entries()) {
      const answer = await this.#send(step)
      this.#answers.push(answer)
      if (index + 1 < this.#case.at && answer.status !== step.status)
        return { result: "DRIFTED", step: index + 1, expected: step.status, got: answer.status }
    }
    return undefined
  }

  get last(): Exchange | undefined {
    return this.#answers[this.#case.at - 1]
  }

  async #send(step: CaseStep): Promise<Exchange> {
    const target = this.#concrete(step.target, !step.target.startsWith("${"))
    const body = step.body === undefined ? undefined : this.#concrete(step.body, false)
    this.#remember(step, target)
    if (step.method === HOOK_METHOD && isHook(target)) {
      // What was written down is what the hook was told then.
      await this.#trial.hook(target, JSON.parse(body ?? "{}"))
      return this.#trial.exchanges.at(-1)!
    }
    if (URL.canParse(target)) return this.#trial.anonymous.upload(target, body ?? "", step.headers)
    const caller = isIdentity(step.identity)
      ? this.#trial.as(step.identity)
      : step.identity === "anonymous"
        ? this.#trial.anonymous
        : this.#trial.bearing(step.identity, "Bearer conformance-no-such-token-0000")
    return caller.send(step.method, target, { headers: step.headers, ...(body === undefined ? {} : { rawBody: body }) })
  }

  /** What a start may make is deleted at the end. */
  #remember({ method }: CaseStep, target: string): void {
    const path = /^\/api\/registry\/packages\/[^/]+\/[^/]+\/[^/]+\/versions\/[^/]+(?=\/complete$)/.exec(target)?.[0]
    if (method !== "POST" || path === undefined) return
    this.#trial.context.ledger.begin({ path, identity: "admin" })
    this.#trial.finally(async () => {
      const { status } = await this.#trial.admin.delete(path)
      if (status === 204 || status === 404) this.#trial.context.ledger.end(path)
    })
  }

  #concrete(text: string, encode: boolean): string {
    return text
      .replaceAll(/\$\{name:(\d+)\}/g, (_, number: string) => {
        const name = this.#names.get(number) ?? this.#trial.context.name()
        this.#names.set(number, name)
        return name
      })
      .replaceAll(/\$\{(\d+)\.([^}]+)\}/g, (_, step: string, path: string) => {
        const answer = this.#answers[Number(step) - 1]
        const found = answer === undefined ? "" : lookUp(jsonOf(answer), path.split("."))
        return encode ? encodeURIComponent(found) : found
      })
  }
}

/** Statuses that a case expected, where it was a status that was wrong. */
const expectedStatuses = ({ expected }: CaseFile): ReadonlyArray<number> | undefined => {
  if (expected.startsWith("a refusal")) return Array.from({ length: 100 }, (_, index) => 400 + index)
  return expected.startsWith("status ") ? [...expected.matchAll(/\d{3}/g)].map(([status]) => Number(status)) : undefined
}

/**
 * A case whose fault is a status is decided by that status; any other by its rule, run alone with the case's seed after
 * the requests were seen to be answered as before.
 */
export const replay = async (written: CaseFile, rule: Rule, configuration: Configuration): Promise<ReplayResult> => {
  const level =
    (["must", "derived", "all", "ours"] as const).find((one): one is Level => one === written.level) ?? "all"
  const context = new RunContext({
    configuration,
    level,
    seed: written.seed,
    run: newRun(),
    ledger: new Ledger(undefined),
    pace: new Pace({})
  })
  const trial = new Trial(context, rule.id)
  try {
    const sent = new Replay(trial, written)
    const drifted = await sent.run()
    if (drifted !== undefined) return drifted
    const statuses = expectedStatuses(written)
    if (statuses !== undefined) return { result: statuses.includes(sent.last?.status ?? 0) ? "FIXED" : "STILL FAILS" }
    await trial.finish()
    const { failure } = await runRule(context, rule)
    return { result: failure === undefined ? "FIXED" : "STILL FAILS" }
  } finally {
    await trial.finish()
    context.wire.close()
  }
}
