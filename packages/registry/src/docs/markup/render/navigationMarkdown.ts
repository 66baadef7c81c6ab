/** The contents of a package as Markdown, from their wire form. */
import {
  type GetPackageNavItem,
  type GetPackageNavModule,
  type PackageNavigation
} from "../../../contract/DocsNavigation.ts"
import { blocks, codeSpan, item, link, words } from "./markdown.ts"
import { titleOfChoice } from "./names.ts"

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`

const totals = ({ functionsTotal, resourcesTotal }: GetPackageNavModule): string =>
  `${counted(resourcesTotal, "resource")}, ${counted(functionsTotal, "function")}`

const items = (title: string, found: ReadonlyArray<GetPackageNavItem>, template: string): ReadonlyArray<string> =>
  found.length === 0
    ? []
    : [
        `### ${title}`,
        found
          .map(({ name, typeToken }) => {
            const url = template.replaceAll("{typeToken}", () => encodeURIComponent(typeToken.toWellFormed()))
            return item(`${link(codeSpan(name), url)} ${codeSpan(typeToken)}`)
          })
          .join("\n")
      ]

/** Modules with their resources and functions where the answer has them, else with their numbers. */
export const navigationMarkdown = (nav: PackageNavigation): string => {
  const { docsUrlTemplate, installationUrl, modules, modulesTotal } = nav
  const full = modules.some(({ functions, resources }) => functions !== undefined || resources !== undefined)
  const shown =
    modules.length === modulesTotal
      ? counted(modulesTotal, "module")
      : `${modules.length} of ${counted(modulesTotal, "module")}`
  const links = [
    link("Version", nav.packageVersionUrl),
    link("README", nav.readmeUrl),
    ...(installationUrl === undefined ? [] : [link("Installation", installationUrl)])
  ]
  return blocks(
    `# ${words(nav.title)}`,
    nav.description ?? "",
    `Package ${codeSpan(`${nav.source}/${nav.publisher}/${nav.name}`)}, version ${words(nav.version)}, ${shown}${nav.language === undefined ? "" : `, in ${titleOfChoice(nav.language)}`}. ${links.join(" · ")}`,
    full ? "" : modules.map((module) => item(`${codeSpan(module.name)}: ${totals(module)}`)).join("\n"),
    ...(full
      ? modules.flatMap((module) => [
          `## ${words(module.name)}`,
          `${totals(module)}.`,
          ...items("Resources", module.resources ?? [], docsUrlTemplate),
          ...items("Functions", module.functions ?? [], docsUrlTemplate)
        ])
      : [])
  )
}
