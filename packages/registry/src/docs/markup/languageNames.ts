/** The names under which publishers speak of languages and operating systems. */
import { type Language, type OperatingSystem } from "../../contract/Language.ts"

const languageAliases: Readonly<Record<Language, ReadonlyArray<string>>> = {
  typescript: ["ts", "tsx", "javascript", "js", "jsx", "nodejs", "node"],
  python: ["py", "python3"],
  go: ["golang"],
  csharp: ["c#", "cs", "dotnet", ".net"],
  java: [],
  yaml: ["yml"],
  hcl: ["terraform", "tf"]
}

const osAliases: Readonly<Record<OperatingSystem, ReadonlyArray<string>>> = {
  linux: [],
  macos: ["mac", "osx", "darwin"],
  windows: ["win"]
}

const byName = <Name extends string>(
  aliases: Readonly<Record<Name, ReadonlyArray<string>>>
): ReadonlyMap<string, Name> =>
  new Map(
    (Object.keys(aliases) as Array<Name>).flatMap((name) =>
      [name, ...aliases[name]].map((alias): [string, Name] => [alias, name])
    )
  )

const languagesByName = byName(languageAliases)
const systemsByName = byName(osAliases)

/** The language that a name in any case stands for, as in fence tags and choosers. */
export const languageNamed = (name: string): Language | undefined => languagesByName.get(name.toLowerCase())

/** The operating system that a name in any case stands for. */
export const osNamed = (name: string): OperatingSystem | undefined => systemsByName.get(name.toLowerCase())
