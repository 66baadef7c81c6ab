/** Servers that do what the specification leaves open in another way than ours: the suite stays green on them. */
import { assert, layer } from "@effect/vitest"
import { testEngines } from "@platform-control/core/testing/databases"
import { Context, Effect, Layer } from "effect"
import { ownServer } from "../own/ownServer.ts"
import type { Configuration } from "../src/config/Configuration.ts"
import { type Answer, type Fault, pathOf, queryOf, withBody, withQuery } from "../src/mutants/Mutant.ts"
import { repaging } from "../src/mutants/repaging.ts"
import { rules } from "../src/rules.ts"
import { textsOf } from "../src/runs/Report.ts"
import { isRecord, jsonOf } from "../src/wire/Exchange.ts"
import { faulty, suite } from "./suite.ts"

class Target extends Context.Service<Target, Configuration>()("test/Target") {}

/** These publish a hundred packages, or race for long, and no variant touches them. */
const slow = /^(?:REG-001|REG-003|REG-049|REG-050|REG-051|REG-066|REG-067|CORE-087)$/

/** The rules of lists, and the rules of everything else: each variant is tried on those that it could disturb. */
const paging = /^(?:CORE-0[3-6]|REG-0[0-2])/
const others = /^(?:CORE-0(?:0|1|2|6|7|8)|REG-0[3-6])/

const SKEW_MILLIS = 30_000

const changing =
  (change: (answer: Answer) => Answer): Fault =>
  async (hop, next) =>
    change(await next(hop))

const later = (time: string) => new Date(Date.parse(time) + SKEW_MILLIS)

const variants: Readonly<Record<string, Fault>> = {
  "pages of four at most": (hop, next) => {
    const query = queryOf(hop)
    if (
      pathOf(hop) !== "/api/registry/packages" ||
      !/^\d+$/.test(query.get("limit") ?? "") ||
      Number(query.get("limit")) <= 4
    )
      return next(hop)
    query.set("limit", "4")
    return next(withQuery(hop, query))
  },
  "opaque tokens with + / =": repaging({ plusToken: true })(),
  "empty error bodies": changing((answer) => (answer.status >= 400 ? { ...answer, text: "" } : answer)),
  "404 for 403": changing((answer) => (answer.status === 403 ? { ...answer, status: 404 } : answer)),
  "fields that nobody listed": changing((answer) => {
    const body = jsonOf(answer)
    return answer.status < 300 && isRecord(body) ? withBody(answer, { ...body, surprise: { a: [1] } }) : answer
  }),
  "a clock that is 30 s ahead": changing((answer) => ({
    ...answer,
    headers: { ...answer.headers, date: later(String(answer.headers["date"])).toUTCString() },
    text: answer.text.replaceAll(/"createdAt":"(20[23]\d-[^"]+)"/g, (whole, time: string) =>
      Date.parse(time) > Date.now() - SKEW_MILLIS * 10 ? `"createdAt":"${later(time).toISOString()}"` : whole
    )
  })),
  "no connection that is kept": changing((answer) => ({
    ...answer,
    headers: { ...answer.headers, connection: "close" }
  }))
}

for (const engine of testEngines.slice(0, 1))
  layer(Layer.effect(Target, ownServer(engine)), { excludeTestServices: true })("the suite stays green on", (it) => {
    for (const [name, variant] of Object.entries(variants))
      it.effect(
        name,
        () =>
          Effect.gen(function* () {
            const target = yield* faulty(yield* Target, variant)
            const concerned = name.includes("pages") || name.includes("tokens") ? paging : others
            const chosen = rules.filter(
              ({ id, strength }) => strength !== "ours" && concerned.test(id) && !slow.test(id)
            )
            const report = yield* suite(target, { rules: chosen, level: "all" })
            assert.deepStrictEqual(textsOf(report), [])
          }),
        60_000
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
