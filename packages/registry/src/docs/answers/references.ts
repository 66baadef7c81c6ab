/** How references from one text of a schema to another entity are shown on pages. */
import { nameOf, type ShowReference } from "../markup/references.ts"

const withPages = new Set(["resources", "functions"])

/** Resources and functions of this package have pages, below the version's path; types stand on the pages that use them. */
export const referencesFrom =
  (path: string): ShowReference =>
  (reference) => {
    const { schema, section, typeToken } = reference
    const words = `\`${nameOf(reference).replaceAll("`", "'")}\``
    return schema === undefined && withPages.has(section) && typeToken !== ""
      ? { words, href: `${path}/docs/${encodeURIComponent(typeToken)}` }
      : { words }
  }
