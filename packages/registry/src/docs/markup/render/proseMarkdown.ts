/** A README or installation text as Markdown, from its wire form. */
import { type PackageReadme } from "../../../contract/DocsProse.ts"
import { contentMarkdown } from "./contentMarkdown.ts"
import { blocks, link } from "./markdown.ts"

/** The text as its author wrote it, and a way on to the rest of the package. */
export const proseMarkdown = ({ content, navUrl }: Pick<PackageReadme, "content" | "navUrl">): string =>
  blocks(contentMarkdown(content), link("All resources and functions", navUrl))
