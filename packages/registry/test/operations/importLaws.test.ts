/** What is promised of every valid schema, over HTTP: it is published whole, and everything in it can be read. */
import { assert, describe, it } from "@effect/vitest"
import { testEngines } from "@platform-control/core/testing/databases"
import { Effect, Schema } from "effect"
import * as fc from "fast-check"
import { languages } from "../../src/contract/Language.ts"
import { PackageDocs } from "../../src/contract/index.ts"
import { publishSample, sampleArtifacts } from "../../src/testing.ts"
import { randomSchema } from "../docs/schema/randomSchemas.ts"
import { reachableTypes, partsOf } from "../docs/schema/reachableTypes.ts"
import { callers, type Json, layerStage, Raw } from "../stage/Stage.ts"

const isFull = process.env["CI"] === "true" || process.env["PLATFORM_CONTROL_TEST_FULL"] === "true"

const SCHEMAS = isFull ? 200 : 25

const seed = Math.floor(Math.random() * 2 ** 31)

const get = Effect.fnUntraced(function* (path: string, accept = "application/json") {
  const answer = yield* (yield* Raw).send("GET", path, { token: "bob", headers: { accept } })
  assert.strictEqual(answer.status, 200, `${path} (seed ${seed}): ${answer.text.slice(0, 300)}`)
  return answer
})

const isDocs = Schema.is(PackageDocs)

const isHidden = (token: string) => /^[^:]*:providers:/.test(token)

const visibleTokens = (schema: Json): ReadonlyArray<string> => [
  ...new Set([...Object.keys(schema.resources), ...Object.keys(schema.functions).filter((token) => !isHidden(token))])
]

const tokensOf = (nav: Json): ReadonlyArray<string> =>
  nav.modules.flatMap(({ functions, resources }: Json) =>
    [...resources, ...functions].map(({ typeToken }: Json) => typeToken)
  )

/** One page in every language and both forms, with every type that it leads to. */
const readPage = Effect.fnUntraced(function* (url: string, token: string, schema: Json) {
  for (const language of languages) {
    const { json } = yield* get(`${url}?lang=${language}`)
    assert.isTrue(isDocs(json))
    assert.deepStrictEqual([json.typeToken, json.language], [token, language])
    if (schema.resources[token] === undefined || schema.functions[token] === undefined) {
      assert.sameMembers(
        json.supportingTypes.map(({ typeToken }: Json) => typeToken),
        [...reachableTypes(schema, partsOf(schema, token))]
      )
    }
    const { text } = yield* get(`${url}?lang=${language}`, "text/markdown")
    assert.match(text, /^# /)
  }
})

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`any valid schema on ${engine.name}`, () => {
    it.layer(layerStage(engine))((it) => {
      it.effect(
        `is published, loses no type, and is read whole in every language and both media types: ${SCHEMAS} schemas`,
        () =>
          Effect.gen(function* () {
            const schemas = fc.sample(randomSchema, { numRuns: SCHEMAS, seed })
            for (const [index, schema] of schemas.entries()) {
              const id = { source: "private", publisher: "acme", name: `law-${index}` } as const
              const artifacts = { ...sampleArtifacts(), schema: JSON.stringify(schema) }
              yield* publishSample(callers.alice, id, { version: "1.0.0" }, artifacts)
              const version = `/api/registry/packages/private/acme/law-${index}/versions/1.0.0`
              const nav = (yield* get(`${version}/nav?depth=full`)).json
              assert.sameMembers([...new Set(tokensOf(nav))], [...visibleTokens(schema)], `seed ${seed}`)
              for (const token of visibleTokens(schema)) {
                yield* readPage(nav.docsUrlTemplate.replace("{typeToken}", encodeURIComponent(token)), token, schema)
              }
              const { json } = yield* get(`${version}/examples?limit=100`)
              const ids = json.examples.map((example: Json) => example.id)
              assert.strictEqual(new Set(ids).size, ids.length)
              assert.isTrue(json.examples.every(({ code }: Json) => code !== ""))
            }
          }),
        { timeout: 600_000 }
      )
    })
  })
}
