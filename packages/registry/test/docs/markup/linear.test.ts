import { assert, describe, it } from "@effect/vitest"
import { parseDocument } from "../../../src/docs/markup/parseMarkup.ts"
import { resolve } from "../../../src/docs/markup/resolve.ts"

/** So much that a scan of quadratic cost would take hours: the suite's time limit tells. */
const MEBIBYTES = 5

/** Text in which nothing that is opened is ever closed, or everything is closed at the very end. */
const units = [
  "{{% ",
  '{{< chooser language "a',
  "<!-- x ",
  '<span pulumi-lang-nodejs="',
  "<span pulumi-lang-nodejs='x' ",
  "{{% choosable language python %}}x\n",
  '{{< chooser os "linux" >}}{{% choosable os linux %}}{{< chooser language "go" >}}{{% choosable language go %}}x\n',
  "{{% example %}}x",
  "{{% example %}}{{% /choosable %}}",
  "<!--Start PulumiCodeChooser -->\n```go\nx\n```\n",
  "{{% notes %}}\n",
  "```go\n",
  "- > ",
  " ",
  "\n",
  "**a** "
]

describe("parseDocument", () => {
  for (const unit of units) {
    it(`ends for ${MEBIBYTES} MB of ${JSON.stringify(unit)}`, { timeout: 120_000 }, () => {
      const text = unit.repeat((MEBIBYTES * 1024 * 1024) / unit.length)
      for (const end of ["", `\n-->\n%}}\n>}}\n</span>\n"'>`]) {
        assert.isArray(resolve(parseDocument(text + end), { language: "go" }))
      }
    })
  }
})
