/** What a `$ref` of a package schema points at (the public package schema, "Named Type"). */
import { storable } from "../../storable.ts"

/** `local`: something in this schema. `foreign`: something in another package's schema. `builtin`: a type of its own. */
export type Reference =
  | { readonly at: "builtin"; readonly name: string }
  | { readonly at: "local"; readonly section: string; readonly token: string }
  | {
      readonly at: "foreign"
      readonly section: string
      readonly token: string
      readonly package: string
      readonly version: string | undefined
    }

const decoded = (text: string): string => {
  try {
    return storable(decodeURIComponent(text))
  } catch {
    return storable(text)
  }
}

/** `…/provider/vX.Y.Z/schema.json`; a schema for which any version will do is named without one. */
const foreignSchema = /(?:^|\/)([^/]+?)(?:\/v?(\d[^/]*))?\/schema\.json$/

/** The parts of a reference; undefined for one of no known form. Tokens may be percent-encoded. */
export const parseReference = (text: string): Reference | undefined => {
  const hash = text.indexOf("#/")
  if (hash < 0) return undefined
  const document = text.slice(0, hash)
  const fragment = text.slice(hash + 2)
  if (document === "pulumi.json") return { at: "builtin", name: fragment }
  const slash = fragment.indexOf("/")
  const section = slash < 0 ? fragment : fragment.slice(0, slash)
  const token = slash < 0 ? "" : decoded(fragment.slice(slash + 1))
  if (document === "") return { at: "local", section, token }
  const [, packageName, version] = foreignSchema.exec(document) ?? []
  if (packageName === undefined) return undefined
  const named = version === undefined ? undefined : decoded(version)
  return { at: "foreign", section, token, package: decoded(packageName), version: named }
}
