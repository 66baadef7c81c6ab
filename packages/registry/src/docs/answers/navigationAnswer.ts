/** From the kept modules of a version to the answer of `GET …/nav` (Spec A, Navigation response). */
import type { GetPackageNavItem, GetPackageNavModule, PackageNavigation } from "../../contract/DocsNavigation.ts"
import type { NavigationQuery } from "../../contract/DocsQueries.ts"
import { DEFAULT_LANGUAGE, type Language } from "../../contract/Language.ts"
import type { PackageId } from "../../packages/PackageId.ts"
import type { PreparedItem, PreparedModule } from "../schema/pages/PreparedPage.ts"
import { versionPath } from "./versionPaths.ts"

/** What an answer needs beside the modules. */
export interface NavigationParts {
  readonly id: PackageId
  readonly version: string
  readonly title: string
  readonly description: string | undefined
  readonly hasInstallation: boolean
}

const itemsFor = (
  items: ReadonlyArray<PreparedItem>,
  language: Language,
  search: string
): ReadonlyArray<GetPackageNavItem> =>
  items
    .map(({ name, typeToken }) => ({ typeToken, name: name[language] ?? typeToken }))
    .filter(
      ({ name, typeToken }) =>
        search === "" || name.toLowerCase().includes(search) || typeToken.toLowerCase().includes(search)
    )

/** The modules with a match, in their order, each with its totals whatever was searched for. */
const modulesFor = (
  modules: ReadonlyArray<PreparedModule>,
  { depth, lang = DEFAULT_LANGUAGE, q = "" }: NavigationQuery
): ReadonlyArray<GetPackageNavModule> =>
  modules.flatMap((module) => {
    const resources = itemsFor(module.resources, lang, q.toLowerCase())
    const functions = itemsFor(module.functions, lang, q.toLowerCase())
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

export const navigationAnswer = (
  modules: ReadonlyArray<PreparedModule>,
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
