/**
 * The page of a resource or function as Markdown, from its wire form, in two parts: its description stands between them
 * and depends on choices of the reader that nothing else of the page depends on.
 */
import { type RegistryContentNode } from "../../../contract/DocsContent.ts"
import {
  type PackageDocs,
  type RegistryDocsEnumValue,
  type RegistryDocsProperty,
  type RegistryDocsSupportingType
} from "../../../contract/DocsPage.ts"
import { type Language } from "../../../contract/Language.ts"
import { contentMarkdown } from "./contentMarkdown.ts"
import { blocks, codeBlock, codeSpan, item, link, words } from "./markdown.ts"
import { docsUrl, foreignDocsUrl, inLanguage, titleOfChoice } from "./names.ts"
import { usage, type Used } from "./usage.ts"

/** Types with the same name can come from different modules, so places on the page are named after tokens. */
const anchorOf = (typeToken: string): string => `type-${typeToken.replaceAll(/[^A-Za-z0-9]+/g, "-")}`

/** What a page says is the same for every reader of a language. */
export interface MarkdownSurroundings {
  readonly language: Language
  /** Path of the navigation of the page's version. */
  readonly navUrl: string
  /** Whether a type of this package is among the page's supporting types. */
  readonly isHere: (typeToken: string) => boolean
  /** Whether something of another package has a page there, as resources have and types have not. */
  readonly hasPage: (typeToken: string) => boolean
}

const displayType = (property: RegistryDocsProperty, around: MarkdownSurroundings): string => {
  const { hasPage, isHere, language, navUrl } = around
  const display = codeSpan(inLanguage(property.type, language))
  if (property.typeRef === undefined || property.typeRef === null) return display
  const { package: identifier, typeToken, version } = property.typeRef
  if (identifier !== undefined) {
    return hasPage(typeToken) ? link(display, foreignDocsUrl(identifier, version, typeToken)) : display
  }
  return link(display, isHere(typeToken) ? `#${anchorOf(typeToken)}` : docsUrl(navUrl, typeToken))
}

const propertyItem = (property: RegistryDocsProperty, around: MarkdownSurroundings): string => {
  const traits = [
    displayType(property, around),
    ...(property.required ? ["required"] : []),
    ...(property.replaceOnChanges ? ["replaced on changes"] : []),
    ...(property.deprecated === true ? ["deprecated"] : [])
  ]
  return item(
    `${codeSpan(inLanguage(property.name, around.language))} (${traits.join(", ")})`,
    inLanguage(property.description, around.language)
  )
}

const propertyList = (properties: ReadonlyArray<RegistryDocsProperty>, around: MarkdownSurroundings): string =>
  properties.map((property) => propertyItem(property, around)).join("\n")

const section = (
  title: string,
  properties: ReadonlyArray<RegistryDocsProperty>,
  around: MarkdownSurroundings,
  note = ""
): ReadonlyArray<string> =>
  properties.length === 0 && note === "" ? [] : [`## ${title}`, note, propertyList(properties, around)]

/** The value of an enumeration that is a text without letters. */
const EMPTY_TEXT = '`""`'

const enumValue = ({ description = {}, name, value }: RegistryDocsEnumValue, { language }: MarkdownSurroundings) =>
  item(`${codeSpan(inLanguage(name, language))} = ${codeSpan(value) || EMPTY_TEXT}`, inLanguage(description, language))

/** A supporting type, with its title. */
export const supportingTypeMarkdown = (
  { kind, name, properties = [], typeToken, values = [] }: RegistryDocsSupportingType,
  around: MarkdownSurroundings
): string =>
  blocks(
    `### ${words(inLanguage(name, around.language))}<a id="${anchorOf(typeToken)}"></a>`,
    `${kind === "enum" ? "Enumeration" : "Object"} ${codeSpan(typeToken)}`,
    kind === "enum" ? values.map((value) => enumValue(value, around)).join("\n") : propertyList(properties, around)
  )

type Heading = Pick<PackageDocs, "kind" | "name" | "navUrl" | "typeToken" | "version">

/** What stands above the description. */
export const docsHeading = ({ kind, name, navUrl, typeToken, version }: Heading, language: Language): string =>
  blocks(
    `# ${words(inLanguage(name, language))}`,
    `${kind === "resource" ? "Resource" : "Function"} ${codeSpan(typeToken)}, version ${words(version)}, in ${titleOfChoice(language)}. ${link("All resources and functions", navUrl)}`
  )

/** What stands below the description; `supporting` are the supporting types as Markdown, in their order. */
export const docsBody = (
  docs: Pick<PackageDocs, "inputs" | "kind" | "name" | "outputs" | "typeToken"> & Pick<Used, "usedFrom">,
  supporting: ReadonlyArray<string>,
  around: MarkdownSurroundings
): string => {
  const { inputs = [], kind, outputs = [] } = docs
  const also = kind === "resource" && inputs.length > 0 ? "All inputs are outputs as well." : ""
  return blocks(
    "## Usage",
    codeBlock(usage({ ...docs, language: around.language }), around.language),
    ...section("Inputs", inputs, around),
    ...section("Outputs", outputs, around, also),
    ...(supporting.length === 0 ? [] : ["## Supporting types"]),
    ...supporting
  )
}

/** Everything that stands before the body, with the blank line between them. */
export const aboveBody = (heading: string, description: ReadonlyArray<RegistryContentNode>): string =>
  `${blocks(heading, contentMarkdown(description))}\n`
