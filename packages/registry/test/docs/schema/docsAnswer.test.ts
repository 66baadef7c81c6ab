import { assert, describe, it } from "@effect/vitest"
import { docsMembers, supportingTypeAnswer } from "../../../src/docs/schema/pages/docsAnswer.ts"
import { pageOf, prepare } from "./pages.ts"

const schema = {
  name: "p",
  types: {
    "p:index:Mode": {
      type: "string",
      enum: [{ value: "a", description: "First." }, { value: "b", deprecationMessage: "Use a." }, { value: "c" }]
    }
  },
  resources: {
    "p:index:R": {
      inputProperties: {
        mode: { $ref: "#/types/p:index:Mode", description: "The mode.\n", deprecationMessage: "Gone soon." },
        other: { $ref: "/q/v2.0.0/schema.json#/types/q:index:T" },
        text: { type: "string", deprecationMessage: "" },
        twin: { $ref: "/q/schema.json#/resources/q:index:R" }
      }
    }
  }
}

const page = pageOf(prepare(schema), "p:index:R")
const parts = {
  describe: (markdown: string) => ({ go: `go: ${markdown}` }),
  packageId: (name: string) => `private/acme/${name}`
}
const answer = {
  ...docsMembers(page, parts),
  supportingTypes: page.supportingTypes.map((type) => supportingTypeAnswer(type, parts))
}

describe("what a page answers", () => {
  it("describes properties in each language, and says what to do about deprecated ones", () => {
    assert.deepStrictEqual(
      answer.inputs?.map(({ deprecated, description }) => [deprecated, description.go]),
      [
        [true, "go: The mode.\n\n**Deprecated:** Gone soon."],
        [undefined, "go: "],
        [true, "go: "],
        [undefined, "go: "]
      ]
    )
  })

  it("describes values where there is something to say", () => {
    assert.deepStrictEqual(
      answer.supportingTypes?.[0]?.values?.map(({ description, value }) => [value, description?.go]),
      [
        ["a", "go: First."],
        ["b", "go: **Deprecated:** Use a."],
        ["c", undefined]
      ]
    )
  })

  it("identifies other packages, and is null for types that need no documentation", () => {
    assert.deepStrictEqual(
      answer.inputs?.map(({ typeRef }) => typeRef),
      [
        { typeToken: "p:index:Mode" },
        { typeToken: "q:index:T", package: "private/acme/q", version: "2.0.0" },
        null,
        { typeToken: "q:index:R", package: "private/acme/q" }
      ]
    )
  })
})
