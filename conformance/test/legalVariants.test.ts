/** Servers that do what the specification leaves open in another way than ours: the suite stays green on them. */
import { assert, layer } from "@effect/vitest"
import { testEngines } from "@platform-control/core/testing/databases"
import { Context, Effect, Layer } from "effect"
import { createHash, randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { ownServer } from "../own/ownServer.ts"
import type { Configuration } from "../src/config/Configuration.ts"
import {
  type Answer,
  type Fault,
  type Hop,
  pathOf,
  plainAnswer,
  queryOf,
  withBody,
  withQuery
} from "../src/mutants/Mutant.ts"
import { repaging, wholeList } from "../src/mutants/repaging.ts"
import type { Rule } from "../src/engine/Rule.ts"
import { rules } from "../src/rules.ts"
import { textsOf } from "../src/runs/Report.ts"
import { isRecord, jsonOf, objectOf } from "../src/wire/Exchange.ts"
import { faulty, suite } from "./suite.ts"

class Target extends Context.Service<Target, Configuration>()("test/Target") {}

/** These publish a hundred packages, or race for long, and no variant touches them. */
const slow = /^(?:REG-001|REG-003|REG-049|REG-050|REG-051|REG-066|REG-067|CORE-087)$/

const SKEW_MILLIS = 30_000

const LIST = "/api/registry/packages"

const changing =
  (change: (answer: Answer) => Answer): Fault =>
  async (hop, next) =>
    change(await next(hop))

const withExpiries = (text: string, seconds: number): string =>
  text.replaceAll(/"expires":(\d{10})\b/g, (_, time: string) => `"expires":${Number(time) + seconds}`)

const shifted =
  (millis: number): Fault =>
  async (hop, next) => {
    const moved = (time: string) => new Date(Date.parse(time) + millis)
    const answer = await next({ ...hop, body: withExpiries(hop.body, -millis / 1000) })
    return {
      ...answer,
      headers: { ...answer.headers, date: moved(String(answer.headers["date"])).toUTCString() },
      text: withExpiries(answer.text, millis / 1000).replaceAll(
        /"createdAt":"(20[23]\d-[^"]+)"/g,
        (whole, time: string) =>
          Date.parse(time) > Date.now() - SKEW_MILLIS * 10 ? `"createdAt":"${moved(time).toISOString()}"` : whole
      )
    }
  }

const sizeOf = (hop: Hop): number | undefined => {
  const text = queryOf(hop).get("limit") ?? ""
  return pathOf(hop) === LIST && /^\d+$/.test(text) ? Number(text) : undefined
}

/** One token a walk: the server remembers how far it got. */
const constantTokens = (): Fault => {
  const cursors = new Map<string, string>()
  return async (hop, next) => {
    if (pathOf(hop) !== LIST || hop.method !== "GET") return next(hop)
    const query = queryOf(hop)
    const cursor = query.get("continuationToken")
    const inner = cursor === null ? undefined : cursors.get(cursor)
    if (cursor !== null && inner === undefined) return plainAnswer(400, { code: 400, message: "bad continuationToken" })
    if (inner !== undefined) query.set("continuationToken", inner)
    const answer = await next(withQuery(hop, query))
    const { continuationToken } = objectOf(answer)
    if (typeof continuationToken !== "string") return answer
    const token = cursor ?? `cursor-${randomUUID()}`
    cursors.set(token, continuationToken)
    return withBody(answer, { ...objectOf(answer), continuationToken: token })
  }
}

const sortKeys: Readonly<Record<string, string>> = { publishedAt: "createdAt" }

/** Entries that the sort does not tell apart stand in the order of a hash of their names. */
const otherTies: Fault = (hop, next, world) => {
  const sort = queryOf(hop).get("sort") ?? "name"
  const keyOf = (entry: Readonly<Record<string, unknown>>) => JSON.stringify(entry[sortKeys[sort] ?? sort])
  const hashed = (entry: Readonly<Record<string, unknown>>) =>
    createHash("sha256")
      .update(`${String(entry["publisher"])}/${String(entry["name"])}`)
      .digest("hex")
  const whole = async (inner: Hop): Promise<Answer> => {
    const first = await next(inner)
    if (pathOf(inner) !== LIST || inner.method !== "GET" || first.status !== 200) return first
    const all = await wholeList(inner, next)
    const runs: Array<Array<(typeof all)[number]>> = []
    for (const entry of all) {
      const run = runs.at(-1) ?? []
      const [first] = run
      if (first !== undefined && keyOf(first) === keyOf(entry)) run.push(entry)
      else runs.push([entry])
    }
    const packages = runs.flatMap((run) => run.toSorted((left, right) => hashed(left).localeCompare(hashed(right))))
    return withBody(first, { packages })
  }
  return ties(hop, whole, world)
}
const ties = repaging({})()

/** Answers overtake each other. */
const late: Fault = async (hop, next) => {
  const answer = await next(hop)
  const [byte = 0] = createHash("sha256").update(`${hop.method} ${hop.target} ${hop.body}`).digest()
  await sleep(byte % 5)
  return answer
}

/** What a variant could disturb: lists and their pages, or every other answer. */
const concerned = {
  pages: ({ kind, turn }: Rule) => turn === "alone" || /^(?:default|filter|limit|paging|sort)$/.test(kind),
  answers: ({ turn }: Rule) => turn !== "alone",
  everything: () => true
}

/** The same JSON value, with the fields of every object backwards. */
const backwards = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(backwards)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, one]) => [name, backwards(one)])
  )
}

interface Variant {
  readonly of: keyof typeof concerned
  readonly fault: Fault
  /** Rules of what only follows from a clause, of which this variant shows that they may be broken legally. */
  readonly warned?: ReadonlyArray<string>
}

const variants: Readonly<Record<string, Variant>> = {
  "pages of four at most": {
    of: "pages",
    fault: (hop, next) => {
      if ((sizeOf(hop) ?? 0) <= 4) return next(hop)
      const query = queryOf(hop)
      query.set("limit", "4")
      return next(withQuery(hop, query))
    }
  },
  "sizes beyond a hundred that are refused": {
    of: "pages",
    fault: (hop, next) =>
      (sizeOf(hop) ?? 0) > 100 ? Promise.resolve(plainAnswer(400, { code: 400, message: "limit" })) : next(hop)
  },
  "opaque tokens with + / =": { of: "pages", fault: repaging({ plusToken: true })() },
  "tokens that stay the same through a walk": { of: "pages", fault: constantTokens(), warned: ["CORE-040"] },
  "null for the token after the last page": {
    of: "everything",
    fault: async (hop, next) => {
      const answer = await next(hop)
      const body = objectOf(answer)
      return pathOf(hop) === LIST && answer.status === 200 && hop.method === "GET"
        ? withBody(answer, { ...body, continuationToken: body["continuationToken"] ?? null })
        : answer
    }
  },
  "ties in another order": { of: "pages", fault: otherTies },
  "answers that take their time": { of: "everything", fault: late },
  "empty error bodies": {
    of: "everything",
    fault: changing((answer) => (answer.status >= 400 ? { ...answer, text: "" } : answer))
  },
  "404 for 403": {
    of: "answers",
    fault: changing((answer) => (answer.status === 403 ? { ...answer, status: 404 } : answer))
  },
  "403 for who has no credential": {
    of: "answers",
    fault: async (hop, next) => {
      const answer = await next(hop)
      const isKnown = hop.headers["authorization"] !== undefined
      return answer.status === 401 && !isKnown ? { ...answer, status: 403 } : answer
    }
  },
  "fields that nobody listed": {
    of: "answers",
    fault: changing((answer) => {
      const body = jsonOf(answer)
      return answer.status < 300 && isRecord(body) ? withBody(answer, { ...body, surprise: { a: [1] } }) : answer
    })
  },
  "fields in another order": {
    of: "answers",
    fault: changing((answer) => {
      const body = jsonOf(answer)
      return isRecord(body) ? withBody(answer, backwards(body)) : answer
    })
  },
  "pages of four services or items at most, and more than the maximum cut down": {
    of: "pages",
    fault: (hop, next) => {
      const query = queryOf(hop)
      if (!/^\/api\/orgs\/[^/]+\/services/.test(pathOf(hop)) || Number(query.get("maxResults")) <= 4) return next(hop)
      query.set("maxResults", "4")
      return next(withQuery(hop, query))
    }
  },
  "a clock that is 30 s ahead": { of: "answers", fault: shifted(SKEW_MILLIS) },
  "a clock that is 30 s behind": { of: "answers", fault: shifted(-SKEW_MILLIS) },
  "no connection that is kept": {
    of: "answers",
    fault: changing((answer) => ({ ...answer, headers: { ...answer.headers, connection: "close" } }))
  }
}

for (const engine of testEngines.slice(0, 1))
  layer(Layer.effect(Target, ownServer(engine)), { excludeTestServices: true })("the suite stays green on", (it) => {
    for (const [name, { fault, of, warned = [] }] of Object.entries(variants))
      it.effect(
        name,
        () =>
          Effect.gen(function* () {
            const target = yield* faulty(yield* Target, fault)
            const chosen = rules.filter(
              (rule) => rule.strength !== "ours" && !slow.test(rule.id) && concerned[of](rule)
            )
            const report = yield* suite(target, { rules: chosen, level: warned.length > 0 ? "must" : "all" })
            const violated = report.outcomes.filter(({ failure }) => failure !== undefined)
            assert.deepStrictEqual(
              violated.map(({ rule, status }) => `${rule} ${status}`),
              warned.map((id) => `${id} WARN`),
              textsOf(report).join("\n\n")
            )
          }),
        120_000
      )

    it.effect("a base URL with a path and a slash at its end", () =>
      Effect.gen(function* () {
        const prefixed = yield* faulty(yield* Target, (hop, next) =>
          hop.target.startsWith("/base/")
            ? next({ ...hop, target: hop.target.slice("/base".length) })
            : Promise.resolve({ status: 404, headers: {}, text: "" })
        )
        const chosen = rules.filter(({ id }) => /^(?:CORE-00|CORE-08|REG-05)/.test(id))
        const report = yield* suite({ ...prefixed, url: `${prefixed.url}/base/` }, { rules: chosen, level: "all" })
        assert.deepStrictEqual(textsOf(report), [])
      })
    )
  })
