/** A README or installation text as Markdown, from its wire form. */
import { type PackageReadme } from "../../../contract/DocsProse.ts"
import { contentMarkdown } from "./contentMarkdown.ts"
import { blocks, link, words } from "./markdown.ts"

/** A heading of the first level, however it is written. */
const title = /^(?: {0,3}#[ \t]|[^\n]+\n {0,3}=+[ \t]*(?:\n|$)|<h1\b)/i

/**
 * The text as its author wrote it, and a way on to the rest of the package. Many texts are written for a site that shows
 * the name of the package above them; those get it as their title.
 */
export const proseMarkdown = (
  { content, navUrl }: Pick<PackageReadme, "content" | "navUrl">,
  packageTitle: string
): string => {
  const text = contentMarkdown(content)
  return blocks(title.test(text) ? "" : `# ${words(packageTitle)}`, text, link("All resources and functions", navUrl))
}
