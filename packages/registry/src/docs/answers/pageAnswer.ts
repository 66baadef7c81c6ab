/** From a kept page to the answer of `GET …/docs/{typeToken}`: its Markdown is read for this reader. */
import type { PackageDocs } from "../../contract/DocsPage.ts"
import type { DocsQuery } from "../../contract/DocsQueries.ts"
import { DEFAULT_LANGUAGE } from "../../contract/Language.ts"
import type { PackageId } from "../../packages/PackageId.ts"
import { markdownByLanguage } from "../markup/markdownByLanguage.ts"
import { parseMarkup } from "../markup/parseMarkup.ts"
import { nameOf, type ShowReference } from "../markup/references.ts"
import { resolve } from "../markup/resolve.ts"
import { docsAnswer } from "../schema/pages/docsAnswer.ts"
import type { PreparedPage } from "../schema/pages/PreparedPage.ts"
import { navigationPath, versionPath } from "./versionPaths.ts"

const withPages = new Set(["resources", "functions"])

/** Resources and functions of this package have pages; types stand on the pages that use them. */
const referencesFrom =
  (path: string): ShowReference =>
  (reference) => {
    const { schema, section, typeToken } = reference
    const words = `\`${nameOf(reference).replaceAll("`", "'")}\``
    return schema === undefined && withPages.has(section) && typeToken !== ""
      ? { words, href: `${path}/docs/${encodeURIComponent(typeToken)}` }
      : { words }
  }

/**
 * The page in the language asked for. A schema names other packages without source and publisher: where nothing else is
 * known they are those of this one.
 */
export const pageAnswer = (
  page: PreparedPage,
  id: PackageId,
  version: string,
  { lang = DEFAULT_LANGUAGE, os }: DocsQuery
): PackageDocs => {
  const show = referencesFrom(versionPath(id, version))
  return docsAnswer(page, {
    version,
    navUrl: navigationPath(id, version),
    language: lang,
    description: resolve(parseMarkup(page.description, show).content, { language: lang, os }),
    describe: (markdown) => markdownByLanguage(markdown, show),
    packageId: (name) => `${id.source}/${id.publisher}/${name}`
  })
}
