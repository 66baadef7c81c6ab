/** Sends the requests of a case again, as they were sent: one after another, or together where they were. Judges nothing. */
import { textBytes } from "../wire/bytesText.ts"
import { identityNames, type IdentityName } from "../config/Configuration.ts"
import { type HookName, hookNames } from "../config/hooks.ts"
import type { Trial } from "../engine/Trial.ts"
import { HOOK_METHOD } from "../wire/curlText.ts"
import { type Exchange, isRecord, jsonOf } from "../wire/Exchange.ts"
import type { CaseFile, CaseStep } from "./caseFile.ts"

/** A step before the one that matters was answered otherwise than it was. */
export class Drifted extends Error {
  override readonly name = "Drifted"
  readonly step: number
  readonly expected: number
  readonly got: number

  constructor(step: number, expected: number, got: number) {
    super(`step ${step}: ${got} instead of ${expected}`)
    this.step = step
    this.expected = expected
    this.got = got
  }
}

const lookUp = (value: unknown, path: ReadonlyArray<string>): string => {
  const found = path.reduce<unknown>((at, key) => {
    if (Array.isArray(at)) return at[Number(key)]
    return isRecord(at) ? at[key] : undefined
  }, value)
  return typeof found === "string" ? found : ""
}

const isIdentity = (name: string): name is IdentityName => identityNames.some((known) => known === name)

const isHook = (name: string): name is HookName => hookNames.some((known) => known === name)

const reference = /\$\{(\d+)\.([^}]+)\}/g

/** Whether a step has to wait for an earlier one: it was over, or its answer is referred to. */
const follows = (step: CaseStep, earlier: CaseStep, number: number): boolean =>
  earlier.endedAt <= step.startedAt ||
  [...`${step.target} ${step.body ?? ""}`.matchAll(reference)].some(([, from]) => Number(from) === number)

/** Whether a step was under way together with another one. */
export const isRacing = ({ steps }: CaseFile, number: number): boolean => {
  const step = steps[number - 1]
  return (
    step !== undefined &&
    steps.some((other) => other !== step && other.startedAt < step.endedAt && step.startedAt < other.endedAt)
  )
}

/** One sending of one case. */
export class Resending {
  readonly #trial: Trial
  readonly #case: CaseFile
  readonly #answers: Array<Exchange | undefined> = []
  readonly #names = new Map<string, string>()

  constructor(trial: Trial, written: CaseFile) {
    this.#trial = trial
    this.#case = written
  }

  /** Fails with `Drifted`; steps of a race have no order, so they may be answered otherwise. What they make is undone with the trial. */
  async run(): Promise<void> {
    this.#promiseToUndo()
    const { steps } = this.#case
    const sent: Array<Promise<void>> = []
    for (const [index, step] of steps.entries()) {
      const before = sent.filter((_, earlier) => follows(step, steps[earlier]!, earlier + 1))
      sent.push(Promise.all(before).then(() => this.#step(step, index + 1)))
    }
    const failed = (await Promise.allSettled(sent)).find(({ status }) => status === "rejected")
    if (failed?.status === "rejected") throw failed.reason
  }

  /** The answer to the step that showed the violation. */
  get last(): Exchange | undefined {
    return this.#answers[this.#case.at - 1]
  }

  async #step(step: CaseStep, number: number): Promise<void> {
    const answer = await this.#send(step)
    this.#answers[number - 1] = answer
    if (number < this.#case.at && answer.status !== step.status && !isRacing(this.#case, number))
      throw new Drifted(number, step.status, answer.status)
  }

  async #send(step: CaseStep): Promise<Exchange> {
    const trial = this.#trial
    const target = this.#concrete(step.target, !step.target.startsWith("${"))
    const body = step.body === undefined ? undefined : this.#concrete(step.body, false)
    if (step.method === HOOK_METHOD && isHook(target)) {
      // What was written down is what the hook was told then.
      await trial.hook(target, JSON.parse(body ?? "{}"))
      return trial.exchanges.at(-1)!
    }
    if (URL.canParse(target)) return trial.anonymous.upload(target, textBytes(body ?? ""), step.headers)
    const caller = isIdentity(step.identity)
      ? trial.as(step.identity)
      : step.identity === "anonymous"
        ? trial.anonymous
        : trial.bearing(step.identity, "Bearer conformance-no-such-token-0000")
    return caller.send(step.method, target, { headers: step.headers, ...(body === undefined ? {} : { rawBody: body }) })
  }

  /** What is named by this run alone is in the ledger before it is made; what an answer names can't be. */
  #promiseToUndo(): void {
    const { ledger } = this.#trial.context
    for (const { identity, path } of this.#case.made) {
      const isNamed = path.match(reference) === null
      if (isNamed) ledger.begin({ path: this.#concrete(path, true), identity })
      this.#trial.finally(async () => {
        const found = this.#concrete(path, true)
        const { status } = await this.#trial.as(isIdentity(identity) ? identity : "admin").delete(found)
        if (status < 300 || status === 404) ledger.end(found)
      })
    }
  }

  #concrete(text: string, encode: boolean): string {
    return text
      .replaceAll(/\$\{name:(\d+)\}/g, (_, number: string) => {
        const name = this.#names.get(number) ?? this.#trial.context.name()
        this.#names.set(number, name)
        return name
      })
      .replaceAll(reference, (_, step: string, path: string) => {
        const answer = this.#answers[Number(step) - 1]
        const found = answer === undefined ? "" : lookUp(jsonOf(answer), path.split("."))
        return encode ? encodeURIComponent(found) : found
      })
  }
}
