/** A failing case as data: its requests with symbolic references to what earlier answers gave, and no secret. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { ConfigurationProblem } from "../config/Configuration.ts"
import type { Failure } from "../engine/Outcome.ts"
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
}

/** A failing case. */
export interface CaseFile {
  readonly rule: string
  readonly seed: number
  readonly level: string
  readonly url: string
  readonly organization?: string | undefined
  readonly expected: string
  readonly got: string
  readonly message: string
  /** The number of the step that shows the violation, from 1. */
  readonly at: number
  readonly steps: ReadonlyArray<CaseStep>
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

const stepsOf = (exchanges: ReadonlyArray<Exchange>, context: RunContext): ReadonlyArray<CaseStep> => {
  const known: Array<readonly [text: string, reference: string]> = []
  const names = new RegExp(`cf-${context.run}-(\\d{4})`, "g")
  const symbolic = (text: string): string => {
    let written = text
    for (const [value, reference] of known)
      written = written.replaceAll(value, reference).replaceAll(encodeURIComponent(value), reference)
    return context.secrets.redact(written.replaceAll(names, (_, number: string) => `\${name:${number}}`))
  }
  return exchanges.map((exchange, index) => {
    const { body, headers, identity, method, target } = exchange.request
    const step: CaseStep = {
      method,
      target: symbolic(target),
      identity,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !made.has(name))),
      ...(body === undefined ? {} : { body: symbolic(body) }),
      status: exchange.status
    }
    for (const [text, path] of textsOf(jsonOf(exchange), ""))
      if (!text.includes(`cf-${context.run}`)) known.push([text, `\${${index + 1}${path}}`])
    known.sort(([left], [right]) => right.length - left.length)
    return step
  })
}

/** Writes the case of a failure. */
export const writeCase = (file: string, context: RunContext, rule: string, failure: Failure): void => {
  const exchanges =
    failure.at === undefined || failure.exchanges.includes(failure.at)
      ? failure.exchanges
      : [...failure.exchanges, failure.at]
  const at = failure.at === undefined ? exchanges.length : exchanges.indexOf(failure.at) + 1
  const { redact } = { redact: (text: string) => context.secrets.redact(text) }
  const written: CaseFile = {
    rule,
    seed: failure.seed,
    level: context.level,
    url: context.configuration.url,
    organization: context.configuration.organization,
    expected: redact(failure.expected),
    got: redact(failure.got),
    message: redact(failure.message),
    at,
    steps: stepsOf(exchanges, context)
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`)
}

const isCase = (value: unknown): value is CaseFile =>
  isRecord(value) &&
  typeof value["rule"] === "string" &&
  typeof value["seed"] === "number" &&
  Array.isArray(value["steps"])

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
