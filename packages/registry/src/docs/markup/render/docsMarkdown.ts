/** The page of a resource or function as Markdown, from its wire form. */
import {
  type PackageDocs,
  type RegistryDocsEnumValue,
  type RegistryDocsProperty,
  type RegistryDocsSupportingType,
  type RegistryDocsTypeRef
} from "../../../contract/DocsPage.ts"
import { contentMarkdown } from "./contentMarkdown.ts"
import { blocks, codeBlock, codeSpan, item, link, words } from "./markdown.ts"
import { docsUrl, foreignDocsUrl, inLanguage, titleOfChoice } from "./names.ts"
import { usage } from "./usage.ts"

/** Types with the same name can come from different modules, so places on the page are named after tokens. */
const anchorOf = (typeToken: string): string => `type-${typeToken.replaceAll(/[^A-Za-z0-9]+/g, "-")}`

class Page {
  readonly #docs: PackageDocs
  readonly #supporting: ReadonlySet<string>

  constructor(docs: PackageDocs) {
    this.#docs = docs
    this.#supporting = new Set((docs.supportingTypes ?? []).map(({ typeToken }) => typeToken))
  }

  markdown(): string {
    const {
      inputs = [],
      kind,
      language,
      name,
      navUrl,
      outputs = [],
      supportingTypes = [],
      typeToken,
      version
    } = this.#docs
    const also = kind === "resource" && inputs.length > 0 ? "All inputs are outputs as well." : ""
    return blocks(
      `# ${words(inLanguage(name, language))}`,
      `${kind === "resource" ? "Resource" : "Function"} ${codeSpan(typeToken)}, version ${words(version)}, in ${titleOfChoice(language)}. ${link("All resources and functions", navUrl)}`,
      contentMarkdown(this.#docs.description),
      "## Usage",
      codeBlock(usage(this.#docs), language),
      ...this.#section("Inputs", inputs),
      ...this.#section("Outputs", outputs, also),
      ...(supportingTypes.length === 0 ? [] : ["## Supporting types"]),
      ...supportingTypes.flatMap((type) => this.#supportingType(type))
    )
  }

  #section(title: string, properties: ReadonlyArray<RegistryDocsProperty>, note = ""): ReadonlyArray<string> {
    if (properties.length === 0 && note === "") return []
    return [`## ${title}`, note, this.#list(properties)]
  }

  #list(properties: ReadonlyArray<RegistryDocsProperty>): string {
    return properties.map((property) => this.#property(property)).join("\n")
  }

  #property(property: RegistryDocsProperty): string {
    const { language } = this.#docs
    const traits = [
      this.#type(codeSpan(inLanguage(property.type, language)), property.typeRef ?? undefined),
      ...(property.required ? ["required"] : []),
      ...(property.replaceOnChanges ? ["replaced on changes"] : []),
      ...(property.deprecated === true ? ["deprecated"] : [])
    ]
    return item(
      `${codeSpan(inLanguage(property.name, language))} (${traits.join(", ")})`,
      inLanguage(property.description, language)
    )
  }

  #type(display: string, reference: RegistryDocsTypeRef | undefined): string {
    if (reference === undefined) return display
    const { package: identifier, typeToken, version } = reference
    if (identifier !== undefined) return link(display, foreignDocsUrl(identifier, version, typeToken))
    if (this.#supporting.has(typeToken)) return link(display, `#${anchorOf(typeToken)}`)
    return link(display, docsUrl(this.#docs.navUrl, typeToken))
  }

  #supportingType({
    kind,
    name,
    properties = [],
    typeToken,
    values = []
  }: RegistryDocsSupportingType): ReadonlyArray<string> {
    return [
      `### ${words(inLanguage(name, this.#docs.language))}<a id="${anchorOf(typeToken)}"></a>`,
      `${kind === "enum" ? "Enumeration" : "Object"} ${codeSpan(typeToken)}`,
      kind === "enum" ? values.map((value) => this.#value(value)).join("\n") : this.#list(properties)
    ]
  }

  #value({ description = {}, name, value }: RegistryDocsEnumValue): string {
    const { language } = this.#docs
    return item(`${codeSpan(inLanguage(name, language))} = ${codeSpan(value)}`, inLanguage(description, language))
  }
}

/** The page with names, types and code in its language. */
export const docsMarkdown = (docs: PackageDocs): string => new Page(docs).markdown()
