/** Writes pages and supporting types with the names and types of all languages. Knows neither storage nor the wire. */
import type { TextByLanguage } from "../../../contract/DocsPage.ts"
import type { Language } from "../../../contract/Language.ts"
import type { LanguageRules, Position } from "../languages/LanguageRules.ts"
import type { Languages } from "../languages/languagesOf.ts"
import { typeText } from "../languages/typeText.ts"
import type {
  EnumType,
  FunctionModel,
  NamedType,
  ObjectType,
  Property,
  ResourceModel,
  TypeExpression
} from "../model/PackageModel.ts"
import type { Token } from "../model/Token.ts"
import { byLanguage } from "./byLanguage.ts"
import type { PreparedEnumValue, PreparedPage, PreparedProperty, PreparedType } from "./PreparedPage.ts"
import { typeRef } from "./typeRef.ts"

/** The schema's own words for languages, where they differ. */
const schemaWords: Readonly<Partial<Record<Language, string>>> = { typescript: "nodejs" }

const optionalMessage = (deprecationMessage: string | undefined) =>
  deprecationMessage === undefined ? {} : { deprecationMessage }

/** Whoever reads the page of something deprecated learns it before anything else. */
const withDeprecation = ({ deprecationMessage, description }: ResourceModel | FunctionModel): string =>
  deprecationMessage === undefined
    ? description
    : `**Deprecated:** ${deprecationMessage || "no reason was given."}\n\n${description}`

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** What a function's outputs say when it returns a value that is no bag of properties. */
const returnedValue = (type: TypeExpression): Property => ({
  name: "result",
  type,
  required: true,
  replaceOnChanges: false,
  description: "The function returns this value itself.",
  deprecationMessage: undefined,
  names: new Map()
})

export class PageWriter {
  private readonly languages: Languages
  /** The supporting types of one module's pages, which have most of them in common. */
  private shared: { readonly module: string; readonly types: Map<string, PreparedType> } = {
    module: "",
    types: new Map()
  }
  private readonly primitiveTypes = new Map<string, TextByLanguage>()

  constructor(languages: Languages) {
    this.languages = languages
  }

  page(member: ResourceModel | FunctionModel, supporting: ReadonlyArray<NamedType>): PreparedPage {
    const { module } = member.token
    const isFunction = member.kind === "function"
    const outputs =
      isFunction && member.returns !== undefined && member.returns.kind !== "object"
        ? [returnedValue(member.returns)]
        : member.outputs
    return {
      typeToken: member.token.text,
      kind: member.kind,
      name: this.name(member),
      usedFrom: this.usedFrom(member),
      description: withDeprecation(member),
      inputs: this.properties(member.inputs, isFunction ? "plain" : "input", module),
      outputs: this.properties(outputs, "output", module),
      supportingTypes: this.supportingTypes(supporting, module)
    }
  }

  /** The display name of a resource or function. */
  name({ kind, token }: { readonly kind: "resource" | "function"; readonly token: Token }): TextByLanguage {
    return byLanguage(this.languages, (rules) =>
      kind === "function" ? rules.functionName(token) : rules.resourceName(token)
    )
  }

  /** Methods are called on a resource, wherever it is from. */
  private usedFrom({ kind, token }: ResourceModel | FunctionModel): TextByLanguage {
    return byLanguage(this.languages, (rules) => (token.name.includes("/") ? "" : rules.usedFrom(token, kind)))
  }

  private supportingTypes(types: ReadonlyArray<NamedType>, module: string): ReadonlyArray<PreparedType> {
    if (this.shared.module !== module) this.shared = { module, types: new Map() }
    const known = this.shared.types
    const sorted = types.toSorted(
      (a, b) => compare(a.type.token.name, b.type.token.name) || compare(a.type.token.text, b.type.token.text)
    )
    return sorted.map((named) => {
      const before = known.get(named.type.token.text)
      if (before !== undefined) return before
      const written = named.kind === "object" ? this.object(named.type, module) : this.enumeration(named.type)
      known.set(named.type.token.text, written)
      return written
    })
  }

  private object({ properties, token }: ObjectType, module: string): PreparedType {
    return {
      typeToken: token.text,
      name: byLanguage(this.languages, (rules) => rules.typeName(token)),
      kind: "object",
      properties: this.properties(properties, "plain", module)
    }
  }

  private enumeration({ token, values }: EnumType): PreparedType {
    return {
      typeToken: token.text,
      name: byLanguage(this.languages, (rules) => rules.typeName(token)),
      kind: "enum",
      values: values.map((each): PreparedEnumValue => {
        const member = { name: each.name ?? String(each.value), value: each.value }
        return {
          name: byLanguage(this.languages, (rules) => rules.enumMember(member, token)),
          value: String(each.value),
          description: each.description,
          ...optionalMessage(each.deprecationMessage)
        }
      })
    }
  }

  private properties(
    properties: ReadonlyArray<Property>,
    position: Position,
    module: string
  ): ReadonlyArray<PreparedProperty> {
    return properties.map((property) => ({
      name: this.propertyName(property),
      type: this.type(property.type, position, module),
      required: property.required,
      replaceOnChanges: property.replaceOnChanges,
      description: property.description,
      ...optionalMessage(property.deprecationMessage),
      typeRef: typeRef(property.type)
    }))
  }

  private propertyName({ name, names }: Property): TextByLanguage {
    const written = byLanguage(this.languages, (rules) => rules.property(name))
    if (names.size === 0) return written
    const given = (language: string) => names.get(schemaWords[language as Language] ?? language)
    return Object.fromEntries(Object.entries(written).map(([language, text]) => [language, given(language) ?? text]))
  }

  private type(type: TypeExpression, position: Position, module: string): TextByLanguage {
    const known = this.primitiveTypes.get(type.kind)
    if (known !== undefined) return known
    const text = byLanguage(this.languages, (rules: LanguageRules) => typeText(rules, type, position, module))
    if (type.kind in this.languages.go.primitives) this.primitiveTypes.set(type.kind, text)
    return text
  }
}
