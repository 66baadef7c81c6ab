/** Faults that no row of the table suggests, one a line. Those named MUT- are the examples of the specification. */
import { operationOf } from "../table/operations.ts"
import { headerOf, jsonOf, objectOf } from "../wire/Exchange.ts"
import { entries, hourEarlier, list } from "./listFaults.ts"
import { as, credentialOf, type Hop, type Mutant, mutant as row, pathOf, plainAnswer, withBody } from "./Mutant.ts"
import * as versions from "./versionFaults.ts"
import * as wire from "./wireFaults.ts"

const isBadBody = (hop: Hop) => hop.body !== "" && jsonOf({ text: hop.body }) === undefined

export const coreMutants: ReadonlyArray<Mutant> = [
  row(
    "MUT-023",
    "limit=abc is the default",
    ["CORE-059"],
    wire.rewrites(list, (query) => {
      if (!/^-?\d+$/.test(query.get("limit") ?? "1")) query.delete("limit")
    })
  ),
  row("MUT-025", "a refresh token is a bearer", ["CORE-017"], wire.trusts(undefined, wire.identityIs("refresh"))),
  row(
    "MUT-027",
    "reading a version forgets authentication",
    ["CORE-015"],
    wire.trusts(operationOf("registry.get"), wire.noCredential)
  ),
  row(
    "MUT-031",
    "the organization in the path is not compared with the token",
    ["CORE-028", "REG-021"],
    wire.trusts(undefined, wire.identityIs("outsider"))
  ),
  row("MUT-033", "a request that is refused for its body is half applied", ["CORE-072"], versions.halfApplied([400])),
  row(
    "MUT-035",
    "malformed JSON is a fault of the server",
    ["CORE-064", "CORE-069"],
    wire.answers(
      (answer, hop) => answer.status === 400 && isBadBody(hop),
      () => plainAnswer(500, { code: 500, message: "oops" })
    )
  ),
  row(
    "MUT-037",
    "a refusal echoes the credential",
    ["CORE-030", "CORE-029"],
    wire.answers(
      (answer) => answer.status === 400,
      (answer, hop) => withBody(answer, { ...objectOf(answer), seen: credentialOf(hop) })
    )
  ),
  row(
    "MUT-039",
    "an integer is sent as a string",
    ["CORE-008", "REG-018"],
    entries((entry) => ({ ...entry, usageStats: { totalStacks: "3" } }))
  ),
  row(
    "COR-001",
    "answers are called text/plain",
    ["CORE-001"],
    wire.answers(
      (answer) => answer.status === 200,
      (answer) => ({ ...answer, headers: { ...answer.headers, "content-type": "text/plain" } })
    )
  ),
  row(
    "COR-002",
    "a list is a bare array",
    ["CORE-002", "CORE-008"],
    wire.answers(
      (answer, hop) => answer.status === 200 && wire.isFor(hop, list),
      (answer) => withBody(answer, objectOf(answer)["packages"])
    )
  ),
  row("COR-003", "a credential is refused for everybody", ["CORE-019"], wire.refuses("admin")),
  row("COR-004", "organization tokens are refused", ["CORE-020"], wire.refuses("organizationToken")),
  row(
    "COR-005",
    "the list wants a credential",
    ["CORE-025"],
    () => (hop, next) =>
      wire.isFor(hop, list) && credentialOf(hop) === ""
        ? Promise.resolve(plainAnswer(401, { code: 401, message: "no" }))
        : next(hop)
  ),
  row(
    "COR-006",
    "what is refused for who asks is done all the same",
    ["CORE-024"],
    versions.halfApplied([401, 403, 404])
  ),
  row(
    "COR-007",
    "a header has the credential",
    ["CORE-029"],
    wire.answers(
      () => true,
      (answer, hop) => ({ ...answer, headers: { ...answer.headers, "x-debug": credentialOf(hop) } })
    )
  ),
  row(
    "COR-008",
    "a version header is refused",
    ["CORE-006"],
    () => (hop, next) =>
      "x-api-version" in hop.headers ? Promise.resolve(plainAnswer(400, { code: 400, message: "no" })) : next(hop)
  ),
  row(
    "COR-009",
    "a negative size is the default",
    ["CORE-060"],
    wire.rewrites(list, (query) => {
      if ((query.get("limit") ?? "").startsWith("-")) query.delete("limit")
    })
  ),
  row(
    "COR-010",
    "a size beyond 32 bits wraps",
    ["CORE-061"],
    wire.rewrites(list, (query) => {
      const size = Number(query.get("limit") ?? 1)
      if (size > 2 ** 31) query.set("limit", `${(size % 2 ** 31) + 1}`)
    })
  ),
  row(
    "COR-011",
    "unknown fields are a fault of the server",
    ["CORE-068", "CORE-069"],
    () => (hop, next) =>
      hop.target.includes("cfUnknown") ? Promise.resolve(plainAnswer(500, { code: 500, message: "oops" })) : next(hop)
  ),
  row(
    "COR-012",
    "PUT is taken for GET",
    ["CORE-082"],
    () => (hop, next) => next(hop.method === "PUT" ? { ...hop, method: "GET", body: "" } : hop)
  ),
  row(
    "COR-013",
    "unknown paths are 200",
    ["CORE-083"],
    wire.answers(
      (answer, hop) => answer.status === 404 && hop.target.includes("cf-unknown"),
      (answer) => ({ ...answer, status: 200 })
    )
  ),
  row(
    "COR-014",
    "paths are decoded twice",
    ["CORE-079"],
    () => (hop, next) => next({ ...hop, target: hop.target.replaceAll("%25", "%") })
  ),
  row(
    "COR-015",
    "dot segments are resolved",
    ["CORE-081"],
    () => (hop, next) =>
      next({ ...hop, target: `${new URL(hop.target, "http://a").pathname}${new URL(hop.target, "http://a").search}` })
  ),
  row(
    "COR-016",
    "a missing field is overlooked",
    ["CORE-065"],
    () => (hop, next) =>
      next(
        pathOf(hop).endsWith("/versions") && hop.method === "POST" && hop.body === "{}"
          ? { ...hop, body: '{"version":"9.0.0"}' }
          : hop
      )
  ),
  row(
    "COR-017",
    "a number is taken for a text",
    ["CORE-066"],
    () => (hop, next) => next({ ...hop, body: hop.body.replace(/"version":7/, '"version":"7.0.0"') })
  ),
  row(
    "COR-018",
    "asc takes any text",
    ["CORE-067", "REG-016"],
    wire.rewrites(list, (query) => {
      if (!["true", "false"].includes(query.get("asc") ?? "true")) query.delete("asc")
    })
  ),
  row(
    "COR-019",
    "an undeclared status",
    ["CORE-071"],
    wire.answers(
      (answer) => answer.status === 404,
      (answer) => ({ ...answer, status: 418, text: JSON.stringify({ code: 418, message: "teapot" }) })
    )
  ),
  row(
    "COR-020",
    "HEAD deletes",
    ["CORE-073"],
    () =>
      async (hop, next, { admin }) =>
        hop.method === "HEAD" && versions.versionsHop({ ...hop, method: "GET" })?.kind === "get"
          ? next(as({ ...hop, method: "DELETE" }, admin))
          : next(hop)
  ),
  row(
    "COR-021",
    "reads differ each time",
    ["CORE-074", "CORE-086"],
    wire.answers(
      (answer, hop) => answer.status === 200 && hop.method === "GET",
      (answer) => withBody(answer, { ...objectOf(answer), nonce: Math.random() })
    )
  ),
  row("COR-022", "a second deletion succeeds again", ["CORE-077"], versions.statusBecomes("delete", 404, 204)),
  row(
    "COR-023",
    "operation ids repeat",
    ["CORE-078", "REG-040"],
    versions.answered("start", (body) => ({ ...body, operationID: "the-same" }))
  ),
  row("COR-024", "created an hour before", ["CORE-088", "REG-036"], versions.answered("get", hourEarlier)),
  row(
    "COR-025",
    "error bodies lack the message",
    ["OUR-002"],
    wire.answers(
      (answer) => answer.status >= 400,
      (answer) => withBody(answer, { code: answer.status })
    )
  ),
  row(
    "COR-026",
    "answers lack the request id",
    ["OUR-003"],
    wire.answers(
      (answer) => headerOf(answer, "x-request-id") !== "",
      (answer) => ({ ...answer, headers: { ...answer.headers, "x-request-id": [] } })
    )
  ),
  row(
    "COR-027",
    "the document lacks a parameter",
    ["OUR-001"],
    wire.answers(
      (_, hop) => hop.target === "/openapi.json",
      (answer) => ({ ...answer, text: answer.text.replaceAll('"name":"visibility"', '"name":"seen"') })
    )
  ),
  row(
    "COR-028",
    "names are folded to lower case and dashes",
    ["CORE-080", "REG-137"],
    versions.answered("get", (body) => ({ ...body, name: String(body["name"]).replaceAll(/[._]/g, "-") }))
  ),
  row(
    "COR-029",
    "times have no milliseconds",
    ["OUR-004"],
    versions.answered("get", (body) => ({ ...body, createdAt: String(body["createdAt"]).replace(/\.\d+Z$/, "Z") }))
  ),
  row(
    "COR-030",
    "any media type is taken for JSON",
    ["OUR-005"],
    () => (hop, next) =>
      next(hop.body === "" ? hop : { ...hop, headers: { ...hop.headers, "content-type": "application/json" } })
  ),
  row(
    "COR-031",
    "the word token is no scheme",
    ["OUR-008"],
    () => (hop, next) => next(credentialOf(hop).startsWith("token ") ? as(hop, undefined) : hop)
  ),
  row(
    "COR-032",
    "sort is by name always",
    ["OUR-009"],
    wire.rewrites(list, (query) => query.delete("sort"))
  )
]
