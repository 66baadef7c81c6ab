/** Faults of installation texts, READMEs and their nodes, one a line. */
import { isRecord } from "../../wire/Exchange.ts"
import { type Answer, type Mutant, mutant as row, plainAnswer } from "../Mutant.ts"
import * as docs from "./docsFaults.ts"
import * as wire from "../wireFaults.ts"
import { operationOf } from "../../table/operations.ts"

const withoutContent = { version: "1.0.0", navUrl: "/nav", content: [] }

export const proseMutants: ReadonlyArray<Mutant> = [
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
    docs.lenient("installation", "lang")
  ),
  row(
    "DOC-066",
    "an unlisted system is overlooked by the installation text",
    ["REG-114"],
    docs.lenient("installation", "os")
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
    docs.answered(["readme"], (body, hop) => (docs.isLatest(hop) ? { ...body, version: "latest" } : body))
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
  ),
  row("DOC-077", "documentation outlives its version", ["CORE-076"], () => {
    const kept = new Map<string, Answer>()
    return async (hop, next) => {
      const answer = await next(hop)
      if (docs.partOf(hop) === undefined) return answer
      if (answer.status === 200) kept.set(hop.target, answer)
      return answer.status === 404 ? (kept.get(hop.target) ?? answer) : answer
    }
  }),
  row("DOC-078", "documentation is there before its version", ["REG-039"], docs.overlooksRefusal("nav", 404, {}))
]
