/** From the kept modules of a version to the answer of `GET …/nav` (Spec A, Navigation response). */
import type { GetPackageNavItem, GetPackageNavModule, PackageNavigation } from "../../contract/DocsNavigation.ts"
import type { NavigationQuery } from "../../contract/DocsQueries.ts"
import { DEFAULT_LANGUAGE } from "../../contract/Language.ts"
import type { PackageId } from "../../packages/PackageId.ts"
import type { StoredItem, StoredModule } from "../import/pageRows.ts"
import { versionPath } from "./versionPaths.ts"

/** What an answer needs beside the modules. */
export interface NavigationParts {
  readonly id: PackageId
  readonly version: string
  readonly title: string
  readonly description: string | undefined
  readonly hasInstallation: boolean
}

const itemsFor = (items: ReadonlyArray<StoredItem>, search: string): ReadonlyArray<GetPackageNavItem> =>
  items
    .map(([typeToken, name]) => ({ typeToken, name }))
    .filter(
      ({ name, typeToken }) =>
        search === "" || name.toLowerCase().includes(search) || typeToken.toLowerCase().includes(search)
    )

/** The modules with a match, in their order, each with its totals whatever was searched for. */
const modulesFor = (
  modules: ReadonlyArray<StoredModule>,
  { depth, q = "" }: NavigationQuery
): ReadonlyArray<GetPackageNavModule> =>
  modules.flatMap((module) => {
    const resources = itemsFor(module.resources, q.toLowerCase())
    const functions = itemsFor(module.functions, q.toLowerCase())
    if (q !== "" && resources.length + functions.length === 0) return []
    return [
      {
        name: module.name,
        ...(depth === "full" ? { resources, functions } : {}),
        resourcesTotal: module.resources.length,
        functionsTotal: module.functions.length
      }
    ]
  })

/** `modules` are those of the language that is asked for. */
export const navigationAnswer = (
  modules: ReadonlyArray<StoredModule>,
  { description, hasInstallation, id, title, version }: NavigationParts,
  query: NavigationQuery
): PackageNavigation => {
  const path = versionPath(id, version)
  return {
    source: id.source,
    publisher: id.publisher,
    name: id.name,
    version,
    title,
    ...(description === undefined ? {} : { description }),
    language: query.lang ?? DEFAULT_LANGUAGE,
    packageVersionUrl: path,
    readmeUrl: `${path}/readme`,
    ...(hasInstallation ? { installationUrl: `${path}/installation` } : {}),
    docsUrlTemplate: `${path}/docs/{typeToken}`,
    modules: modulesFor(modules, query),
    modulesTotal: modules.length
  }
}
