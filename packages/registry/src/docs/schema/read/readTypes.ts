/** Reads the types of a package schema, which may refer to each other in any order. */
import type { EnumType, ObjectType, Property } from "../model/PackageModel.ts"
import type { Entry } from "./entries.ts"
import { under } from "./Problems.ts"
import { readEnum } from "./readEnum.ts"
import { type PropertiesReader, propertiesReader } from "./readProperties.ts"
import { type TypeReader, typeReader } from "./readType.ts"
import type { ValueReader } from "./values.ts"

/** An object's definition before its properties are known, which may refer to it. */
interface OpenObject extends ObjectType {
  properties: ReadonlyArray<Property>
}

/** The types, and readers that know them. */
export interface ReadTypes {
  readonly objects: ReadonlyArray<ObjectType>
  readonly enums: ReadonlyArray<EnumType>
  readonly readType: TypeReader
  readonly readProperties: PropertiesReader
  /** Names of the packages that foreign types come from, as far as types have been read. */
  readonly otherPackages: ReadonlySet<string>
}

const isEnum = ({ spec }: Entry): boolean => spec.enum !== undefined && spec.enum !== null

export const readTypes = (
  values: ValueReader,
  packageName: string,
  types: ReadonlyArray<Entry>,
  resources: ReadonlyArray<Entry>
): ReadTypes => {
  const enums = types.filter(isEnum).map(({ place, token, spec }) => readEnum(values, place, token, spec))
  const open = types
    .filter((entry) => !isEnum(entry))
    .map((entry) => ({ entry, object: { token: entry.token, properties: [] } as OpenObject }))
  const objects = open.map(({ object }) => object)
  const otherPackages = new Set<string>()
  const readType = typeReader(values, {
    packageName,
    objects: new Map(objects.map((object) => [object.token.text, object])),
    enums: new Map(enums.map((type) => [type.token.text, type])),
    resources: new Map(resources.map(({ token }) => [token.text, token])),
    otherPackages
  })
  const readProperties = propertiesReader(values, readType)
  for (const { entry, object } of open) {
    const required = values.names(under(entry.place, "required"), entry.spec.required)
    object.properties = readProperties(under(entry.place, "properties"), entry.spec.properties, required)
  }
  return { objects, enums, readType, readProperties, otherPackages }
}
