/** Reads the properties of a resource, function or object. */
import type { Property } from "../model/PackageModel.ts"
import { MAX_NAME } from "./limits.ts"
import { type Place, under } from "./Problems.ts"
import type { TypeReader } from "./readType.ts"
import type { Fields, ValueReader } from "./values.ts"

/** Reads a map of properties: the required ones first, then by name. Constants can't be set, so they are left out. */
export type PropertiesReader = (place: Place, value: unknown, required: ReadonlySet<string>) => ReadonlyArray<Property>

const none: ReadonlyMap<string, string> = new Map()

/** Names that the schema gives for certain languages. */
const namesOf = (values: ValueReader, place: Place, value: unknown): ReadonlyMap<string, string> => {
  if (value === undefined) return none
  const names = new Map<string, string>()
  for (const [language, settings] of Object.entries(values.fields(place, value) ?? {})) {
    const settingsPlace = under(place, language)
    const name = values.text(under(settingsPlace, "name"), values.fields(settingsPlace, settings)?.name)
    if (name !== undefined && name !== "") names.set(language, name)
  }
  return names
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const propertiesReader = (values: ValueReader, readType: TypeReader): PropertiesReader => {
  const read = (place: Place, name: string, spec: Fields, required: boolean): Property => {
    if (name === "" || name.length > MAX_NAME)
      values.problems.add(place, `Expected a name of 1 to ${MAX_NAME} characters`)
    const replaces = values.flag(under(place, "replaceOnChanges"), spec.replaceOnChanges)
    const willReplace = values.flag(under(place, "willReplaceOnChanges"), spec.willReplaceOnChanges)
    return {
      name,
      type: readType(place, spec),
      required,
      replaceOnChanges: replaces || willReplace,
      description: values.text(under(place, "description"), spec.description) ?? "",
      deprecationMessage: values.text(under(place, "deprecationMessage"), spec.deprecationMessage),
      names: namesOf(values, under(place, "language"), spec.language)
    }
  }
  return (place, value, required) => {
    const properties: Array<Property> = []
    for (const [name, spec] of Object.entries(values.fields(place, value) ?? {})) {
      const here = under(place, name)
      const fields = values.required(here, spec, "a property")
      if (fields !== undefined && (fields.const === undefined || fields.const === null)) {
        properties.push(read(here, name, fields, required.has(name)))
      }
    }
    return properties.toSorted((a, b) => Number(b.required) - Number(a.required) || compare(a.name, b.name))
  }
}
