/** Rules over every exchange that a run recorded (Spec A, Resources; Spec A, Errors). */
import { rule, type Rule } from "../engine/Rule.ts"
import { Inconclusive } from "../engine/Outcome.ts"
import type { Trial } from "../engine/Trial.ts"
import { type MakeSample, sendSample } from "../laws/Sample.ts"
import { type Deviation, type DeviationKind, judgeValue } from "../table/judgeBody.ts"
import { type Operation, refusedAnywhere } from "../table/Operation.ts"
import { matchOperation } from "../table/operations.ts"
import { type Exchange, headerOf, isRecord, jsonOf, objectOf } from "../wire/Exchange.ts"

type Samples = Readonly<Record<string, MakeSample>>

interface Seen {
  readonly exchange: Exchange
  readonly operation: Operation | undefined
}

const isOk = ({ status }: Exchange) => status >= 200 && status < 300

/** Markdown, where the operation has it and the caller did not ask for JSON alone. */
const isNegotiated = ({ exchange, operation }: Seen): boolean =>
  operation?.negotiated === true &&
  /^text\/markdown\b/i.test(headerOf(exchange, "content-type")) &&
  [exchange.request.headers["accept"] ?? "*/*"].flat().join(",") !== "application/json"

const visit = async (trial: Trial, make: MakeSample): Promise<void> => {
  const sample = await make(trial)
  const unknown = sample.path.replace(/versions\/[^/]+/, "versions/9.9.9")
  await sendSample(trial.bearing("somebody unknown", "Bearer conformance-no-such-token-0004"), sample)
  await sendSample(trial.admin, { ...sample, path: unknown })
  if (sample.operation.body !== undefined) await sendSample(trial.admin, sample, { rawBody: "{" })
  await sendSample(trial.admin, sample)
}

const overlookInconclusive = (error: unknown): void => {
  if (!(error instanceof Inconclusive) || error.reason === "BUDGET") throw error
}

/** One request of each operation that succeeds, and one that does not, so that there is something to look at. */
const tour = (trial: Trial, samples: Samples): Promise<void> =>
  trial.context.shared("tour", async () => {
    // A target may be too wrong for a whole publish; what it answered until then is looked at all the same.
    for (const make of Object.values(samples)) await visit(trial, make).catch(overlookInconclusive)
    await trial.admin.send("GET", "/api/registry/packages", { query: { limit: "abc" } })
    await trial.admin.send("GET", "/api/cf-unknown")
  })

const recorded = (trial: Trial): ReadonlyArray<Seen> =>
  trial.context.exchanges
    .filter(({ request }) => request.target.startsWith("/"))
    .map((exchange) => ({ exchange, operation: matchOperation(exchange.request.method, exchange.request.target) }))

/** Fails with the exchange at fault, and counts those that were looked at. */
const overRecorded = (
  id: string,
  samples: Samples,
  judge: (trial: Trial, seen: Seen) => "skip" | undefined | { readonly expected: string; readonly got: string }
): Rule =>
  rule(
    id,
    async (trial) => {
      await tour(trial, samples)
      for (const seen of recorded(trial)) {
        const fault = judge(trial, seen)
        if (fault === "skip") continue
        trial.met()
        if (fault === undefined) continue
        trial.exchanges = [seen.exchange]
        throw trial.violated(`Recorded for ${seen.exchange.origin.rule}`, fault.expected, fault.got, seen.exchange)
      }
    },
    { turn: "last" }
  )

/** Deviations of one answer from the table are asked for by many rules. */
const judged = new WeakMap<Exchange, ReadonlyArray<Deviation>>()

const deviationsOf = (seen: Seen): ReadonlyArray<Deviation> | undefined => {
  const { exchange, operation } = seen
  const body = operation?.success.body
  if (body === undefined || !isOk(exchange) || exchange.request.method === "HEAD" || isNegotiated(seen))
    return undefined
  const found = judged.get(exchange) ?? judgeValue(body, jsonOf(exchange))
  judged.set(exchange, found)
  return found
}

const withoutDeviation = (id: string, samples: Samples, kinds: ReadonlyArray<DeviationKind>, only?: RegExp): Rule =>
  overRecorded(id, samples, (_, seen) => {
    const deviations = deviationsOf(seen)
    if (deviations === undefined) return "skip"
    const found = deviations.find(({ kind, path }) => kinds.includes(kind) && (only?.test(path) ?? true))
    return found === undefined ? undefined : { expected: `${found.path}: ${found.expected}`, got: found.got }
  })

const isJson = (exchange: Exchange) =>
  /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(headerOf(exchange, "content-type"))

const errorBody = (exchange: Exchange): string | undefined => {
  const { code, message } = objectOf(exchange)
  if (code !== exchange.status) return `code ${JSON.stringify(code)}`
  return typeof message === "string" && message !== "" ? undefined : `message ${JSON.stringify(message)}`
}

const statedOrUsual = ({ exchange, operation }: Seen): ReadonlyArray<number> => [
  ...refusedAnywhere,
  ...(operation?.refusals ?? []),
  // Refusals of HTTP itself, which no operation names.
  408,
  411,
  412,
  414,
  416,
  417,
  421,
  426,
  428,
  431,
  ...(exchange.status < 400 ? [exchange.status] : [])
]

const secretIn = (trial: Trial, { exchange }: Seen): ReadonlyArray<string> =>
  trial.context.secrets.foundIn([exchange.text, ...Object.values(exchange.headers).flat()].join("\n"), exchange.number)

const bearerOf = ({ request }: Exchange): ReadonlyArray<string> =>
  [request.headers["authorization"] ?? []]
    .flat()
    .map((value) => value.split(" ").at(-1) ?? "")
    .filter((value) => value.length >= 8)

/** The rules that look back on a whole run. */
export const recordedRules = (samples: Samples): ReadonlyArray<Rule> => [
  overRecorded("CORE-001", samples, (_, seen) => {
    const { exchange, operation } = seen
    if (operation === undefined || !isOk(exchange) || exchange.text === "" || isNegotiated(seen)) return "skip"
    return isJson(exchange)
      ? undefined
      : { expected: "Content-Type application/json", got: headerOf(exchange, "content-type") }
  }),
  overRecorded("CORE-002", samples, (_, seen) => {
    const { exchange, operation } = seen
    if (operation === undefined || !isOk(exchange) || exchange.text === "" || isNegotiated(seen)) return "skip"
    if (!exchange.isUtf8) return { expected: "UTF-8", got: "other bytes" }
    return isRecord(jsonOf(exchange)) ? undefined : { expected: "a JSON object", got: exchange.text.slice(0, 80) }
  }),
  overRecorded("CORE-003", samples, (_, { exchange }) => {
    if (exchange.status !== 204) return "skip"
    const length = headerOf(exchange, "content-length")
    return exchange.text === "" && (length === "" || length === "0")
      ? undefined
      : { expected: "no body", got: `Content-Length ${length}` }
  }),
  withoutDeviation("CORE-007", samples, ["missing", "null"]),
  withoutDeviation("CORE-008", samples, ["type"]),
  withoutDeviation("CORE-009", samples, ["enum"]),
  withoutDeviation("CORE-010", samples, ["optional"]),
  withoutDeviation("CORE-011", samples, ["integer", "range"]),
  withoutDeviation("CORE-012", samples, ["format"], /createdAt|created$/),
  overRecorded("CORE-014", samples, (trial, seen) => {
    const deviations = deviationsOf(seen)
    if (deviations === undefined) return "skip"
    for (const { kind, path } of deviations)
      if (kind === "unknown")
        trial.note(`${seen.operation?.id} has the unlisted field ${path.replaceAll(/\[\d+\]/g, "[]")}.`)
  }),
  overRecorded("CORE-029", samples, (trial, seen) => {
    const [found] = secretIn(trial, seen)
    return found === undefined ? undefined : { expected: "no credential in an answer", got: found }
  }),
  overRecorded("CORE-030", samples, (_, { exchange }) => {
    const values = bearerOf(exchange)
    if (exchange.status < 400 || values.length === 0) return "skip"
    return values.some((value) => exchange.text.includes(value))
      ? { expected: "no echo of the credential", got: "its value" }
      : undefined
  }),
  overRecorded("CORE-069", samples, (_, { exchange }) =>
    exchange.status >= 500
      ? { expected: "no fault of the server", got: `${exchange.status} ${exchange.text.slice(0, 120)}` }
      : undefined
  ),
  overRecorded("CORE-071", samples, (_, seen) => {
    if (seen.operation === undefined || seen.exchange.status < 400 || seen.exchange.status > 499) return "skip"
    const stated = statedOrUsual(seen)
    return stated.includes(seen.exchange.status)
      ? undefined
      : { expected: stated.join(", "), got: `${seen.exchange.status}` }
  }),
  overRecorded("CORE-085", samples, (trial, { exchange }) => {
    if (exchange.status < 400) return "skip"
    trial.note(`Error bodies have: ${Object.keys(objectOf(exchange)).toSorted().join(", ") || "nothing"}.`)
  }),
  overRecorded("OUR-002", samples, (_, { exchange }) => {
    if (exchange.status < 400 || exchange.request.method === "HEAD") return "skip"
    const fault = errorBody(exchange)
    return fault === undefined ? undefined : { expected: `code ${exchange.status} and a message`, got: fault }
  }),
  overRecorded("OUR-003", samples, (_, { exchange }) =>
    headerOf(exchange, "x-request-id") === "" ? { expected: "X-Request-Id", got: "no such header" } : undefined
  )
]
