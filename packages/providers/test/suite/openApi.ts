/** Whether a request is one that an OpenAPI document knows: method, path, and the names in the query. */
import { existsSync, readFileSync } from "node:fs"
import type { Seen } from "./FakeApi.ts"

interface Parameter {
  readonly name: string
  readonly in: string
}

interface Operation {
  readonly parameters?: ReadonlyArray<Parameter>
}

type PathItem = Readonly<Record<string, Operation>> & { readonly parameters?: ReadonlyArray<Parameter> }

interface Document {
  readonly paths: Readonly<Record<string, PathItem>>
}

export interface ApiDocument {
  readonly problemsOf: (seen: Seen) => ReadonlyArray<string>
}

const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split(/\{[^}]*\}/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join("[^/]+")}$`
  )

/** Nothing where the document is absent. */
export const readApiDocument = ({
  base,
  file
}: {
  readonly file: URL
  readonly base: string
}): ApiDocument | undefined => {
  if (!existsSync(file)) return undefined
  const { paths } = JSON.parse(readFileSync(file, "utf8")) as Document
  const known = Object.entries(paths).map(([template, item]) => ({ pattern: patternOf(template), template, item }))
  return {
    problemsOf: ({ method, path, query }) => {
      const below = path.startsWith(base) ? path.slice(base.length) : path
      // A path without parameters is nearer than one with them.
      const found = known.find(({ template }) => template === below) ?? known.find(({ pattern }) => pattern.test(below))
      const operation = found?.item[method.toLowerCase()]
      if (found === undefined || operation === undefined) return [`${method} ${below} is not in the document`]
      const names = new Set([...(operation.parameters ?? []), ...(found.item.parameters ?? [])].map(({ name }) => name))
      return [...query.keys()]
        .filter((name) => !names.has(name))
        .map((name) => `${method} ${found.template} has no query parameter ${name}`)
    }
  }
}
