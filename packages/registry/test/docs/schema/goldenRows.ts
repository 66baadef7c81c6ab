/** Rows of documentation pages: those that are expected, and those that our pages have. */
import { Result } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { parse } from "yaml"
import { type Language, languages } from "../../../src/contract/Language.ts"
import { prepareDocs } from "../../../src/docs/schema/pages/prepareDocs.ts"
import type { PreparedPage, PreparedProperty } from "../../../src/docs/schema/pages/PreparedPage.ts"
import { readPackage } from "../../../src/docs/schema/read/readPackage.ts"

/** Rows of real pages, derived from the pages of an independent generator. */
export const GOLDENS = new URL("../../../../../../shared/data/goldens/", import.meta.url)

interface GoldenRow {
  readonly section: string
  readonly lang: Language
  readonly name: string
  readonly types: ReadonlyArray<string>
  readonly flags: string
}

interface GoldenEnum {
  readonly lang: Language
  readonly members: ReadonlyArray<{ readonly name: string; readonly value: string }>
}

export interface GoldenPage {
  readonly schema: string
  readonly page: string
  readonly properties: ReadonlyArray<GoldenRow>
  readonly enums: ReadonlyArray<GoldenEnum>
}

export const goldenPages: ReadonlyArray<GoldenPage> = existsSync(GOLDENS)
  ? JSON.parse(readFileSync(new URL("types.json", GOLDENS), "utf8"))
  : []

type Json = ReturnType<typeof JSON.parse>

const schemaOf = (name: string): Json => {
  const json = new URL(`${name}/schema.json`, GOLDENS)
  return existsSync(json)
    ? JSON.parse(readFileSync(json, "utf8"))
    : parse(readFileSync(new URL(`${name}/schema.yaml`, GOLDENS), "utf8"))
}

/** A schema's pages by their paths, and the pages of the methods of each resource by their titles. */
interface Site {
  readonly pages: ReadonlyMap<string, PreparedPage>
  readonly methods: (page: PreparedPage) => ReadonlyMap<string, PreparedPage>
}

const upperFirst = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

const siteOf = (name: string): Site => {
  const schema = schemaOf(name)
  const model = Result.getOrThrow(readPackage(schema))
  const byToken = new Map([...Result.getOrThrow(prepareDocs(model)).pages].map((page) => [page.typeToken, page]))
  const members = [model.provider, ...model.resources, ...model.functions]
  const path = (module: string, last: string) => (module === "" ? last : `${module}/${last}`).toLowerCase()
  const pageOf = (token: string) => {
    const page = byToken.get(token)
    if (page === undefined) throw new Error(`${name} has no page ${token}`)
    return page
  }
  return {
    pages: new Map(members.map(({ token }) => [path(token.module, token.name), pageOf(token.text)])),
    methods: ({ typeToken }) =>
      new Map(
        Object.entries<string>(schema.resources?.[typeToken]?.methods ?? {}).map(([method, token]) => [
          upperFirst(method),
          pageOf(token)
        ])
      )
  }
}

const sites = new Map<string, Site>()

const known = (name: string): Site => {
  const site = sites.get(name) ?? siteOf(name)
  sites.set(name, site)
  return site
}

const line = (...parts: ReadonlyArray<string>) => parts.join(" | ")

const propertyRows = (
  section: string,
  properties: ReadonlyArray<PreparedProperty>,
  flag: (property: PreparedProperty) => string
) =>
  properties.flatMap((property) =>
    languages.map((language) =>
      line(section, language, `${property.name[language]}: ${property.type[language]}`, flag(property))
    )
  )

const requiredFlag = ({ required }: PreparedProperty) => (required ? "Required" : "Optional")
const noFlag = () => ""

/** The values that are not deprecated: the expected rows leave those out. */
const enumRows = (page: PreparedPage) =>
  page.supportingTypes.flatMap(({ values }) =>
    values === undefined
      ? []
      : languages.map((language) =>
          line(
            "Enum",
            language,
            values
              .filter(({ deprecationMessage }) => deprecationMessage === undefined)
              .map(({ name, value }) => `${name[language]}=${value}`)
              .join(", ")
          )
        )
  )

/** What our page says, row by row. */
const rowsOfPage = (site: Site, page: PreparedPage): ReadonlyArray<string> => [
  ...propertyRows("Inputs", page.inputs, requiredFlag),
  ...propertyRows("Outputs", page.outputs, noFlag),
  ...page.supportingTypes.flatMap(({ properties = [] }) => propertyRows("Supporting types", properties, requiredFlag)),
  ...[...site.methods(page)].flatMap(([title, method]) => [
    ...propertyRows(`Inputs of ${title}`, method.inputs, requiredFlag),
    ...propertyRows(`Outputs of ${title}`, method.outputs, noFlag)
  ]),
  ...enumRows(page)
]

const sectionOf = (title: string): string => {
  const [, method] = /^(?:Using )?(\w+)(?: Result \{#method_\w+\})?$/.exec(title) ?? []
  if (title === "Inputs" || title === "Outputs") return title
  if (title === "Supporting Types") return "Supporting types"
  if (title.endsWith("{#using}")) return "Inputs"
  if (title.endsWith("{#result}")) return "Outputs"
  if (title.endsWith("{#look-up}")) return "Look-up"
  if (method !== undefined) return `${title.startsWith("Using ") ? "Inputs" : "Outputs"} of ${method}`
  throw new Error(`What is ${title}?`)
}

/**
 * The expected rows. Looking up an existing resource has no place in the specification's answer; the properties that
 * qualify it are inputs as well, so its rows are expected among the inputs.
 */
const expectedRows = (page: GoldenPage) => {
  const rows = page.properties.map(({ flags, lang, name, section, types }) => ({
    section: sectionOf(section),
    row: [lang, `${name}: ${types.join(" / ")}`, flags] as const
  }))
  const blocks = page.enums.map(({ lang, members }) =>
    line("Enum", lang, members.map(({ name, value }) => `${name}=${value}`).join(", "))
  )
  return {
    exact: [
      ...rows.filter(({ section }) => section !== "Look-up").map(({ row, section }) => line(section, ...row)),
      ...blocks
    ],
    among: rows.filter(({ section }) => section === "Look-up").map(({ row }) => line("Inputs", ...row))
  }
}

/** What `a` has more often than `b`. */
const difference = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): ReadonlyArray<string> => {
  const left = new Map<string, number>()
  for (const row of b) left.set(row, (left.get(row) ?? 0) + 1)
  return a.filter((row) => {
    const count = left.get(row) ?? 0
    left.set(row, count - 1)
    return count <= 0
  })
}

export interface Comparison {
  readonly expected: number
  /** Expected rows that our page does not have, and rows that only our page has. */
  readonly missing: ReadonlyArray<string>
  readonly extra: ReadonlyArray<string>
}

export const compare = (golden: GoldenPage): Comparison => {
  const site = known(golden.schema)
  const page = site.pages.get(golden.page)
  if (page === undefined) throw new Error(`${golden.schema} has no page ${golden.page}`)
  const ours = rowsOfPage(site, page)
  const { among, exact } = expectedRows(golden)
  const named = (row: string) => line(golden.schema, golden.page, row)
  return {
    expected: exact.length + among.length,
    missing: [...difference(exact, ours), ...among.filter((row) => !ours.includes(row))].map(named),
    extra: difference(ours, exact).map(named)
  }
}
