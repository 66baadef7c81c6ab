/** Raw bodies against the table, the table against a document, and histories against a model. */
import { assert, describe, it } from "vitest"
import { catalogue } from "../../src/catalogue/Catalogue.ts"
import { isLinearizable, type Step } from "../../src/laws/linearizable.ts"
import { compareDocument } from "../../src/table/compareDocument.ts"
import { matchesFormat } from "../../src/table/formats.ts"
import { judgeValue } from "../../src/table/judgeBody.ts"
import { matchOperation, operationOf, operations } from "../../src/table/operations.ts"
import { count, nullable, oneOf, optional, record, required, string, timestamp } from "../../src/table/Shape.ts"
import { rules } from "../../src/rules.ts"
import { coverage } from "../../src/runs/coverage.ts"
import { existsSync, readFileSync } from "node:fs"

const shape = record("Thing", {
  id: required(string),
  size: required(count),
  kind: required(oneOf("a", "b")),
  at: required(timestamp),
  note: optional(string),
  next: nullable(string)
})

const right = { id: "1", size: 0, kind: "a", at: "2026-01-02T03:04:05.006Z", next: null }

const kinds = (value: unknown) => judgeValue(shape, value).map(({ kind, path }) => `${kind} ${path}`)

describe("judgeValue", () => {
  it("finds nothing in a body that is right", () => assert.deepStrictEqual(kinds(right), []))

  it("names the kind and the place of every deviation", () => {
    assert.deepStrictEqual(kinds({ ...right, id: undefined }), ["missing id"])
    assert.deepStrictEqual(kinds({ ...right, id: null }), ["null id"])
    assert.deepStrictEqual(kinds({ ...right, size: "0" }), ["type size"])
    assert.deepStrictEqual(kinds({ ...right, size: 0.5 }), ["integer size"])
    assert.deepStrictEqual(kinds({ ...right, size: -1 }), ["range size"])
    assert.deepStrictEqual(kinds({ ...right, kind: "c" }), ["enum kind"])
    assert.deepStrictEqual(kinds({ ...right, at: "yesterday" }), ["format at"])
    assert.deepStrictEqual(kinds({ ...right, note: null }), ["optional note"])
    assert.deepStrictEqual(kinds({ ...right, more: 1 }), ["unknown more"])
    assert.deepStrictEqual(kinds([]), ["type "])
  })
})

describe("matchesFormat", () => {
  it("tells semantic versions from what looks like one", () => {
    for (const good of ["1.0.0", "1.0.0-rc.1", "1.0.0+b1", "0.0.0-0.a-b+0.1"])
      assert.isTrue(matchesFormat("semver", good), good)
    for (const bad of ["1", "1.2", "v1.2.3", "01.2.3", "1.2.3-01", "1.2.3.4", "latest", ""])
      assert.isFalse(matchesFormat("semver", bad), bad)
  })
})

describe("the operation table", () => {
  it("knows which operation a request is for", () => {
    const path = "/api/registry/packages/private/acme/thing/versions/latest"
    assert.strictEqual(matchOperation("GET", `${path}?a=1`)?.id, "registry.get")
    assert.strictEqual(matchOperation("HEAD", path)?.id, "registry.get")
    assert.strictEqual(matchOperation("POST", `${path}/complete`)?.id, "registry.complete")
    assert.isUndefined(matchOperation("GET", `${path}/more`))
  })

  it("a hole on either side is named", () => {
    const parameters = Object.keys(operationOf("registry.list").query).map((name) => ({ name, in: "query" }))
    const paths = {
      "/api/registry/packages": {
        get: {
          parameters: [...parameters.slice(1), { name: "colour", in: "query" }],
          responses: { 200: {} },
          security: [{}]
        }
      },
      "/api/surprise": { get: {} }
    }
    const holes = compareDocument(operations, { paths }).join("\n")
    for (const hole of [
      /the document lacks the query parameter asc/,
      /the table lacks the query parameter colour/,
      /lacks the status 400/,
      /the document lacks the field packages/,
      /POST .*versions: the document lacks the operation/,
      /GET \/api\/surprise: the table lacks the operation/
    ])
      assert.match(holes, hole)
  })
})

describe("compareDocument", () => {
  const documentWith = (body: object, security: object) => ({
    paths: {
      "/api/things": {
        post: {
          requestBody: { content: { "application/json": { schema: body } } },
          responses: { 200: {} },
          ...security
        }
      }
    },
    components: { schemas: { Part: { type: "object", properties: { id: { type: "string" } }, required: ["id"] } } }
  })
  const things = {
    id: "things.make",
    method: "POST" as const,
    path: "/api/things",
    profile: "core" as const,
    group: "things",
    access: "public" as const,
    query: {},
    body: record("Thing", {
      kind: required(string),
      part: optional(record("Part", { id: required(string) })),
      other: optional(string)
    }),
    success: { status: 200 },
    refusals: []
  }
  const part = { anyOf: [{ $ref: "#/components/schemas/Part" }, { type: "null" }] }
  const variant = (name: string, of: object, required: ReadonlyArray<string>) => ({
    type: "object",
    properties: { kind: { type: "string" }, [name]: of },
    required
  })
  const either = {
    anyOf: [variant("part", part, ["kind", "part"]), variant("other", { type: "string" }, ["kind"])]
  }

  it("reads what may be null, one of several records, and no security at all", () =>
    assert.deepStrictEqual(compareDocument([things], documentWith(either, { security: [] })), []))

  it("names what differs inside them", () => {
    const wrong = { anyOf: [variant("part", { type: "string" }, ["kind"]), variant("more", { type: "string" }, [])] }
    const holes = compareDocument([things], documentWith(wrong, {})).join("\n")
    for (const hole of [
      /body: the document lacks the field other/,
      /body: the table lacks the field more/,
      /body\.kind: the table says required, the document the opposite/,
      /body\.part: the table says object, the document "string"/,
      /the table says public, the document credential/
    ])
      assert.match(holes, hole)
  })
})

describe("isLinearizable", () => {
  const write = (startedAt: number, endedAt: number): Step<number> => ({
    name: "w",
    startedAt,
    endedAt,
    step: (state) => state + 1
  })
  const read = (startedAt: number, endedAt: number, value: number): Step<number> => ({
    name: "r",
    startedAt,
    endedAt,
    step: (state) => (state === value ? state : undefined)
  })

  it("takes overlapping steps in either order, and others in theirs", () => {
    assert.isTrue(isLinearizable([write(0, 10), read(1, 2, 0)], 0))
    assert.isTrue(isLinearizable([write(0, 10), read(1, 2, 1)], 0))
    assert.isTrue(isLinearizable([write(0, 1), read(2, 3, 1)], 0))
    assert.isFalse(isLinearizable([write(0, 1), read(2, 3, 0)], 0))
    assert.isFalse(isLinearizable([write(0, 9), read(1, 2, 1), read(3, 4, 0)], 0))
  })
})

const given = new URL("../../../../shared/spec/rules.csv", import.meta.url)

describe("the table", () => {
  it("takes null for the token after the last page, but where it is said to be absent", () => {
    const kinds = (id: string) =>
      judgeValue(operationOf(id).success.body!, { services: [], tokens: [], items: [], continuationToken: null })
        .filter(({ path }) => path === "continuationToken")
        .map(({ kind }) => kind)
    for (const id of ["services.get", "services.addItemsDeprecated", "organizationTokens.list", "userTokens.list"])
      assert.deepStrictEqual(kinds(id), [], id)
    assert.deepStrictEqual(kinds("services.list"), ["optional"])
  })
})

describe("the catalogue", () => {
  it("has a test or a reason for every rule", () => assert.deepStrictEqual(coverage(rules).holes, []))

  // The catalogue that the rules were written from does not lie in this repository.
  it.skipIf(!existsSync(given))("has every rule of the profiles that are built", () => {
    const ours = catalogue.map(({ id }) => id).filter((id) => !id.startsWith("OUR"))
    const built = new Set(ours.map((id) => id.split("-")[0]))
    const ids = [...readFileSync(given, "utf8").matchAll(/^(([A-Z]+)-\d{3}),/gm)]
      .filter(([, , profile]) => built.has(profile))
      .map(([, id]) => id)
    assert.sameMembers(ours, ids)
  })
})
