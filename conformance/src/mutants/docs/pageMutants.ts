/** Faults of the pages of resources and functions, one a line. */
import { isRecord } from "../../wire/Exchange.ts"
import { type Mutant, mutant as row, pathOf, plainAnswer } from "../Mutant.ts"
import * as docs from "./docsFaults.ts"

/** Of addresses, languages, properties and types. */
export const pageMutants: ReadonlyArray<Mutant> = [
  row(
    "DOC-001",
    "an encoded slash is a slash of the path",
    ["REG-068"],
    docs.on(["docs"], (hop, next) => (/%2f/i.test(pathOf(hop)) ? Promise.resolve(docs.refused(404)) : next(hop)))
  ),
  row(
    "DOC-002",
    "the token is answered in lower case",
    ["REG-069"],
    docs.answered(["docs"], (body) => ({ ...body, typeToken: String(body["typeToken"]).toLowerCase() }))
  ),
  row(
    "DOC-003",
    "tokens are found in any case",
    ["REG-070"],
    docs.on(["docs"], async (hop, next) => {
      const answer = await next(hop)
      return answer.status === 404 && /%3A[A-Z0-9%._-]+$/.test(pathOf(hop)) ? plainAnswer(200, {}) : answer
    })
  ),
  row(
    "DOC-004",
    "an unknown version is the latest",
    ["REG-071", "REG-100", "REG-132", "REG-133"],
    docs.on("all", (hop, next) => next({ ...hop, target: hop.target.replace("/versions/9.9.9/", "/versions/latest/") }))
  ),
  row("DOC-005", "pages are in python by default", ["REG-072"], docs.defaultsToPython("docs")),
  row(
    "DOC-006",
    "hcl is no language",
    ["REG-073"],
    docs.on(["docs"], (hop, next) => (hop.target.includes("lang=hcl") ? Promise.resolve(docs.refused(400)) : next(hop)))
  ),
  row("DOC-007", "an unlisted language is the default", ["REG-074"], docs.lenient("docs", "lang")),
  row(
    "DOC-008",
    "lang is taken in any case",
    ["REG-074"],
    docs.asked(["docs"], (query) => {
      if (query.has("lang")) query.set("lang", (query.get("lang") ?? "").toLowerCase())
    })
  ),
  row("DOC-009", "an unlisted operating system is overlooked", ["REG-075"], docs.lenient("docs", "os")),
  row(
    "DOC-010",
    "the language is null",
    ["REG-076"],
    docs.answered(["docs"], (body) => ({ ...body, language: null }))
  ),
  row(
    "DOC-011",
    "the language is go always",
    ["REG-076"],
    docs.answered(["docs"], (body) => ({ ...body, language: "go" }))
  ),
  row(
    "DOC-012",
    "functions are resources",
    ["REG-077"],
    docs.answered(["docs"], (body) => ({ ...body, kind: "resource" }))
  ),
  row(
    "DOC-013",
    "the version is the word latest",
    ["REG-078", "REG-059"],
    docs.answered(["docs"], (body, hop) => (docs.isLatest(hop) ? { ...body, version: "latest" } : body))
  ),
  row(
    "DOC-014",
    "navUrl leads to the README",
    ["REG-079"],
    docs.answered(["docs"], (body) => ({ ...body, navUrl: String(body["navUrl"]).replace(/nav$/, "readme") }))
  ),
  row(
    "DOC-015",
    "a chooser of languages is left on the page",
    ["REG-080"],
    docs.answered(["docs"], (body) => ({
      ...body,
      description: [body["description"], { kind: "language-chooser", markdown: "", options: [] }].flat()
    }))
  ),
  row(
    "DOC-016",
    "a chooser of systems is left where one was asked for",
    ["REG-081"],
    docs.answered(["docs"], (body, hop) =>
      hop.target.includes("os=")
        ? { ...body, description: [body["description"], { kind: "os-chooser", markdown: "", options: [] }].flat() }
        : body
    )
  ),
  row(
    "DOC-017",
    "a property has its name in no language",
    ["REG-082"],
    docs.inputAs((one) => ({ ...one, name: {} }))
  ),
  row(
    "DOC-018",
    "a property lacks replaceOnChanges",
    ["REG-082"],
    docs.inputAs((one) => docs.without(one, "replaceOnChanges"))
  ),
  row(
    "DOC-019",
    "a property's description is a text",
    ["REG-082"],
    docs.inputAs((one) => ({ ...one, description: "text" }))
  ),
  row(
    "DOC-020",
    "an enumeration has no values",
    ["REG-083"],
    docs.supportingAs((one) => docs.without(one, "values"))
  ),
  row(
    "DOC-021",
    "an object has no properties",
    ["REG-083"],
    docs.supportingAs((one) => docs.without(one, "properties"))
  ),
  row(
    "DOC-022",
    "supporting types of supporting types are missing",
    ["REG-084"],
    docs.supportingAs((one) => (String(one["typeToken"]).endsWith(":Owner") ? [] : one))
  )
]

const textIn = (one: docs.Body, language: string, change: (text: string) => string, field: "name" | "type") => {
  const texts = isRecord(one[field]) ? one[field] : {}
  return { ...one, [field]: { ...texts, [language]: change(String(texts[language])) } }
}

/** Of what our own documented package is known to hold. */
export const knownMutants: ReadonlyArray<Mutant> = [
  row(
    "DOC-080",
    "names in Python are in camel case",
    ["OUR-015"],
    docs.inputAs((one) =>
      textIn(one, "python", (text) => text.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), "name")
    )
  ),
  row(
    "DOC-081",
    "names of C# are not overridden",
    ["OUR-015"],
    docs.inputAs((one) => textIn(one, "csharp", (text) => text.replace("CalledOtherwise", "Renamed"), "name"))
  ),
  row(
    "DOC-082",
    "input types in Go are those of outputs",
    ["OUR-016"],
    docs.inputAs((one) => textIn(one, "go", (text) => text.replace("Args", ""), "type"))
  ),
  row(
    "DOC-083",
    "integers are long in Java",
    ["OUR-016"],
    docs.inputAs((one) => textIn(one, "java", (text) => text.replace("Integer", "Long"), "type"))
  ),
  row(
    "DOC-084",
    "everything may be left out",
    ["OUR-016"],
    docs.inputAs((one) => ({ ...one, required: false }))
  ),
  row(
    "DOC-085",
    "nothing replaces",
    ["OUR-016"],
    docs.inputAs((one) => ({ ...one, replaceOnChanges: false }))
  ),
  row(
    "DOC-086",
    "nothing is deprecated",
    ["OUR-016"],
    docs.inputAs((one) => docs.without(one, "deprecated"))
  ),
  row(
    "DOC-087",
    "another package's type has no version",
    ["OUR-016"],
    docs.inputAs((one) => {
      if (!isRecord(one["typeRef"])) return one
      return { ...one, typeRef: docs.without(one["typeRef"], "version") }
    })
  ),
  row(
    "DOC-088",
    "raw slashes are not found",
    ["OUR-017"],
    docs.on(["docs"], (hop, next) =>
      /\/docs\/.*\//.test(pathOf(hop)) ? Promise.resolve(docs.refused(404)) : next(hop)
    )
  ),
  row(
    "DOC-089",
    "a provider's function has a page",
    ["OUR-017"],
    docs.on(["docs"], async (hop, next) => {
      const answer = await next(hop)
      return answer.status === 404 && pathOf(hop).includes("providers") ? plainAnswer(200, {}) : answer
    })
  ),
  row(
    "DOC-090",
    "without code in the language there is none",
    ["OUR-018"],
    docs.exampled((one, _index, hop) =>
      hop.target.includes("lang=java") && !String(one["code"]).includes("written in java") ? { ...one, code: "" } : one
    )
  ),
  row(
    "DOC-091",
    "properties of supporting types have their names in camel case in Go",
    ["OUR-015"],
    docs.supportingAs((one) => ({
      ...one,
      properties: Array.isArray(one["properties"])
        ? one["properties"]
            .filter(isRecord)
            .map((property) => textIn(property, "go", (text) => text.toLowerCase(), "name"))
        : one["properties"]
    }))
  ),
  row(
    "DOC-092",
    "the navigation's names are those of go always",
    ["OUR-015"],
    docs.asked(["nav"], (query) => query.delete("lang"))
  ),
  row(
    "DOC-093",
    "an enumeration stands in the opposite order",
    ["OUR-016"],
    docs.supportingAs((one) => (Array.isArray(one["values"]) ? { ...one, values: one["values"].toReversed() } : one))
  ),
  row(
    "DOC-094",
    "a property has the description of another one",
    ["OUR-016"],
    docs.inputAs((one) => ({ ...one, description: { go: "Other." } }))
  ),
  row(
    "DOC-095",
    "members of a type may all be left out",
    ["OUR-016"],
    docs.supportingAs((one) => ({
      ...one,
      properties: Array.isArray(one["properties"])
        ? one["properties"].filter(isRecord).map((property) => ({ ...property, required: false }))
        : one["properties"]
    }))
  )
]
