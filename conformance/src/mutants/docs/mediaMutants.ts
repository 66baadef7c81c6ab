/** Faults of media types, caching and conditional requests, one a line. Those named MUT- are the specification's examples. */
import { headerOf } from "../../wire/Exchange.ts"
import { type Mutant, mutant as row, pathOf, plainAnswer, queryOf } from "../Mutant.ts"
import * as docs from "./docsFaults.ts"

export const mediaMutants: ReadonlyArray<Mutant> = [
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
      ["", "*/*"].includes(docs.sent(hop, "accept")) ? Promise.resolve(docs.refused(406)) : next(hop)
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
      /^application\/vnd\.[^,]+$/.test(docs.sent(hop, "accept")) ? Promise.resolve(docs.refused(406)) : next(hop)
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
      return answer.status === 406 ? docs.refused(406) : answer
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
  ),
  row(
    "DOC-051",
    "the ETag does not know of the query",
    ["OUR-012"],
    docs.headed((answer, hop) => ({
      etag: `"${pathOf(hop)} ${headerOf(answer, "content-type")} ${queryOf(hop).get("lang")}"`
    }))
  ),
  row(
    "DOC-052",
    "Markdown is that of go always",
    ["OUR-019"],
    docs.on("all", (hop, next) =>
      docs.sent(hop, "accept") === "text/markdown" ? docs.other(hop, next, (query) => query.delete("lang")) : next(hop)
    )
  ),
  row(
    "DOC-053",
    "Markdown leaves out its last quarter",
    ["OUR-019"],
    docs.on("all", async (hop, next) => {
      const answer = await next(hop)
      const isMarkdown = headerOf(answer, "content-type").startsWith("text/markdown")
      return isMarkdown ? { ...answer, text: answer.text.slice(0, (answer.text.length * 3) / 4) } : answer
    })
  )
]
