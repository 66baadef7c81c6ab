/** Servers that document packages in another way than ours, which the specification allows: no rule of it fails on them. */
import { assert, layer } from "@effect/vitest"
import { testEngines } from "@platform-control/core/testing/databases"
import { Context, Effect, Layer } from "effect"
import { ownServer } from "../../own/ownServer.ts"
import type { Configuration } from "../../src/config/Configuration.ts"
import * as docs from "../../src/mutants/docs/docsFaults.ts"
import type { Fault } from "../../src/mutants/Mutant.ts"
import { docsRules } from "../../src/registry/docs/docsRules.ts"
import { textsOf } from "../../src/runs/Report.ts"
import { isRecord } from "../../src/wire/Exchange.ts"
import { faulty, suite } from "../suite.ts"

class Target extends Context.Service<Target, Configuration>()("test/Target") {}

const onlyGo = (value: unknown) => (isRecord(value) ? { go: value["go"] } : value)

const variants: Readonly<Record<string, () => Fault>> = {
  "Markdown for who takes anything": docs.accepts((lines) =>
    ["", "*/*"].includes(lines.join()) ? ["text/markdown"] : lines
  ),
  "JSON for who takes nothing that there is": docs.on("all", async (hop, next) => {
    const answer = await next(hop)
    return answer.status === 406 ? next({ ...hop, headers: { ...hop.headers, accept: "application/json" } }) : answer
  }),
  "no ETag, no Vary, no Link, nothing to be kept": docs.headed(() => ({
    etag: [],
    vary: [],
    link: [],
    "cache-control": []
  })),
  "an unlisted language that the README overlooks": docs.lenient("readme", "lang"),
  "an unlisted system that the README overlooks": docs.lenient("readme", "os"),
  "examples from limit 0 on": docs.asked(["examples"], (query) => {
    if (/^(?:0|-\d+)$/.test(query.get("limit") ?? "")) query.delete("limit")
  }),
  "paths with a query": docs.answered("all", (body) => ({
    ...body,
    navUrl: `${String(body["navUrl"])}?depth=summary`
  })),
  "a root module without a name": docs.moduled((one) => (one["name"] === "index" ? { ...one, name: "" } : one)),
  "a navigation without a language": docs.answered(["nav"], (body) => docs.without(body, "language")),
  "names and types in the asked language only": docs.inputAs((one) => ({
    ...one,
    name: onlyGo(one["name"]),
    type: onlyGo(one["type"])
  })),
  "properties without descriptions": docs.inputAs((one) => ({ ...one, description: {} })),
  "no typeRef where there is nothing to refer to": docs.inputAs((one) =>
    one["typeRef"] === null ? docs.without(one, "typeRef") : one
  ),
  "inputs that are outputs as well": docs.answered(["docs"], (body) => ({
    ...body,
    outputs: [body["inputs"] ?? [], body["outputs"] ?? []].flat()
  })),
  "functions without inputs and outputs": docs.answered(["docs"], (body) =>
    body["kind"] === "function" ? docs.without(docs.without(body, "inputs"), "outputs") : body
  ),
  "nodes of another kind": docs.noded((node) => [node, { kind: "note", markdown: "A note.", title: "Note" }]),
  "options that don't say what they are for": docs.noded((node) =>
    Array.isArray(node["options"])
      ? { ...node, options: node["options"].map((one) => (isRecord(one) ? { content: one["content"] } : one)) }
      : node
  ),
  "slugs of long titles that are cut": docs.exampled((one) =>
    docs.titleOf(one).length >= 120 ? { ...one, id: String(one["id"]).replace(/x{20,}/, "x") } : one
  ),
  "slugs of letters outside ASCII in another way": docs.exampled((one) =>
    /[^\x20-\x7e]/.test(docs.titleOf(one)) ? { ...one, id: `${String(one["typeToken"])}#grosse-von-waehlen` } : one
  )
}

for (const engine of testEngines.slice(0, 1))
  layer(Layer.effect(Target, ownServer(engine)), { excludeTestServices: true })("no rule fails on", (it) => {
    for (const [name, make] of Object.entries(variants))
      it.effect(name, () =>
        Effect.gen(function* () {
          const chosen = docsRules.filter(({ strength }) => strength !== "ours")
          const report = yield* suite(yield* faulty(yield* Target, make()), { rules: chosen, level: "all" })
          const violated = report.outcomes.filter(
            ({ status }) => !["INCONCLUSIVE", "PASS", "RECORDED"].includes(status)
          )
          assert.deepStrictEqual(
            violated.map(({ rule }) => rule),
            [],
            textsOf(report).join("\n\n")
          )
          assert.isAbove(report.outcomes.filter(({ status }) => status === "PASS").length, 55)
        })
      )
  })
