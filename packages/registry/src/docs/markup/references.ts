/** References from one text of a package schema to another entity, `{{% ref #/resources/… %}}`, and how they are shown. */
import { storable } from "../storable.ts"
import { type StoredNode } from "./StoredContent.ts"

/** What a reference names. */
export interface Reference {
  /** The part of the schema: `resources`, `functions`, `types` or `provider`. */
  readonly section: string
  /** The type token; empty for the provider. */
  readonly typeToken: string
  /** The last name on the way, when the reference goes on to a property. */
  readonly property?: string
  /** The address before `#` when the entity is in another schema. */
  readonly schema?: string
}

/** How a reference is shown: Markdown, the same in each language or its own, and where it leads if anywhere. */
export interface ShownReference {
  readonly words: string | Readonly<Record<string, string>>
  readonly href?: string
}

/** Shows references; whoever knows the package's names and addresses brings one. */
export type ShowReference = (reference: Reference) => ShownReference

const unescaped = (part: string): string => {
  try {
    return storable(decodeURIComponent(part))
  } catch {
    return part
  }
}

/** Where the path inside an entity begins; before that, slashes that nobody escaped belong to the token. */
const pathWords = new Set(["inputProperties", "properties", "inputs", "outputs", "stateInputs", "methods", "enum"])

/** The parts of a target such as `#/resources/aws:s3%2Fbucket:Bucket/inputProperties/acl`; nothing when it is no such path. */
export const parseReference = (target: string): Reference | undefined => {
  const hash = target.indexOf("#/")
  if (hash === -1) return undefined
  const [section = "", ...rest] = target
    .slice(hash + 2)
    .split("/")
    .map(unescaped)
  const inside = rest.findIndex((part) => pathWords.has(part))
  const typeToken = (inside === -1 ? rest : rest.slice(0, inside)).join("/")
  const property = inside === -1 ? undefined : rest.slice(inside + 1).at(-1)
  return {
    section,
    typeToken,
    ...(property !== undefined && { property }),
    ...(hash > 0 && { schema: target.slice(0, hash) })
  }
}

const codeSpan = (text: string) => (text.includes("`") ? text : `\`${text}\``)

/** The last name of a reference. */
export const nameOf = ({ property, section, typeToken }: Reference): string =>
  property ?? (typeToken === "" ? section : typeToken.slice(typeToken.lastIndexOf(":") + 1))

/** Shows the last name of a reference as code, without a link. */
export const lastName: ShowReference = (reference) => ({ words: codeSpan(nameOf(reference)) })

/** The content that stands for a reference. */
export const shownReference = ({ href, words }: ShownReference): ReadonlyArray<StoredNode> => {
  const name: StoredNode =
    typeof words === "string" ? words : { kind: "wording", words, otherwise: Object.values(words)[0] ?? "" }
  return href === undefined ? [name] : ["[", name, `](${href})`]
}
