/** Ways to write a name. None of them knows a language's other rules. */

/** With a capital first letter. */
export const upperFirst = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)

const withoutHyphens = (name: string): string =>
  name.replaceAll(/-+([a-zA-Z\d])/g, (_, letter: string) => letter.toUpperCase())

/** TitleCase: a capital first letter, no `$` before it, and no hyphens. `azure-native` becomes `AzureNative`. */
export const titleCase = (name: string): string => upperFirst(withoutHyphens(name.replace(/^\$+(?=.)/, "")))

/** camelCase: without hyphens, and without capitals at the beginning; of an acronym there, the last capital begins the next word. */
export const camelCase = (name: string): string =>
  withoutHyphens(name).replace(/^(?:[A-Z]+(?=[A-Z][a-z])|[A-Z]+)/, (capitals) => capitals.toLowerCase())

/** Words: runs of capitals are one, with the `s` of their plural; otherwise a capital begins a new one. */
const acronymWords = /[A-Z]{2,}s(?![a-z])[^A-Z]*|[A-Z]+(?=[A-Z][a-z])|[A-Z]+[^A-Z]*|[^A-Z]+/g

/** snake_case that keeps acronyms whole: `podIPs` becomes `pod_ips`, `good_URLs` becomes `good__urls`. */
export const snakeCaseOfWords = (name: string): string => (name.match(acronymWords) ?? []).join("_").toLowerCase()

/** snake_case letter by letter: an underscore before every capital that begins a word. `URLs` becomes `ur_ls`. */
export const snakeCase = (name: string): string =>
  name.replaceAll(/(?<=[^A-Z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "_").toLowerCase()

/** A name whose other symbols are underscores. */
export const withoutSymbols = (name: string): string => name.replaceAll(/[^\p{L}\p{N}_]/gu, "_")
