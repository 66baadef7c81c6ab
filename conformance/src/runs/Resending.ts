/** Sends the requests of a case again, as they were sent: one after another, or together where they were. Judges nothing. */
import { textBytes } from "../wire/bytesText.ts"
import { isIdentity } from "../config/Configuration.ts"
import { type HookName, hookNames } from "../config/hooks.ts"
import type { Caller } from "../engine/Caller.ts"
import type { Trial } from "../engine/Trial.ts"
import { matchOperation } from "../table/operations.ts"
import { HOOK_METHOD } from "../wire/curlText.ts"
import { type Exchange, isRecord, jsonOf } from "../wire/Exchange.ts"
import { type CaseFile, type CaseStep, isOwn } from "./caseFile.ts"

/** A step before the one that matters was answered otherwise than it was. */
export class Drifted extends Error {
  override readonly name = "Drifted"
  readonly step: number
  readonly expected: number | string
  readonly got: number | string

  constructor(step: number, expected: number | string, got: number | string) {
    super(`step ${step}: ${got} instead of ${expected}`)
    this.step = step
    this.expected = expected
    this.got = got
  }
}

/** An answer lacks what a later step needs: other steps would show the fault now, if it is there. */
export class Lacking extends Drifted {}

const lookUp = (value: unknown, path: ReadonlyArray<string>): string => {
  const found = path.reduce<unknown>((at, key) => {
    if (Array.isArray(at)) return at[Number(key)]
    return isRecord(at) ? at[key] : undefined
  }, value)
  return typeof found === "string" ? found : ""
}

const isHook = (name: string): name is HookName => hookNames.some((known) => known === name)

const reference = /\$\{(\d+)\.([^}]+)\}/g

const classOf = (status: number): number => Math.floor(status / 100)

const harmless = new Set(["GET", "HEAD", "OPTIONS"])

/** What says whose something is, or where it stands; any other parameter names a single thing. */
const ofPlace = new Set(["orgName", "source", "publisher", "ownerType", "ownerName"])

/** Whether a step changes nothing but what the case itself makes, in whatever target. */
const isSafe = ({ method, target }: CaseStep, steps: ReadonlyArray<CaseStep>): boolean => {
  if (harmless.has(method) || method === HOOK_METHOD || isOwn(target, steps)) return true
  const operation = method === "POST" ? matchOperation(method, target) : undefined
  if (operation === undefined) return false
  return [...operation.path.matchAll(/\{(\w+)\}/g)].every(([, name = ""]) => ofPlace.has(name))
}

/** Whether the case knows who asked: somebody configured, nobody, or somebody whose credential is no secret. */
const isKnown = ({ authorization, identity, method }: CaseStep): boolean =>
  isIdentity(identity) || identity === "anonymous" || method === HOOK_METHOD || authorization !== undefined

/**
 * The number of the first step that can't be sent again as it was: its words or who asked are a secret, or it would
 * change what this replay has not made. Undefined where all can be.
 */
export const stuckAt = ({ steps }: CaseFile): number | undefined => {
  const index = steps.findIndex((step) => step.isHidden === true || !isKnown(step) || !isSafe(step, steps))
  return index === -1 ? undefined : index + 1
}

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
    const answer = await this.#send(step, number)
    this.#answers[number - 1] = answer
    if (number < this.#case.at && answer.status !== step.status && !isRacing(this.#case, number))
      throw new Drifted(number, step.status, answer.status)
  }

  async #send(step: CaseStep, number: number): Promise<Exchange> {
    const trial = this.#trial
    const target = this.#needed(step.target, number, !step.target.startsWith("${"))
    const body = step.body === undefined ? undefined : this.#needed(step.body, number, false)
    if (step.method === HOOK_METHOD && isHook(target)) {
      // What was written down is what the hook was told then.
      await trial.hook(target, JSON.parse(body ?? "{}"))
      return trial.exchanges.at(-1)!
    }
    if (URL.canParse(target)) return trial.anonymous.upload(target, textBytes(body ?? ""), step.headers)
    return this.#caller(step, number).send(step.method, target, {
      headers: step.headers,
      ...(body === undefined ? {} : { rawBody: body })
    })
  }

  #caller({ authorization, identity }: CaseStep, number: number): Caller {
    if (isIdentity(identity)) return this.#trial.as(identity)
    if (authorization === undefined) return this.#trial.anonymous
    const said = [authorization].flat().map((value) => this.#needed(value, number, false))
    return this.#trial.bearing(identity, typeof authorization === "string" ? (said[0] ?? "") : said)
  }

  /** What is named by this run alone is in the ledger before it is made; what an answer names can't be. */
  #promiseToUndo(): void {
    const { ledger } = this.#trial.context
    for (const { identity, path } of this.#case.made.filter(({ path }) => isOwn(path, this.#case.steps))) {
      const named = path.match(reference) === null ? this.#concrete(path, true) : undefined
      if (named !== undefined) ledger.begin({ path: named, identity })
      this.#trial.finally(async () => {
        const found = this.#concrete(path, true)
        // What was not made this time has no path, and nothing else may be deleted in its place.
        if (found === undefined) return
        const { status } = await this.#trial.as(isIdentity(identity) ? identity : "admin").delete(found)
        if (status < 300 || status === 404) ledger.end(found)
      })
    }
  }

  #needed(text: string, number: number, encode: boolean): string {
    const found = this.#concrete(text, encode)
    if (found !== undefined) return found
    throw new Lacking(number, text, "no answer that gives it")
  }

  /** Undefined where an answer lacks what it gave then. */
  #concrete(text: string, encode: boolean): string | undefined {
    let isWhole = true
    const { steps } = this.#case
    const written = text
      .replaceAll(/\$\{name:(\d+)\}/g, (_, number: string) => {
        const name = this.#names.get(number) ?? this.#trial.context.name()
        this.#names.set(number, name)
        return name
      })
      .replaceAll(reference, (_, step: string, path: string) => {
        const answer = this.#answers[Number(step) - 1]
        const isSuch = answer !== undefined && classOf(answer.status) === classOf(steps[Number(step) - 1]?.status ?? 0)
        const found = isSuch ? lookUp(jsonOf(answer), path.split(".")) : ""
        isWhole &&= found !== ""
        return encode ? encodeURIComponent(found) : found
      })
    return isWhole ? written : undefined
  }
}
