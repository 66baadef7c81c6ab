/** A failing case as data: its requests with symbolic references to what earlier answers gave, and no secret. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { ConfigurationProblem, isIdentity } from "../config/Configuration.ts"
import type { LedgerEntry } from "../engine/Ledger.ts"
import type { Failure, Focus } from "../engine/Outcome.ts"
import type { RunContext } from "../engine/RunContext.ts"
import { type Exchange, isRecord, jsonOf } from "../wire/Exchange.ts"
import type { Secrets } from "../wire/Secrets.ts"

/** One request of a case. References look like `${2.operationID}` and `${name:0007}`. */
export interface CaseStep {
  readonly method: string
  readonly target: string
  readonly identity: string
  /** What somebody without a configured identity says in the header Authorization. */
  readonly authorization?: string | ReadonlyArray<string>
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly body?: string
  /** It held a secret that no reference stands for, so these are not the request's own words. */
  readonly isHidden?: boolean
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

/** Shorter values are no references wherever they stand: they would be found by accident. */
const SHORTEST = 8

/** No answer of this API is nested deeper, and none needs more references. */
const MAX_DEPTH = 16
const MAX_TEXTS = 2000
const MAX_KNOWN = 10_000

/** The texts in a JSON value with their paths, those that are nested least first, and only so many of them. */
const textsOf = (value: unknown): ReadonlyArray<readonly [text: string, path: string]> => {
  const found: Array<readonly [text: string, path: string]> = []
  let level: ReadonlyArray<readonly [value: unknown, path: string]> = [[value, ""]]
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0 && found.length < MAX_TEXTS; depth += 1) {
    const below: Array<readonly [value: unknown, path: string]> = []
    for (const [one, path] of level) {
      if (typeof one === "string") found.push([one, path])
      else if (typeof one === "object" && one !== null && below.length < MAX_TEXTS)
        for (const [key, inner] of Object.entries(one)) if (!/[.}]/.test(key)) below.push([inner, `${path}.${key}`])
    }
    level = below
  }
  return found.slice(0, MAX_TEXTS)
}

/** Headers that a replay makes itself. */
const made = new Set(["authorization", "content-length", "host", "x-conformance"])

const hundredths = (millis: number): number => Math.round(millis * 100) / 100

/** A regular expression that matches just this text. */
const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)

const isMade = ({ method, status }: Pick<CaseStep, "method" | "status">): boolean =>
  method === "POST" && status >= 200 && status < 300

/** Where something of this kind stands in a text. */
type Place = "body" | "credential" | "target"

/** Writes references in the place of what only this run knows. */
class Symbols {
  readonly #context: RunContext
  readonly #names: RegExp
  /** References by how what they stand for is spelled, raw or percent-encoded. */
  readonly #known = new Map<string, string>()
  /** What a creation said of itself and is too short to be found wherever it stands, with its field. */
  readonly #short = new Map<string, readonly [reference: string, field: string]>()
  readonly #given: ReadonlySet<string>
  /** The names that stand in a step. */
  readonly used = new Set<string>()

  constructor(context: RunContext) {
    const { fixtures, organization, otherOrganization } = context.configuration
    this.#context = context
    this.#names = new RegExp(`cf-${context.run}-(\\d{4,})`, "g")
    this.#given = new Set(textsOf([organization, otherOrganization, fixtures]).map(([text]) => text))
  }

  /** In one pass, since a reference may itself spell what another one stands for: `${6.modules.0.resources}`. */
  refer(text: string, place: Place): string {
    const here = [...this.#known.keys()].filter((value) => value.length <= text.length && text.includes(value))
    const pattern = new RegExp(
      here
        .toSorted((left, right) => right.length - left.length)
        .map(literally)
        .join("|"),
      "g"
    )
    const written = here.length === 0 ? text : text.replaceAll(pattern, (value) => this.#known.get(value) ?? value)
    return this.#referShort(written, place).replaceAll(this.#names, (_, number: string) => `\${name:${number}}`)
  }

  /** A short one stands for itself only as a whole: between two slashes, as the value of its field, as a token. */
  #referShort(text: string, place: Place): string {
    if (this.#short.size === 0) return text
    if (place === "credential") {
      const [, scheme = "", token = ""] = /^(\S+ )?(\S+)$/.exec(text) ?? []
      return `${scheme}${this.#short.get(token)?.[0] ?? token}` || text
    }
    if (place === "target") {
      const [path = "", ...query] = text.split("?")
      const segments = path.split("/").map((segment) => this.#short.get(segment)?.[0] ?? segment)
      return [segments.join("/"), ...query].join("?")
    }
    return [...this.#short].reduce(
      (written, [value, [reference, field]]) =>
        written.replaceAll(
          `${JSON.stringify(field)}:${JSON.stringify(value)}`,
          () => `${JSON.stringify(field)}:"${reference}"`
        ),
      text
    )
  }

  /** For what is shown; `refer` is for what is sent again. */
  write(text: string, place: Place): string {
    return this.#context.secrets.redact(this.refer(text, place))
  }

  referStep(text: string, place: Place): string {
    for (const [, number = ""] of text.matchAll(this.#names)) this.used.add(number)
    return this.refer(text, place)
  }

  /** What the request itself said is nothing that its answer gave. */
  learn({ request, status, text }: Exchange, step: number): void {
    const said = `${request.target} ${request.body ?? ""}`
    for (const [value, path] of textsOf(jsonOf({ text }))) {
      const isNew = value !== "" && !this.#given.has(value) && !value.includes(`cf-${this.#context.run}`)
      const encoded = encodeURIComponent(value.toWellFormed())
      if (!isNew || this.#known.size >= MAX_KNOWN) continue
      const reference = `\${${step}${path}}`
      if (value.length >= SHORTEST) {
        if (this.#known.has(value) || said.includes(value) || said.includes(encoded)) continue
        this.#known.set(value, reference)
        if (!this.#known.has(encoded)) this.#known.set(encoded, reference)
        continue
      }
      const field = path.slice(1)
      if (!isMade({ method: request.method, status }) || field.includes(".")) continue
      if (this.#short.has(value) || said.includes(JSON.stringify(value)) || request.target.split("/").includes(encoded))
        continue
      for (const one of [value, encoded]) this.#short.set(one, [reference, field])
    }
  }
}

/** What a step says of who asked, unless the configuration says it: nothing where that can't be said without a secret. */
const authorizationOf = ({ request }: Exchange, symbols: Symbols, isSecret: (text: string) => boolean) => {
  const said = request.headers["authorization"]
  if (said === undefined || isIdentity(request.identity)) return {}
  const values = [said].flat().map((value) => symbols.referStep(value, "credential"))
  if (values.some(isSecret)) return { isHidden: true }
  return { authorization: typeof said === "string" ? (values[0] ?? "") : values }
}

const stepsOf = (exchanges: ReadonlyArray<Exchange>, symbols: Symbols, secrets: Secrets): ReadonlyArray<CaseStep> => {
  const first = Math.min(...exchanges.map(({ startedAt }) => startedAt))
  const isSecret = (text: string) => secrets.redact(text) !== text
  return exchanges.map((exchange, index) => {
    const { body, headers, identity, method, target } = exchange.request
    const said = {
      target: symbols.referStep(target, "target"),
      ...(body === undefined ? {} : { body: symbols.referStep(body, "body") })
    }
    const kept = Object.entries(headers).filter(([name]) => !made.has(name))
    const isHidden = [...Object.values(said), ...kept.flatMap(([, value]) => value)].some(isSecret)
    const step: CaseStep = {
      method,
      target: secrets.redact(said.target),
      identity,
      ...authorizationOf(exchange, symbols, isSecret),
      headers: Object.fromEntries(
        kept.map(([name, value]) => [
          name,
          typeof value === "string" ? secrets.redact(value) : value.map((one) => secrets.redact(one))
        ])
      ),
      ...(said.body === undefined ? {} : { body: secrets.redact(said.body) }),
      ...(isHidden ? { isHidden } : {}),
      status: exchange.status,
      startedAt: hundredths(exchange.startedAt - first),
      endedAt: hundredths(exchange.endedAt - first)
    }
    symbols.learn(exchange, index + 1)
    return step
  })
}

/** Whether a path names something that these steps themselves make: by a name of theirs, or as a creation's answer says. */
export const isOwn = (target: string, steps: ReadonlyArray<CaseStep>): boolean => {
  const [path = ""] = target.split("?", 1)
  const isReferred = ([, number]: ReadonlyArray<string | undefined>) => {
    const step = steps[Number(number) - 1]
    return step !== undefined && isMade(step)
  }
  return path.includes("${name:") || [...path.matchAll(/\$\{(\d+)\.[^}]+\}/g)].some(isReferred)
}

/** What the ledger has of these steps: its paths are made of their names and answers. */
const madeBy = ({ ledger }: RunContext, symbols: Symbols, steps: ReadonlyArray<CaseStep>): ReadonlyArray<LedgerEntry> =>
  ledger.begun.flatMap(({ identity, path }) => {
    const written = symbols.write(path, "target")
    const names = [...written.matchAll(/\$\{name:(\d+)\}/g)].map(([, number = ""]) => number)
    return isOwn(written, steps) && names.every((number) => symbols.used.has(number))
      ? [{ path: written, identity }]
      : []
  })

/** The requests of a failure in their order; the one that shows it is among them. */
export const requestsOf = ({ at, exchanges }: Failure): ReadonlyArray<Exchange> =>
  at === undefined || exchanges.includes(at) ? exchanges : [...exchanges, at]

/** The case of a failure. */
export const caseOf = (context: RunContext, rule: string, failure: Failure): CaseFile => {
  const exchanges = requestsOf(failure)
  const symbols = new Symbols(context)
  const redact = (text: string) => context.secrets.redact(text)
  const steps = stepsOf(exchanges, symbols, context.secrets)
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
    steps,
    made: madeBy(context, symbols, steps)
  }
}

/** Writes a case. */
export const writeCase = (file: string, written: CaseFile): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`)
}

const isHeader = (value: unknown): boolean =>
  typeof value === "string" || (Array.isArray(value) && value.every((one) => typeof one === "string"))

const isStep = (value: unknown): value is CaseStep =>
  isRecord(value) &&
  (value["authorization"] === undefined || isHeader(value["authorization"])) &&
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
