/** Reads what a schema says about its packages in certain languages. */
import type { LanguageSettings } from "../model/PackageModel.ts"
import { under } from "./Problems.ts"
import type { Fields, ValueReader } from "./values.ts"

/** From the `language` of the schema's top level. */
export const readSettings = (values: ValueReader, schema: Fields): LanguageSettings => {
  const place = under(undefined, "language")
  const language = values.fields(place, schema.language)
  const of = (name: string): Fields => values.fields(under(place, name), language?.[name]) ?? {}
  const texts = (name: string, key: string) => values.texts(under(under(place, name), key), of(name)[key])
  return {
    rootNamespace: values.text(under(under(place, "csharp"), "rootNamespace"), of("csharp").rootNamespace) || "Pulumi",
    namespaces: texts("csharp", "namespaces"),
    pythonModules: texts("python", "moduleNameOverrides"),
    nodeModules: texts("nodejs", "moduleToPackage")
  }
}
