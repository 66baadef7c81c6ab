/** Faults of pages, their prose and their media types, one a line. Those named MUT- are the specification's examples. */
import { headerOf, isRecord } from "../wire/Exchange.ts"
import * as docs from "./docsFaults.ts"
import { type Mutant, mutant as row, pathOf, plainAnswer } from "./Mutant.ts"
import * as wire from "./wireFaults.ts"
import { operationOf } from "../table/operations.ts"

const refused = (status: number) => plainAnswer(status, { code: status, message: "no" })

const languages = ["typescript", "python", "go", "csharp", "java", "yaml", "hcl"]

/** An unlisted value of a parameter is taken for none. */
const lenient = (part: docs.Part, name: "lang" | "os", listed: ReadonlyArray<string>) =>
  docs.asked([part], (query) => {
    if (!listed.includes(query.get(name) ?? "")) query.delete(name)
  })

const defaultLanguage = (part: docs.Part) =>
  docs.asked([part], (query) => {
    if (!query.has("lang")) query.set("lang", "python")
  })

const isLatest = (hop: Parameters<typeof docs.partOf>[0]) => docs.partOf(hop)?.version === "latest"

const pageMutants: ReadonlyArray<Mutant> = [
  row(
    "DOC-001",
    "an encoded slash is a slash of the path",
    ["REG-068"],
    docs.on(["docs"], (hop, next) => (/%2f/i.test(pathOf(hop)) ? Promise.resolve(refused(404)) : next(hop)))
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
  row("DOC-005", "pages are in python by default", ["REG-072"], defaultLanguage("docs")),
  row(
    "DOC-006",
    "hcl is no language",
    ["REG-073"],
    docs.on(["docs"], (hop, next) => (hop.target.includes("lang=hcl") ? Promise.resolve(refused(400)) : next(hop)))
  ),
  row("DOC-007", "an unlisted language is the default", ["REG-074"], lenient("docs", "lang", languages)),
  row(
    "DOC-008",
    "lang is taken in any case",
    ["REG-074"],
    docs.asked(["docs"], (query) => {
      if (query.has("lang")) query.set("lang", (query.get("lang") ?? "").toLowerCase())
    })
  ),
  row(
    "DOC-009",
    "an unlisted operating system is overlooked",
    ["REG-075"],
    lenient("docs", "os", ["linux", "macos", "windows"])
  ),
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
    docs.answered(["docs"], (body, hop) => (isLatest(hop) ? { ...body, version: "latest" } : body))
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
    docs.inputAs(({ replaceOnChanges: _, ...one }) => one)
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
    docs.supportingAs(({ values: _, ...one }) => one)
  ),
  row(
    "DOC-021",
    "an object has no properties",
    ["REG-083"],
    docs.supportingAs(({ properties: _, ...one }) => one)
  ),
  row(
    "DOC-022",
    "supporting types of supporting types are missing",
    ["REG-084"],
    docs.supportingAs((one) => (String(one["typeToken"]).endsWith(":Owner") ? [] : one))
  )
]

const mediaMutants: ReadonlyArray<Mutant> = [
  row(
    "MUT-073",
    "Markdown that is asked for is JSON",
    ["REG-085"],
    docs.accepts(() => ["application/json"])
  ),
  row(
    "DOC-030",
    "Markdown is called JSON",
    ["REG-085"],
    docs.headed((answer) =>
      headerOf(answer, "content-type").startsWith("text/markdown") ? { "content-type": "application/json" } : {}
    )
  ),
  row(
    "DOC-031",
    "who takes anything is refused",
    ["REG-086"],
    docs.on("all", (hop, next) =>
      ["", "*/*"].includes(docs.sent(hop, "accept")) ? Promise.resolve(refused(406)) : next(hop)
    )
  ),
  row(
    "DOC-032",
    "Markdown is the default",
    ["REG-086"],
    docs.accepts((lines) => (lines.length === 0 ? ["text/markdown"] : lines))
  ),
  row(
    "DOC-033",
    "what is not offered is a fault",
    ["REG-087"],
    docs.on("all", async (hop, next) => {
      const answer = await next(hop)
      return answer.status === 406 ? plainAnswer(500, { code: 500, message: "oops" }) : answer
    })
  ),
  row(
    "DOC-034",
    "weights are overlooked",
    ["OUR-010"],
    docs.accepts((lines) => lines.map((line) => line.replaceAll(/;\s*q=[\d.]+/gi, "")))
  ),
  row(
    "DOC-035",
    "only the first Accept line is read",
    ["OUR-010"],
    docs.accepts((lines) => lines.slice(0, 1))
  ),
  row(
    "DOC-036",
    "a capability marker asks for JSON",
    ["OUR-010"],
    docs.accepts((lines) => (lines.some((line) => line.includes("vnd.")) ? ["application/json"] : lines))
  ),
  row(
    "DOC-037",
    "a capability marker alone is not acceptable",
    ["OUR-010"],
    docs.on("all", (hop, next) =>
      /^application\/vnd\.[^,]+$/.test(docs.sent(hop, "accept")) ? Promise.resolve(refused(406)) : next(hop)
    )
  ),
  row(
    "DOC-038",
    "weight 0 is a weight like others",
    ["OUR-010"],
    docs.accepts((lines) => lines.map((line) => line.replaceAll(/q=0(?=[,\s]|$)/g, "q=0.1")))
  ),
  row(
    "DOC-039",
    "what is not offered is JSON",
    ["OUR-010", "OUR-011"],
    docs.on("all", async (hop, next) => {
      const answer = await next(hop)
      return answer.status === 406 ? next({ ...hop, headers: { ...hop.headers, accept: "application/json" } }) : answer
    })
  ),
  row(
    "DOC-040",
    "a 406 does not say what there is",
    ["OUR-011"],
    docs.on("all", async (hop, next) => {
      const answer = await next(hop)
      return answer.status === 406 ? refused(406) : answer
    })
  ),
  row(
    "DOC-041",
    "there is no Vary",
    ["OUR-011"],
    docs.headed(() => ({ vary: [] }))
  ),
  row(
    "DOC-042",
    "there is no Link",
    ["OUR-011"],
    docs.headed(() => ({ link: [] }))
  ),
  row(
    "DOC-043",
    "the Link leads to another path",
    ["OUR-011"],
    docs.headed((answer) => ({ link: headerOf(answer, "link").replace("/versions/", "/version/") }))
  ),
  row(
    "DOC-044",
    "the ETag is weak",
    ["OUR-012"],
    docs.headed((answer) => ({ etag: `W/${headerOf(answer, "etag")}` }))
  ),
  row(
    "DOC-045",
    "there is no ETag",
    ["OUR-012"],
    docs.headed(() => ({ etag: [] }))
  ),
  row(
    "DOC-046",
    "If-None-Match is overlooked",
    ["OUR-012"],
    docs.on("all", (hop, next) => {
      const { "if-none-match": _, ...headers } = hop.headers
      return next({ ...hop, headers })
    })
  ),
  row(
    "DOC-047",
    "every If-None-Match is 304",
    ["OUR-012"],
    docs.on("all", async (hop, next) => {
      const answer = await next(hop)
      return answer.status === 200 && docs.sent(hop, "if-none-match") !== ""
        ? { ...answer, status: 304, text: "" }
        : answer
    })
  ),
  row(
    "DOC-048",
    "JSON and Markdown have one ETag",
    ["OUR-012"],
    docs.headed(() => ({ etag: `"one"` }))
  ),
  row(
    "DOC-049",
    "a version is not kept",
    ["OUR-013"],
    docs.headed(() => ({ "cache-control": "no-cache" }))
  ),
  row(
    "DOC-050",
    "latest is kept for a day",
    ["OUR-013"],
    docs.headed(() => ({ "cache-control": "max-age=86400" }))
  )
]

const withoutContent = { version: "1.0.0", navUrl: "/nav", content: [] }

const proseMutants: ReadonlyArray<Mutant> = [
  row(
    "DOC-060",
    "without installation text there is an empty one",
    ["REG-111", "REG-130"],
    docs.overlooksRefusal("installation", 404, withoutContent)
  ),
  row(
    "DOC-061",
    "the installation text names a language always",
    ["REG-112"],
    docs.answered(["installation"], (body) => ({ language: "go", ...body }))
  ),
  row(
    "DOC-062",
    "the installation text names a system always",
    ["REG-112"],
    docs.answered(["installation"], (body) => ({ os: "linux", ...body }))
  ),
  row(
    "DOC-063",
    "nodes stand in the opposite order",
    ["REG-113", "REG-134"],
    docs.answered(["installation", "readme"], (body) => ({ ...body, content: [body["content"]].flat().toReversed() }))
  ),
  row(
    "DOC-064",
    "content is one text",
    ["REG-113", "REG-134"],
    docs.answered(["installation", "readme"], (body) => ({ ...body, content: JSON.stringify(body["content"]) }))
  ),
  row(
    "DOC-065",
    "an unlisted language is overlooked by the installation text",
    ["REG-114"],
    lenient("installation", "lang", languages)
  ),
  row(
    "DOC-066",
    "an unlisted system is overlooked by the installation text",
    ["REG-114"],
    lenient("installation", "os", ["linux", "macos", "windows"])
  ),
  row(
    "DOC-067",
    "a chooser has no Markdown",
    ["REG-115"],
    docs.noded((node) => (node["kind"] === "text" ? node : { ...node, markdown: null }))
  ),
  row(
    "DOC-068",
    "a text has empty options",
    ["REG-116"],
    docs.noded((node) => (node["kind"] === "text" ? { ...node, options: [] } : node))
  ),
  row(
    "DOC-069",
    "a chooser's Markdown is its first option",
    ["REG-117"],
    docs.noded((node) => {
      const first = Array.isArray(node["options"]) ? node["options"].find(isRecord) : undefined
      return first === undefined ? node : { ...node, markdown: first["content"] }
    })
  ),
  row(
    "DOC-070",
    "the installation text keeps its choosers",
    ["REG-118"],
    wire.rewrites(operationOf("registry.installation"), (query) => query.delete("lang"))
  ),
  row(
    "DOC-071",
    "the README's version is the word latest",
    ["REG-134", "REG-059"],
    docs.answered(["readme"], (body, hop) => (isLatest(hop) ? { ...body, version: "latest" } : body))
  ),
  row(
    "DOC-072",
    "an unlisted language is a fault of the README",
    ["REG-135"],
    docs.on(["readme"], async (hop, next) => {
      const answer = await next(hop)
      return answer.status === 400 ? plainAnswer(500, { code: 500, message: "oops" }) : answer
    })
  ),
  row(
    "DOC-073",
    "a chooser falls back to nothing",
    ["OUR-014"],
    docs.noded((node) =>
      /named-as|java-and-yaml/.test(String(node["markdown"])) && node["kind"] === "text" ? [] : node
    )
  ),
  row(
    "DOC-074",
    "comments for linters are shown",
    ["OUR-014"],
    docs.noded((node) => ({ ...node, markdown: `${String(node["markdown"])} never-to-be-shown` }))
  ),
  row(
    "DOC-075",
    "a chooser shows another language as well",
    ["OUR-014"],
    docs.noded((node) => ({
      ...node,
      markdown: String(node["markdown"]).replace("spoken-in-go", "spoken-in-go spoken-in-java")
    }))
  ),
  row(
    "DOC-076",
    "an operating system's text is Linux's always",
    ["OUR-014"],
    docs.asked("all", (query) => {
      if (query.has("os")) query.set("os", "linux")
    })
  )
]

const typeIn = (one: docs.Body, language: string, change: (text: string) => string, field: "name" | "type") => {
  const texts = isRecord(one[field]) ? one[field] : {}
  return { ...one, [field]: { ...texts, [language]: change(String(texts[language])) } }
}

const knownMutants: ReadonlyArray<Mutant> = [
  row(
    "DOC-080",
    "names in Python are in camel case",
    ["OUR-015"],
    docs.inputAs((one) =>
      typeIn(one, "python", (text) => text.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), "name")
    )
  ),
  row(
    "DOC-081",
    "names of C# are not overridden",
    ["OUR-015"],
    docs.inputAs((one) => typeIn(one, "csharp", (text) => text.replace("CalledOtherwise", "Renamed"), "name"))
  ),
  row(
    "DOC-082",
    "input types in Go are those of outputs",
    ["OUR-016"],
    docs.inputAs((one) => typeIn(one, "go", (text) => text.replace("Args", ""), "type"))
  ),
  row(
    "DOC-083",
    "integers are long in Java",
    ["OUR-016"],
    docs.inputAs((one) => typeIn(one, "java", (text) => text.replace("Integer", "Long"), "type"))
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
    docs.inputAs(({ deprecated: _, ...one }) => one)
  ),
  row(
    "DOC-087",
    "another package's type has no version",
    ["OUR-016"],
    docs.inputAs((one) => {
      if (!isRecord(one["typeRef"])) return one
      const { version: _, ...typeRef } = one["typeRef"]
      return { ...one, typeRef }
    })
  ),
  row(
    "DOC-088",
    "raw slashes are not found",
    ["OUR-017"],
    docs.on(["docs"], (hop, next) => (/\/docs\/.*\//.test(pathOf(hop)) ? Promise.resolve(refused(404)) : next(hop)))
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
  )
]

/** Of everything but the examples and the navigation. */
export const docsMutants: ReadonlyArray<Mutant> = [...pageMutants, ...mediaMutants, ...proseMutants, ...knownMutants]
