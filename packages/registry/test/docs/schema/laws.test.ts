import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import { languages } from "../../../src/contract/Language.ts"
import { prepareDocs } from "../../../src/docs/schema/pages/prepareDocs.ts"
import { readPackage } from "../../../src/docs/schema/read/readPackage.ts"
import { allProperties, danglingReferences, pageOf, prepare, problemsOf } from "./pages.ts"
import { randomSchema } from "./randomSchemas.ts"
import { partsOf, reachableTypes } from "./reachableTypes.ts"

type Json = ReturnType<typeof JSON.parse>

const isHidden = (token: string) => /^[^:]*:providers:/.test(token)

describe("valid schemas", () => {
  it("are prepared without loss: a page for everything that is visible, every type that it leads to", () => {
    fc.assert(
      fc.property(randomSchema, (schema) => {
        const prepared = prepare(schema)
        const visible = [
          ...Object.keys(schema.resources),
          ...Object.keys(schema.functions).filter((token) => !isHidden(token))
        ]
        assert.deepStrictEqual(
          prepared.pages.map(({ typeToken }) => typeToken),
          [`pulumi:providers:${schema.name}`, ...visible]
        )
        for (const page of prepared.pages) {
          assert.sameMembers(
            page.supportingTypes.map(({ typeToken }) => typeToken),
            [...reachableTypes(schema, partsOf(schema, page.typeToken))]
          )
        }
      }),
      { numRuns: 300 }
    )
  })

  it("refer to supporting types, pages and other packages only", () => {
    fc.assert(
      fc.property(randomSchema, (schema) => {
        const prepared = prepare(schema)
        for (const page of prepared.pages) assert.deepStrictEqual(danglingReferences(prepared, page), [])
      }),
      { numRuns: 300 }
    )
  })

  it("give a name and a type in every language, the same ones every time", () => {
    fc.assert(
      fc.property(randomSchema, (schema) => {
        const { pages } = prepare(schema)
        const types = pages.flatMap(({ supportingTypes }) => supportingTypes)
        const values = types.flatMap((type) => type.values ?? [])
        const properties = pages.flatMap(allProperties)
        const all = [...pages, ...types, ...values, ...properties].map(({ name }) => name)
        for (const texts of [...all, ...properties.filter(({ type }) => type.yaml !== "").map(({ type }) => type)]) {
          assert.sameMembers(Object.keys(texts), [...languages])
          assert.isTrue(Object.values(texts).every((text) => text !== ""))
        }
        assert.deepStrictEqual(prepare(structuredClone(schema)).pages, pages)
        assert.deepStrictEqual(JSON.parse(JSON.stringify(pages)), pages)
      }),
      { numRuns: 300 }
    )
  })

  it("have each page in exactly one module, in the order of the schema", () => {
    fc.assert(
      fc.property(randomSchema, (schema) => {
        const { modules, pages } = prepare(schema)
        const items = modules.flatMap(({ functions, resources }) => [...resources, ...functions])
        assert.sameMembers(
          items.map(({ typeToken }) => typeToken),
          pages.slice(1).map(({ typeToken }) => typeToken)
        )
        assert.strictEqual(new Set(modules.map(({ name }) => name)).size, modules.length)
        const first = modules.map(({ functions, resources }) => (resources[0] ?? functions[0])?.typeToken ?? "")
        const order = pages.map(({ typeToken }) => typeToken)
        assert.deepStrictEqual(
          first,
          first.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
        )
      }),
      { numRuns: 200 }
    )
  })

  it("list a resource's properties once: inputs, and outputs that are no inputs", () => {
    fc.assert(
      fc.property(randomSchema, (schema) => {
        const prepared = prepare(schema)
        for (const [token, spec] of Object.entries<Json>(schema.resources)) {
          const { inputs, outputs } = pageOf(prepared, token)
          const listed = (properties: Json) =>
            Object.entries<Json>(properties).flatMap(([name, { const: fixed }]) => (fixed === undefined ? [name] : []))
          const known = new Set(listed(spec.inputProperties))
          const names = listed(spec.properties)
          const implied = spec.isComponent || names.includes("id") ? [] : ["id"]
          assert.sameMembers(
            inputs.map(({ name }) => name.yaml),
            [...known]
          )
          assert.sameMembers(
            outputs.map(({ name }) => name.yaml),
            [...names.filter((name) => !known.has(name)), ...implied]
          )
        }
      }),
      { numRuns: 200 }
    )
  })
})

describe("schemas that are damaged", () => {
  /** Puts another value somewhere into a schema. */
  const damaged = fc
    .tuple(randomSchema, fc.array(fc.nat(20), { minLength: 1, maxLength: 8 }), fc.jsonValue({ maxDepth: 3 }))
    .map(([schema, way, value]) => {
      const copy = structuredClone(schema)
      let node: Json = copy
      for (const [depth, step] of way.entries()) {
        const keys = Object.keys(node)
        const key = keys[step % Math.max(keys.length, 1)]
        if (key === undefined) break
        const next = node[key]
        if (depth === way.length - 1 || typeof next !== "object" || next === null) {
          Object.defineProperty(node, key, { value, enumerable: true, configurable: true, writable: true })
          break
        }
        node = next
      }
      return copy
    })

  it("are prepared or refused with places, never a throw", () => {
    fc.assert(
      fc.property(damaged, (schema) => {
        const result = Result.flatMap(readPackage(schema), (model) => prepareDocs(model))
        if (Result.isFailure(result)) {
          assert.isAbove(result.failure.length, 0)
          assert.isBelow(result.failure.length, 21)
        } else {
          assert.isAbove([...result.success.pages].length, 0)
        }
      }),
      { numRuns: 500 }
    )
  })

  it("may be any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => assert.isArray(problemsOf(value))),
      { numRuns: 300 }
    )
  })
})
