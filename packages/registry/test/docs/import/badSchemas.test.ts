/** Schemas that are none, or want too much: each is refused with a reason or imported, never a fault. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import { existsSync, readFileSync } from "node:fs"
import { languages } from "../../../src/contract/Language.ts"
import type { PageRow } from "../../../src/docs/import/DocsRows.ts"
import { importPackage } from "../../../src/docs/import/importPackage.ts"
import { readImport } from "../../../src/docs/import/readImport.ts"
import { MAX_JSON_DEPTH, MAX_JSON_VALUES, SchemaText } from "../../../src/docs/import/SchemaText.ts"
import { pageMarkdown } from "../../../src/docs/markup/render/pageMarkdown.ts"
import { sampleSchema } from "../../../src/testing.ts"
import { randomSchema } from "../schema/randomSchemas.ts"

/** Inputs of each kind. */
const numRuns = process.env["CI"] === "true" || process.env["PLATFORM_CONTROL_TEST_FULL"] === "true" ? 20_000 : 1_000

const encoder = new TextEncoder()

const order = {
  id: { source: "private", publisher: "acme", name: "p" },
  version: "1.0.0",
  readme: "# P\n",
  installation: undefined
} as const

const parse = (chunks: Iterable<Uint8Array>) => {
  const text = new SchemaText()
  for (const chunk of chunks) text.add(chunk)
  return text.parse()
}

/** Writes the Markdown of a small page as its readers do. */
const write = ({ extras, json, type_token: typeToken }: PageRow): void => {
  if (json === null || extras === null) return
  const docs = { ...JSON.parse(`{${json}`), typeToken, version: "1.0.0", navUrl: "/nav" }
  for (const language of languages) {
    const { body, heading } = pageMarkdown(docs, JSON.parse(extras), language)
    assert.match(`${heading}\n${body}`, /^# [^]*\n## Usage\n/)
  }
}

/** The problems of some bytes, or how many pages they make. */
const imported = (chunks: Iterable<Uint8Array>): number | ReadonlyArray<string> => {
  const read = Result.flatMap(parse(chunks), (schema) => readImport(schema, "1.0.0"))
  if (Result.isFailure(read)) return read.failure.map(({ customMessage = "" }) => customMessage)
  const parts = importPackage(order, read.success, {})
  let pages = 0
  for (let part = parts.next(); ; part = parts.next()) {
    if (part.done === true && Result.isFailure(part.value)) return [part.value.failure.customMessage ?? ""]
    const rows = part.done === true ? Result.getOrThrow(part.value) : part.value
    rows.pages.forEach(write)
    pages += rows.pages.length
    if (part.done === true) return pages
  }
}

const check = (chunks: Iterable<Uint8Array>): void => {
  const outcome = imported(chunks)
  if (typeof outcome === "number") return assert.isAbove(outcome, 0)
  assert.isAbove(outcome.length, 0)
  assert.isAtMost(outcome.length, 20)
  assert.isTrue(outcome.every((message) => message !== "" && message.length < 1_000))
}

/** The unit over and over, up to so many bytes. */
function* repeated(unit: string, bytes: number): Generator<Uint8Array> {
  const chunk = encoder.encode(unit.repeat(Math.ceil(1_000_000 / unit.length)))
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk
}

const MEGABYTE = 1_000_000

describe("a schema that wants too much", () => {
  const memory = () => process.memoryUsage().rss / MEGABYTE

  it.each(["[", '{"a":', '[{"a":', "[[],", '{"a":{},"a":'])(
    "is refused at 200 MB of %j, within little memory",
    (unit) => {
      const before = memory()
      assert.match(
        String(imported(repeated(unit, 200 * MEGABYTE))),
        /^Expected at most 200 objects and lists in each other$/
      )
      assert.isBelow(memory() - before, 300)
    }
  )

  it.each(["[],", "{},", '"",', '"a":1,', "0,"])("is refused at 100 MB of %j", (unit) => {
    const wrapped = function* () {
      yield encoder.encode("[")
      yield* repeated(unit, 100 * MEGABYTE)
    }
    assert.match(String(imported(wrapped())), /^Expected at most 10000000 values$/)
  })

  const million = "a".repeat(5 * MEGABYTE)
  const version = "1.0.0"
  it.each<readonly [what: string, schema: object]>([
    ["a parameter", { parameterization: { baseProvider: { name: "a", version }, parameter: `${million}!` } }],
    ["a version", { version: `${version}-${"a.".repeat(5 * MEGABYTE)}` }],
    ["a namespace", { namespace: "a-".repeat(10 * MEGABYTE) }],
    ["a name", { name: `${million}!` }],
    ["a dependency", { dependencies: [{ name: "a", version: `${version}-${"a.".repeat(5 * MEGABYTE)}` }] }],
    ["a token", { resources: { [`p:m/${million}:R!`]: {} } }]
  ])("is refused with %s longer than any pattern is matched with", (_, schema) => {
    const before = performance.now()
    const refusals = imported([encoder.encode(JSON.stringify({ name: "p", ...schema }))])
    assert.match(String(refusals), /^Expected (?:a text of )?at most (?:512|65536) characters$/)
    assert.isBelow(performance.now() - before, 5_000)
  })

  it("may be as deep as the bound, with brackets in texts not counted", () => {
    const deep = (depth: number) => `{"name":"p","x":${"[".repeat(depth)}${"]".repeat(depth)}}`
    assert.deepStrictEqual(imported([encoder.encode(deep(MAX_JSON_DEPTH - 1))]), 1)
    assert.match(String(imported([encoder.encode(deep(MAX_JSON_DEPTH))])), /in each other/)
    assert.deepStrictEqual(imported([encoder.encode(JSON.stringify({ name: "p", x: '["{\\'.repeat(1_000) }))]), 1)
    assert.isBelow(MAX_JSON_VALUES, 20_000_000)
  })

  it("is refused when a page would be too large", () => {
    const types = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [
        `p:m:T${index}`,
        { properties: { next: { $ref: `#/types/p:m:T${index + 1}`, description: "x".repeat(20_000) } } }
      ])
    )
    const schema = {
      name: "p",
      types: { ...types, "p:m:T300": {} },
      resources: { "p:m:R": { properties: { first: { $ref: "#/types/p:m:T0" } } } }
    }
    assert.match(
      String(imported([encoder.encode(JSON.stringify(schema))])),
      /^Expected a page, .* of at most 32000000 characters/
    )
  })

  it.each<readonly [what: string, unit: string]>([
    ["text", "word "],
    ["references", "{{% ref #/resources/p:m:R %}}"],
    ["words of languages", '<span pulumi-lang-go="x">y</span>'],
    ["choices", "{{< chooser os linux >}}{{% choosable os linux %}}a{{% /choosable %}}{{< /chooser >}}b"]
  ])("is refused when a description would be too large, of %s", (_, unit) => {
    const publish = (length: number) => {
      const resources = { "p:m:R": { description: unit.repeat(length / unit.length) } }
      const parts = importPackage(order, Result.getOrThrow(readImport({ name: "p", resources }, "1.0.0")), {})
      for (let part = parts.next(); ; part = parts.next()) {
        if (part.done === true) return Result.isFailure(part.value) ? part.value.failure.attribute : undefined
        assert.isBelow(Math.max(0, ...part.value.pages.map(({ description }) => description.length)), 5_000_000)
      }
    }
    assert.strictEqual(publish(500_000), undefined)
    assert.strictEqual(publish(17_000_000), "p:m:R.description")
  })

  it("is refused when a document would be too large with every choice written out", () => {
    const options = ["linux", "macos", "windows"].map(
      (os) => `{{% choosable os ${os} %}}\n${"x".repeat(200_000)}\n{{% /choosable %}}\n`
    )
    const inner = `{{< chooser os "linux,macos,windows" >}}\n${options.join("")}{{< /chooser >}}\n`
    const all = "typescript,python,go,csharp,java,yaml,hcl"
    const readme = (names: string) =>
      `{{< chooser language "${names}" >}}\n{{% choosable language "${names}" %}}\n${inner}{{% /choosable %}}\n{{< /chooser >}}\n`
    const read = Result.getOrThrow(readImport({ name: "p" }, "1.0.0"))
    const first = (document: string) => importPackage({ ...order, readme: document }, read, {}).next()
    assert.isFalse(first(readme("go")).done)
    // 600 kB would be 25 MB.
    const { done, value } = first(readme(all))
    assert.deepStrictEqual(done === true && Result.isFailure(value) ? value.failure.resource : undefined, "readme")
  })
})

describe("a schema in chunks", () => {
  it("is what JSON says, however it is cut", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 1, max: 7 }), (value, size) => {
        const bytes = encoder.encode(JSON.stringify(value))
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size)
        )
        assert.deepStrictEqual(parse(chunks), Result.succeed(JSON.parse(JSON.stringify(value))))
      }),
      { numRuns: 300 }
    )
  })

  it("is refused when it ends inside a character", () => {
    const bytes = encoder.encode('{"name":"é"}')
    assert.isTrue(Result.isFailure(parse([bytes.subarray(0, 10), bytes.subarray(11)])))
    assert.isTrue(Result.isFailure(parse([bytes.subarray(0, 10)])))
    assert.isTrue(Result.isSuccess(parse([bytes.subarray(0, 10), bytes.subarray(10)])))
  })
})

describe("a damaged schema", () => {
  const sample = JSON.stringify(sampleSchema("p", 1))
  const real = new URL("../../../../../../shared/data/packages/random/schema.json", import.meta.url)
  const texts = [sample, ...(existsSync(real) ? [readFileSync(real, "utf8").slice(0, 60_000)] : [])]

  const pieces = [
    "",
    "{",
    "}",
    "[",
    "]",
    ",",
    '"',
    "\\",
    "null",
    "\u0000",
    "\ud800",
    '"$ref":"#/types/none"',
    '"$ref":"#/types/%E0%A4%A"',
    '"type":"object"',
    '"a:b:c":{}',
    '"p:\u202e/x:y z":{}',
    '"p:../..:..":{}',
    '"__proto__":{}',
    "{{% example %}}",
    "{{% choosable",
    "<!--Start PulumiCodeChooser -->",
    "<!--",
    "```",
    "1e999",
    "-"
  ]

  const cuts = fc.array(fc.tuple(fc.nat(1_000_000), fc.nat(40), fc.constantFrom(...pieces)), {
    minLength: 1,
    maxLength: 4
  })

  const damagedText = fc.tuple(fc.constantFrom(...texts), cuts).map(([text, cuts]) =>
    cuts.reduce((damaged, [at, length, piece]) => {
      const start = at % (damaged.length + 1)
      return damaged.slice(0, start) + piece + damaged.slice(start + length)
    }, text)
  )

  it(`is imported or refused, ${numRuns} with cuts and odd pieces`, { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(damagedText, (text) => check([encoder.encode(text)])),
      { numRuns }
    )
  })

  it(`is refused where it is truncated, ${numRuns} times`, { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.double({ min: 0, max: 0.9999, noNaN: true }), (text, share) => {
        assert.deepStrictEqual(imported([encoder.encode(text.slice(0, Math.floor(share * text.length)))]), [
          "Expected JSON in UTF-8"
        ])
      }),
      { numRuns }
    )
  })

  it(`is imported or refused, ${numRuns} whose bytes were changed`, { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(1_000_000), fc.nat(255)), { minLength: 1, maxLength: 6 }), (changes) => {
        const bytes = encoder.encode(sample)
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte
        check([bytes])
      }),
      { numRuns }
    )
  })

  const oddText = fc.oneof(
    fc
      .array(fc.constantFrom(...pieces, "## A\n", "a\n---\n", "\n", "```go\n", "word "), { maxLength: 30 })
      .map((parts) => parts.join("")),
    fc.string({ unit: "binary", maxLength: 60 })
  )

  /** Other texts in a valid schema: descriptions, names and tokens of any characters. */
  const oddSchema = fc.tuple(randomSchema, oddText, oddText, oddText).map(([schema, description, name, token]) => ({
    ...schema,
    description,
    resources: {
      ...schema.resources,
      "p:m:Odd": { description, inputProperties: { [name]: { type: "string", description } } }
    },
    functions: { ...schema.functions, [`p:${token}:f`]: { description: token } }
  }))

  it(`is imported or refused, ${numRuns} with odd texts, names and tokens`, { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(oddSchema, (schema) => check([encoder.encode(JSON.stringify(schema))])),
      { numRuns }
    )
  })
})
