/** Our shape of package schemas against the public metaschema: the same verdict on real, made-up and damaged schemas. */
import { assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Result } from "effect"
import * as fc from "fast-check"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { parse } from "yaml"
import { readImport } from "../../../src/docs/import/readImport.ts"
import { packageProblems } from "../../../src/docs/schema/check/packageShape.ts"
import { sampleSchema } from "../../../src/testing.ts"
import { randomSchema } from "./randomSchemas.ts"

type Json = ReturnType<typeof JSON.parse>

const DATA = new URL("../../../../../../shared/data/", import.meta.url)
const METASCHEMA = new URL("metaschema/package-schema.json", DATA)
const hasMetaschema = existsSync(METASCHEMA)

const numRuns = process.env["CI"] === "true" || process.env["PLATFORM_CONTROL_TEST_FULL"] === "true" ? 50_000 : 4_000

const read = (file: URL) => readFileSync(file, "utf8")

const metaschema: Json = hasMetaschema ? JSON.parse(read(METASCHEMA)) : {}

/** True for every value where the metaschema is absent. */
const isValid = new Ajv2020({ strict: false, validateFormats: false }).compile(metaschema)

/** By name. */
const realSchemas = (): ReadonlyMap<string, Json> => {
  const found = new Map<string, Json>()
  for (const folder of ["packages", "goldens"]) {
    for (const name of readdirSync(new URL(`${folder}/`, DATA))) {
      const file = (extension: string) => new URL(`${folder}/${name}/schema.${extension}`, DATA)
      if (existsSync(file("json"))) found.set(name, JSON.parse(read(file("json"))))
      else if (existsSync(file("yaml"))) found.set(name, parse(read(file("yaml"))))
    }
  }
  return found
}

const isObject = (value: unknown): value is Record<string, Json> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Without fields that the metaschema does not know, as it alone closes these four objects. */
const closed = (schema: Json): Json => {
  const known = (value: Json, fields: Json): Json =>
    isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(fields, name))) : value
  const { properties } = metaschema
  const copy = known(schema, properties)
  if (!isObject(copy)) return copy
  if ("meta" in copy) copy["meta"] = known(copy["meta"], properties.meta.properties)
  if ("config" in copy) copy["config"] = known(copy["config"], properties.config.properties)
  const { parameterization } = copy
  if (isObject(parameterization) && "baseProvider" in parameterization) {
    const fields = metaschema.$defs.parameterization.properties.baseProvider.properties
    copy["parameterization"] = { ...parameterization, baseProvider: known(parameterization["baseProvider"], fields) }
  }
  return copy
}

/** A few members of a schema, so that a damage is likely to meet something. References may lead to nothing. */
const few = (schema: Json): Json => {
  const some = (section: Json) => Object.fromEntries(Object.entries<Json>(section ?? {}).slice(0, 3))
  return {
    ...schema,
    ...Object.fromEntries(
      ["types", "resources", "functions"].filter((name) => name in schema).map((name) => [name, some(schema[name])])
    )
  }
}

const values: ReadonlyArray<Json> = [
  null,
  0,
  1.5,
  true,
  "",
  "string",
  "object",
  "array",
  "1.2.3",
  "v1.0.0-rc.1+b",
  "1.2",
  "a:b:c",
  "a::C",
  "1:b:c",
  "a:b",
  [],
  [""],
  [1],
  {},
  { type: "string" },
  { $ref: "pulumi.json#/Any" },
  { type: "object", additionalProperties: { type: "string" } },
  { oneOf: [{ type: "string" }, { type: "integer" }] },
  [{ type: "string" }, { type: "boolean" }],
  [{ type: "string" }],
  { oneOf: [{ type: "string" }] },
  { oneOf: [{ type: "string" }, { type: "integer" }], type: "string", discriminator: { propertyName: "" } },
  { $ref: "#/types/a", items: { type: "string" } },
  { type: "array", items: { type: "string" }, additionalProperties: { type: "string" } },
  { type: "array" },
  "boolean",
  "nodejs",
  { properties: { a: { type: "string" } }, required: ["a"] },
  { type: "string", enum: [{ value: 1 }] },
  { propertyName: "kind", mapping: { a: "b" } },
  { environment: ["A"] },
  { baseProvider: { name: "a", version: "1.0.0" }, parameter: "eA==" }
]

/** Every field that the metaschema speaks of, and some that it doesn't. */
const fieldNames = (): ReadonlyArray<string> => {
  const names = new Set(["unknown", "__proto__", "toString", "pkg:mod:Name", "p:m:x/y-z"])
  const visit = (value: unknown) => {
    if (typeof value !== "object" || value === null) return
    if (isObject(value) && isObject(value["properties"]))
      Object.keys(value["properties"]).forEach((name) => names.add(name))
    Object.values(value).forEach(visit)
  }
  visit(metaschema)
  return [...names]
}

interface Damage {
  /** Shares of the way down, then of the place among its neighbours. */
  readonly way: ReadonlyArray<number>
  readonly act: "add" | "remove" | "rename" | "replace"
  readonly name: string
  readonly value: Json
}

const damage = (names: ReadonlyArray<string>): fc.Arbitrary<Damage> =>
  fc.record({
    way: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 9 }),
    act: fc.constantFrom("add", "remove", "rename", "replace"),
    name: fc.constantFrom(...names),
    value: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...values) },
      fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>
    )
  })

const set = (target: Json, key: string, value: Json) =>
  Object.defineProperty(target, key, {
    value: structuredClone(value),
    enumerable: true,
    configurable: true,
    writable: true
  })

const apply = (schema: Json, { act, name, value, way }: Damage): void => {
  let node: Json = schema
  for (const [depth, share] of way.entries()) {
    const keys = Object.keys(node)
    const key = keys[Math.floor(share * keys.length)]
    if (depth === way.length - 1 || key === undefined || typeof node[key] !== "object" || node[key] === null) {
      if (act === "add") set(node, Array.isArray(node) ? String(node.length) : name, value)
      else if (key === undefined) return
      else if (act === "replace") set(node, key, value)
      else {
        const moved = node[key]
        if (Array.isArray(node)) node.splice(Number(key), 1)
        else delete node[key]
        if (act === "rename" && !Array.isArray(node)) set(node, name, moved)
      }
      return
    }
    node = node[key]
  }
}

const bag = { description: "", properties: { a: { type: "string" } }, required: ["a"] }

/** Has every kind of object that the metaschema speaks of. */
const wholeSchema: Json = {
  name: "p",
  version: "1.0.0",
  keywords: ["a"],
  meta: { moduleFormat: "(.*)" },
  config: { variables: { v: { type: "string" } }, defaults: ["v"] },
  dependencies: [{ name: "d", version: "1.0.0", parameterization: { name: "e", version: "1.0.0", value: "eA==" } }],
  parameterization: { baseProvider: { name: "b", version: "1.0.0" }, parameter: "eA==" },
  types: {
    "p:m:O": {
      type: "object",
      properties: {
        plain: { type: "string", default: "x", defaultInfo: { environment: ["E"], language: {} } },
        list: { type: "array", items: { type: "integer" } },
        map: { type: "object", additionalProperties: { type: "number" } },
        named: { $ref: "#/types/p:m:E" },
        union: {
          oneOf: [{ type: "string" }, { $ref: "#/types/p:m:O" }],
          discriminator: { propertyName: "kind", mapping: { a: "b" } }
        }
      },
      required: ["plain"]
    },
    "p:m:E": { type: "string", enum: [{ value: "a", name: "A", description: "", deprecationMessage: "" }] }
  },
  provider: bag,
  resources: {
    "p:m:R": {
      ...bag,
      inputProperties: { a: { type: "string" } },
      requiredInputs: ["a"],
      stateInputs: bag,
      listInputs: bag,
      aliases: [{ type: "p:m:Old" }, "p:m:Older"],
      methods: { run: "p:m:R/run" }
    }
  },
  functions: {
    "p:m:f": { inputs: bag, outputs: bag, multiArgumentInputs: ["a"] },
    "p:m:g": { returnType: { type: "array", items: { type: "string" } } }
  }
}

/** Every object and list in a value, by the way to it. */
const waysIn = (value: unknown, way: ReadonlyArray<string> = []): ReadonlyArray<ReadonlyArray<string>> =>
  typeof value !== "object" || value === null
    ? []
    : [way, ...Object.entries(value).flatMap(([key, inner]) => waysIn(inner, [...way, key]))]

const nodeAt = (schema: Json, way: ReadonlyArray<string>): Json => way.reduce((node, key) => node[key], schema)

/** Why a schema that the metaschema lets pass is not published here. */
const justified: ReadonlyArray<readonly [reason: string, message: RegExp]> = [
  ["A reference has to lead to something, or pages would have gaps.", /^Expected a type that exists/],
  ["A token has to fit into a path, and has no blanks or control characters.", /^Expected a token/],
  [
    "A returned type of a bag's shape is read as the type that it claims to be.",
    /^Expected (?:a type|a list|an object|a text|at least one type)/
  ],
  ["Modules are found by RE2, in linear time.", /^Expected a regular expression/],
  ["Types of which none is ever chosen: at most 32 in each other.", /^Expected at most 32 types/],
  ["Names have to be shown.", /^Expected a name of 1 to 512/],
  ["Values of enumerations have to be shown.", /^Expected a text of at most 512/],
  ["An enumeration says of what type it is.", /^Expected string, integer, number or boolean/],
  [
    "What lists show has bounds.",
    /^Expected a value with a length of at (?:most|least)|^Expected base64|^Expected string/
  ],
  ["What is answered of a parameterization names its base provider.", /^Missing key/],
  ["The version is the one that is published.", /^Expected 1\.0\.0, the version/]
]

describe.skipIf(!hasMetaschema)("package schemas, against the public metaschema", () => {
  const real = hasMetaschema ? realSchemas() : new Map<string, Json>()
  const starts = [...real.values(), sampleSchema("sample", 1)].map(few)
  const damaged = fc
    .tuple(
      fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...starts) }, randomSchema),
      fc.array(damage(fieldNames()), { minLength: 1, maxLength: 3 })
    )
    .map(([schema, damages]) => {
      const copy = structuredClone(schema)
      for (const each of damages) apply(copy, each)
      return copy
    })

  const shown = (schema: Json) =>
    `${JSON.stringify(packageProblems(schema))} ${JSON.stringify(isValid.errors?.slice(0, 3))}`

  it("are accepted by both where they are real", () => {
    assert.isAbove(real.size, 25)
    for (const [name, schema] of real) {
      assert.deepStrictEqual(packageProblems(schema), [], name)
      assert.isTrue(isValid(closed(schema)), name)
    }
  })

  it("are accepted by both where they were made up", () => {
    fc.assert(
      fc.property(randomSchema, (schema) => {
        assert.isTrue(isValid(closed(schema)), shown(schema))
        assert.deepStrictEqual(packageProblems(schema), [])
      }),
      { numRuns: numRuns / 10 }
    )
  })

  it("get one verdict with any field of any kind anywhere", { timeout: 600_000 }, () => {
    assert.deepStrictEqual(packageProblems(wholeSchema), [])
    const names = fieldNames()
    let accepted = 0
    let refused = 0
    const judge = (schema: Json, what: string) => {
      const expected = isValid(closed(schema))
      if (expected) accepted++
      else refused++
      if ((packageProblems(schema).length === 0) !== expected) assert.fail(`${what}: ${shown(schema)}`)
    }
    const schema = structuredClone(wholeSchema)
    for (const way of waysIn(wholeSchema)) {
      const node = nodeAt(schema, way)
      const before = structuredClone(node)
      const restore = (field: string) => {
        if (Object.hasOwn(before, field)) set(node, field, before[field])
        else delete node[field]
      }
      for (const field of new Set([...Object.keys(node), ...(Array.isArray(node) ? [] : names)])) {
        for (const value of values) {
          set(node, field, value)
          judge(schema, `${[...way, field].join(".")} = ${JSON.stringify(value)}`)
        }
        restore(field)
        if (Array.isArray(node)) continue
        delete node[field]
        judge(schema, `${[...way, field].join(".")} removed`)
        restore(field)
      }
    }
    assert.deepStrictEqual(schema, wholeSchema)
    assert.isAbove(accepted, 10_000)
    assert.isAbove(refused, 10_000)
  })

  const verdicts = { accepted: 0, refused: 0 }

  it(`get one verdict where they were damaged, ${numRuns} times`, { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(damaged, (schema) => {
        const expected = isValid(closed(schema))
        verdicts[expected ? "accepted" : "refused"]++
        assert.strictEqual(packageProblems(schema).length === 0, expected, shown(schema))
      }),
      { numRuns }
    )
    // Neither verdict is rare.
    assert.isAbove(Math.min(verdicts.accepted, verdicts.refused), numRuns / 10)
  })

  it(
    "are published only where the metaschema accepts them, and refused beyond it for a stated reason",
    { timeout: 600_000 },
    () => {
      fc.assert(
        fc.property(damaged, (schema) => {
          const result = readImport(schema, "1.0.0")
          if (Result.isSuccess(result)) return assert.isTrue(isValid(closed(schema)), shown(schema))
          if (!isValid(closed(schema))) return
          for (const { attribute, customMessage = "" } of result.failure) {
            assert.isTrue(
              justified.some(([, message]) => message.test(customMessage)),
              `${attribute}: ${customMessage}`
            )
          }
        }),
        { numRuns: numRuns / 2 }
      )
    }
  )

  it("are refused with the places of their first problems", () => {
    const schema = {
      name: "p",
      keywords: ["a", 1],
      resources: { "p:m:R": { inputProperties: { a: { type: "list" }, b: { type: "array" } }, requiredInputs: "a" } },
      functions: { "p:m:f g": {} }
    }
    assert.deepStrictEqual(
      packageProblems(schema).map(({ attribute, errorType }) => [attribute, errorType]),
      [
        ["keywords.1", "invalid"],
        ["resources.p:m:R.inputProperties.a.type", "invalid"],
        ["resources.p:m:R.inputProperties.b.items", "required"],
        ["resources.p:m:R.requiredInputs", "invalid"],
        ["functions.p:m:f g", "invalid"]
      ]
    )
    assert.strictEqual(packageProblems({ name: "p", keywords: Array.from({ length: 100 }, () => 1) }).length, 20)
  })
})
