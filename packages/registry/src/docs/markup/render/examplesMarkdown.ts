/** Examples as Markdown, from their wire form. */
import { type PackageExamples, type RegistryExample } from "../../../contract/DocsExamples.ts"
import { blocks, codeBlock, codeSpan, link, words } from "./markdown.ts"
import { docsUrl, titleOfChoice } from "./names.ts"

/**
 * The examples under their titles. `tagOf` names the language that the code of an example is really in, which is
 * another one than the answer's where an example does not exist in that.
 */
export const examplesMarkdown = (
  { examples, language, navUrl, totalCount, version }: PackageExamples,
  tagOf: (example: RegistryExample) => string = () => language
): string =>
  blocks(
    "# Examples",
    `${examples.length} of ${totalCount}, version ${words(version)}, in ${titleOfChoice(language)}. ${link("All resources and functions", navUrl)}`,
    ...examples.flatMap((example) => [
      `## ${words(example.title === "" ? "Example" : example.title)}`,
      `${example.kind === "resource" ? "Resource" : "Function"} ${link(codeSpan(example.typeToken), docsUrl(navUrl, example.typeToken))}`,
      codeBlock(example.code, tagOf(example))
    ])
  )
