/** What can be wrong in the documentation of packages, each as a wrapper around a server that does it right. Knows no mutant. */
import { languages as listedLanguages, systems } from "../../table/docsTable.ts"
import { headerOf, isRecord, jsonOf, objectOf } from "../../wire/Exchange.ts"
import {
  type Answer,
  type Fault,
  type Hop,
  type Next,
  pathOf,
  plainAnswer,
  queryOf,
  withBody,
  withQuery
} from "../Mutant.ts"

/** One of the five operations. */
export type Part = "docs" | "examples" | "installation" | "nav" | "readme"

export type Body = Readonly<Record<string, unknown>>

const pattern =
  /^\/api\/registry\/packages\/[^/]+\/[^/]+\/[^/]+\/versions\/([^/]+)\/(docs|examples|installation|nav|readme)(?:\/|$)/

/** Which part of the documentation a request is for; undefined for other requests. */
export const partOf = (hop: Hop): { readonly part: string; readonly version: string } | undefined => {
  const [, version, part] = pattern.exec(pathOf(hop)) ?? []
  return version === undefined || part === undefined || hop.method !== "GET" ? undefined : { part, version }
}

/** Applies to requests for some of the parts. */
export const on =
  (parts: ReadonlyArray<Part> | "all", fault: (hop: Hop, next: Next) => Promise<Answer>) =>
  (): Fault =>
  (hop, next) => {
    const at = partOf(hop)
    return at !== undefined && (parts === "all" || parts.some((part) => part === at.part))
      ? fault(hop, next)
      : next(hop)
  }

/** A JSON answer that succeeded is changed. */
export const answered = (parts: ReadonlyArray<Part> | "all", change: (body: Body, hop: Hop) => unknown) =>
  on(parts, async (hop, next) => {
    const answer = await next(hop)
    return answer.status === 200 && isRecord(jsonOf(answer)) ? withBody(answer, change(objectOf(answer), hop)) : answer
  })

/** A query is changed before it is looked at. */
export const asked = (parts: ReadonlyArray<Part> | "all", change: (query: URLSearchParams, hop: Hop) => void) =>
  on(parts, (hop, next) => {
    const query = queryOf(hop)
    change(query, hop)
    return next(withQuery(hop, query))
  })

/** The refusal of a status becomes a success of what would have been answered without the query. */
export const overlooksRefusal = (part: Part, from: number, body: Body) =>
  on([part], async (hop, next) => {
    const answer = await next(hop)
    return answer.status === from ? plainAnswer(200, body) : answer
  })

/** Headers of a successful answer are changed; an empty list takes one away. */
export const headed = (
  change: (answer: Answer, hop: Hop) => Readonly<Record<string, string | ReadonlyArray<string>>>
) =>
  on("all", async (hop, next) => {
    const answer = await next(hop)
    return answer.status < 400 ? { ...answer, headers: { ...answer.headers, ...change(answer, hop) } } : answer
  })

const eachOf = (value: unknown, change: (one: Body, index: number) => unknown): unknown =>
  Array.isArray(value) ? value.flatMap((one, index) => (isRecord(one) ? change(one, index) : one)) : value

/** Every example is changed; a list stands for several. */
export const exampled = (change: (one: Body, index: number, hop: Hop) => unknown) =>
  answered(["examples"], (body, hop) => ({
    ...body,
    examples: eachOf(body["examples"], (one, index) => change(one, index, hop))
  }))

/** The order of the examples, or how many there are, is changed. */
export const examplesAs = (change: (all: ReadonlyArray<unknown>, hop: Hop) => ReadonlyArray<unknown>) =>
  answered(["examples"], (body, hop) => ({
    ...body,
    examples: Array.isArray(body["examples"]) ? change(body["examples"], hop) : body["examples"]
  }))

/** Every module of the navigation is changed. */
export const moduled = (change: (one: Body, hop: Hop) => unknown) =>
  answered(["nav"], (body, hop) => ({ ...body, modules: eachOf(body["modules"], (one) => change(one, hop)) }))

/** The modules of the navigation are others, or stand in another order. */
export const modulesAs = (change: (all: ReadonlyArray<Body>) => ReadonlyArray<unknown>) =>
  answered(["nav"], (body) => ({
    ...body,
    modules: Array.isArray(body["modules"]) ? change(body["modules"].filter(isRecord)) : body["modules"]
  }))

/** Every content node of descriptions, installation texts and READMEs is changed; a list stands for several. */
export const noded = (change: (node: Body) => unknown) =>
  answered(["docs", "installation", "readme"], (body) => ({
    ...body,
    ...("content" in body ? { content: eachOf(body["content"], change) } : {}),
    ...(Array.isArray(body["description"]) ? { description: eachOf(body["description"], change) } : {})
  }))

/** Every input of every page is changed. */
export const inputAs = (change: (one: Body) => unknown) =>
  answered(["docs"], (body) => ({ ...body, inputs: eachOf(body["inputs"], change) }))

/** Every supporting type of every page is changed; an empty list takes it away. */
export const supportingAs = (change: (one: Body) => unknown) =>
  answered(["docs"], (body) => ({ ...body, supportingTypes: eachOf(body["supportingTypes"], change) }))

/** The answer to the same request with another query. */
export const other = (hop: Hop, next: Next, change: (query: URLSearchParams) => void): Promise<Answer> => {
  const query = queryOf(hop)
  change(query)
  return next(withQuery(hop, query))
}

/** A search that keeps only what passes another comparison. */
export const searchKeeps = (part: "examples" | "nav", passes: (one: Body, q: string) => boolean) =>
  answered([part], (body, hop) => {
    const q = queryOf(hop).get("q")
    if (q === null || q === "") return body
    const kept = (list: unknown) => eachOf(list, (one) => (passes(one, q) ? one : []))
    if (part === "examples") return { ...body, examples: kept(body["examples"]) }
    const modules = eachOf(body["modules"], (one) => ({
      ...one,
      ...("resources" in one ? { resources: kept(one["resources"]) } : {}),
      ...("functions" in one ? { functions: kept(one["functions"]) } : {})
    }))
    return { ...body, modules }
  })

/** The Accept header is read otherwise. */
export const accepts = (change: (lines: ReadonlyArray<string>) => ReadonlyArray<string>) =>
  on("all", (hop, next) =>
    next({ ...hop, headers: { ...hop.headers, accept: change([hop.headers["accept"] ?? []].flat()) } })
  )

/** The value of a header of the request; empty without. */
export const sent = (hop: Hop, name: string): string => headerOf(hop, name)

/** A refusal of a server that is wrong. */
export const refused = (status: number) => plainAnswer(status, { code: status, message: "no" })

const languages = new Set<string>(listedLanguages)
const listed = { lang: languages, os: new Set<string>(systems) }

/** An unlisted value of a parameter is taken for none. */
export const lenient = (part: Part, name: "lang" | "os") =>
  asked([part], (query) => {
    if (!listed[name].has(query.get(name) ?? "")) query.delete(name)
  })

/** Without a language it is another one than go. */
export const defaultsToPython = (part: Part) =>
  asked([part], (query) => {
    if (!query.has("lang")) query.set("lang", "python")
  })

/** Whether a request is for `latest`. */
export const isLatest = (hop: Hop): boolean => partOf(hop)?.version === "latest"

/** How many examples a request asks for. */
export const limitOf = (hop: Hop): number => Number(queryOf(hop).get("limit") ?? 20)

/** The title of an example. */
export const titleOf = (one: Body): string => String(one["title"])

/** A search that minds the case. */
export const contains = (text: unknown, q: string): boolean => String(text).includes(q)

/** A search that does not. */
export const containsInAnyCase = (text: unknown, q: string): boolean =>
  contains(String(text).toLowerCase(), q.toLowerCase())

/** The same without one of its fields. */
export const without = (body: Body, name: string): Body =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))
