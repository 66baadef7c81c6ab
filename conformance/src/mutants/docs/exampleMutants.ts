/** Faults of examples, one a line. Those named MUT- are the specification's examples. */
import { type Mutant, mutant as row, queryOf } from "../Mutant.ts"
import * as docs from "./docsFaults.ts"

const reslugged = (change: (slug: string, one: docs.Body) => string) =>
  docs.exampled((one) => {
    const [token = "", slug = ""] = String(one["id"]).split("#")
    return { ...one, id: `${token}#${change(slug, one)}` }
  })

export const exampleMutants: ReadonlyArray<Mutant> = [
  row(
    "MUT-069",
    "the second of equal titles is -1",
    ["REG-104"],
    reslugged((slug) => slug.replace(/-([23])$/, (_, number: string) => `-${Number(number) - 1}`))
  ),
  row(
    "MUT-071",
    "a title is not cut",
    ["REG-108"],
    docs.exampled((one) => (docs.titleOf(one).length >= 120 ? { ...one, title: `${docs.titleOf(one)}x` } : one))
  ),
  row(
    "DEX-030",
    "an id has a slash before its slug",
    ["REG-101"],
    docs.exampled((one) => ({ ...one, id: String(one["id"]).replace("#", "/") }))
  ),
  row(
    "DEX-031",
    "a slug is in snake case",
    ["REG-102"],
    reslugged((slug) => slug.replaceAll("-", "_"))
  ),
  row(
    "DEX-032",
    "a slug keeps its case",
    ["REG-102"],
    reslugged((slug, one) => docs.titleOf(one).replaceAll(" ", "-") || slug)
  ),
  row(
    "DEX-033",
    "a slug is a number",
    ["REG-102", "REG-103"],
    docs.exampled((one, index) => ({ ...one, id: `${String(one["typeToken"])}#${index}` }))
  ),
  row(
    "DEX-034",
    "without a heading a slug begins with untitled",
    ["REG-103"],
    reslugged((slug) => slug.replace(/^example-/, "untitled-"))
  ),
  row(
    "DEX-035",
    "the third of equal titles is -2 as well",
    ["REG-104", "REG-105"],
    reslugged((slug) => slug.replace(/-3$/, "-2"))
  ),
  row(
    "DEX-036",
    "every one of equal titles has a number",
    ["REG-104"],
    reslugged((slug) => (slug === "create-a-pet" ? `${slug}-1` : slug))
  ),
  row(
    "DEX-037",
    "ids depend on the language",
    ["REG-106"],
    docs.exampled((one, _index, hop) => ({ ...one, id: `${String(one["id"])}${queryOf(hop).get("lang") ?? ""}` }))
  ),
  row(
    "DEX-038",
    "ids depend on the search",
    ["REG-106"],
    docs.exampled((one, index, hop) => (queryOf(hop).has("q") ? { ...one, id: `${String(one["id"])}-${index}` } : one))
  ),
  row(
    "DEX-039",
    "ids depend on the limit",
    ["REG-106"],
    docs.exampled((one, _index, hop) => ({ ...one, id: `${String(one["id"])}-${docs.limitOf(hop)}` }))
  ),
  row(
    "DEX-040",
    "an id has the token in lower case",
    ["REG-107"],
    docs.exampled((one) => ({ ...one, id: String(one["id"]).toLowerCase() }))
  ),
  row(
    "DEX-041",
    "without a heading there is no title",
    ["REG-108"],
    docs.exampled(({ title, ...one }) => (title === "" ? one : { ...one, title }))
  ),
  row(
    "DEX-042",
    "a title is cut at 119",
    ["REG-108"],
    docs.exampled((one) => ({ ...one, title: docs.titleOf(one).slice(0, 119) }))
  ),
  row(
    "DEX-043",
    "an example is of a component",
    ["REG-109"],
    docs.exampled((one) => ({ ...one, kind: "component" }))
  )
]
