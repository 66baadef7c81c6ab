/** A failing case as data: its requests with symbolic references to what earlier answers gave, and no secret. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { ConfigurationProblem } from "../config/Configuration.ts"
import type { LedgerEntry } from "../engine/Ledger.ts"
import type { Failure, Focus } from "../engine/Outcome.ts"
import type { RunContext } from "../engine/RunContext.ts"
import { type Exchange, isRecord, jsonOf } from "../wire/Exchange.ts"

/** One request of a case. References look like `${2.operationID}` and `${name:0007}`. */
export interface CaseStep {
  readonly method: string
  readonly target: string
  readonly identity: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly body?: string
  readonly status: number
  /** When it began and was answered, in milliseconds after the first one; tells which were under way together. */
  readonly startedAt: number
  readonly endedAt: number
}

/** A failing case. */
export interface CaseFile {
  readonly rule: string
  readonly seed: number
  readonly focus?: Focus | undefined
  readonly level: string
  readonly url: string
  readonly organization?: string | undefined
  readonly expected: string
  readonly got: string
  readonly message: string
  /** The number of the step that shows the violation, from 1. */
  readonly at: number
  readonly steps: ReadonlyArray<CaseStep>
  /** What the steps may have made, by the paths that delete it. */
  readonly made: ReadonlyArray<LedgerEntry>
}

/** Shorter values are no references: they would be found by accident. */
const SHORTEST = 8

/** Every text in a JSON value that is long enough, with its path. */
const textsOf = (value: unknown, path: string): ReadonlyArray<readonly [text: string, path: string]> => {
  if (typeof value === "string") return value.length >= SHORTEST ? [[value, path]] : []
  if (Array.isArray(value)) return value.flatMap((one, index) => textsOf(one, `${path}.${index}`))
  return isRecord(value) ? Object.entries(value).flatMap(([key, one]) => textsOf(one, `${path}.${key}`)) : []
}

/** Headers that a replay makes itself. */
const made = new Set(["authorization", "content-length", "host", "x-conformance"])

const hundredths = (millis: number): number => Math.round(millis * 100) / 100

/** A regular expression that matches just this text. */
const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)

/** Writes references in the place of what only this run knows. */
class Symbols {
  readonly #context: RunContext
  readonly #names: RegExp
  readonly #known: Array<readonly [text: string, reference: string]> = []
  /** The names that stand in a step. */
  readonly used = new Set<string>()

  constructor(context: RunContext) {
    this.#context = context
    this.#names = new RegExp(`cf-${context.run}-(\\d{4,})`, "g")
  }

  /** In one pass, since a reference may itself spell what another one stands for: `${6.modules.0.resources}`. */
  write(text: string): string {
    const references = new Map(
      this.#known.flatMap(([value, reference]) =>
        [value, encodeURIComponent(value.toWellFormed())].map((one) => [one, reference])
      )
    )
    const pattern = new RegExp([...references.keys()].map(literally).join("|"), "g")
    const written = references.size === 0 ? text : text.replaceAll(pattern, (value) => references.get(value) ?? value)
    return this.#context.secrets.redact(written.replaceAll(this.#names, (_, number: string) => `\${name:${number}}`))
  }

  writeStep(text: string): string {
    for (const [, number = ""] of text.matchAll(this.#names)) this.used.add(number)
    return this.write(text)
  }

  learn(exchange: Exchange, step: number): void {
    for (const [text, path] of textsOf(jsonOf(exchange), ""))
      if (!text.includes(`cf-${this.#context.run}`) && !this.#known.some(([known]) => known === text))
        this.#known.push([text, `\${${step}${path}}`])
    this.#known.sort(([left], [right]) => right.length - left.length)
  }
}

const stepsOf = (exchanges: ReadonlyArray<Exchange>, symbols: Symbols): ReadonlyArray<CaseStep> => {
  const first = Math.min(...exchanges.map(({ startedAt }) => startedAt))
  return exchanges.map((exchange, index) => {
    const { body, headers, identity, method, target } = exchange.request
    const step: CaseStep = {
      method,
      target: symbols.writeStep(target),
      identity,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !made.has(name))),
      ...(body === undefined ? {} : { body: symbols.writeStep(body) }),
      status: exchange.status,
      startedAt: hundredths(exchange.startedAt - first),
      endedAt: hundredths(exchange.endedAt - first)
    }
    symbols.learn(exchange, index + 1)
    return step
  })
}

/** What the ledger has of these steps: its paths are made of their names and answers. */
const madeBy = ({ ledger }: RunContext, symbols: Symbols): ReadonlyArray<LedgerEntry> =>
  ledger.begun.flatMap(({ identity, path }) => {
    const written = symbols.write(path)
    const names = [...written.matchAll(/\$\{name:(\d+)\}/g)].map(([, number = ""]) => number)
    const isOurs = written !== path && names.every((number) => symbols.used.has(number))
    return isOurs ? [{ path: written, identity }] : []
  })

/** The requests of a failure in their order; the one that shows it is among them. */
export const requestsOf = ({ at, exchanges }: Failure): ReadonlyArray<Exchange> =>
  at === undefined || exchanges.includes(at) ? exchanges : [...exchanges, at]

/** The case of a failure. */
export const caseOf = (context: RunContext, rule: string, failure: Failure): CaseFile => {
  const exchanges = requestsOf(failure)
  const symbols = new Symbols(context)
  const redact = (text: string) => context.secrets.redact(text)
  return {
    rule,
    seed: failure.seed,
    ...(failure.focus === undefined ? {} : { focus: failure.focus }),
    level: context.level,
    url: context.configuration.url,
    organization: context.configuration.organization,
    expected: redact(failure.expected),
    got: redact(failure.got),
    message: redact(failure.message),
    at: failure.at === undefined ? exchanges.length : exchanges.indexOf(failure.at) + 1,
    steps: stepsOf(exchanges, symbols),
    made: madeBy(context, symbols)
  }
}

/** Writes a case. */
export const writeCase = (file: string, written: CaseFile): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`)
}

const isStep = (value: unknown): value is CaseStep =>
  isRecord(value) &&
  ["method", "target", "identity"].every((key) => typeof value[key] === "string") &&
  ["status", "startedAt", "endedAt"].every((key) => typeof value[key] === "number") &&
  isRecord(value["headers"])

const isCase = (value: unknown): value is CaseFile =>
  isRecord(value) &&
  ["rule", "expected", "got", "message"].every((key) => typeof value[key] === "string") &&
  ["seed", "at"].every((key) => typeof value[key] === "number") &&
  Array.isArray(value["made"]) &&
  Array.isArray(value["steps"]) &&
  value["steps"].every(isStep)

/** Reads a case; fails with a `ConfigurationProblem` when the file is none. */
export const readCase = (file: string): CaseFile => {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, "utf8"))
  } catch {
    throw new ConfigurationProblem(`${file} can't be read as JSON.`)
  }
  if (!isCase(value)) throw new ConfigurationProblem(`${file} is no case of this suite.`)
  return value
}
