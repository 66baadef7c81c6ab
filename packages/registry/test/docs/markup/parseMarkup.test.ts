import { assert, describe, it } from "@effect/vitest"
import { parseDocument, parseMarkup } from "../../../src/docs/markup/parseMarkup.ts"
import { resolve } from "../../../src/docs/markup/resolve.ts"
import { resolvedText, type Selection } from "../../../src/docs/markup/resolvedText.ts"

const read = (text: string, selection: Selection = { language: "python" }) =>
  resolvedText(parseMarkup(text).content, selection).trim()

const fence = (tag: string, code: string) => `\`\`\`${tag}\n${code}\n\`\`\`\n`

describe("code choosers in comments", () => {
  const text = `Before.

## Example Usage

<!--Start PulumiCodeChooser -->
${fence("typescript", "const a = 1")}${fence("python", "a = 1")}${fence("go", "a := 1")}<!--End PulumiCodeChooser -->

## Import

After.`

  it("are one chooser with an option per fence, and the text around them stays", () => {
    const nodes = resolve(parseMarkup(text).content)
    assert.deepStrictEqual(
      nodes.map(({ kind }) => kind),
      ["text", "language-chooser", "text"]
    )
    assert.deepStrictEqual(
      nodes[1]?.options?.map(({ language }) => language),
      ["typescript", "python", "go"]
    )
    assert.strictEqual(read(text), `Before.\n\n## Example Usage\n\n${fence("python", "a = 1")}\n## Import\n\nAfter.`)
  })

  it("fall back to another language in the order of the languages", () => {
    assert.include(read(text, { language: "hcl" }), "const a = 1")
    assert.notInclude(read(text, { language: "hcl" }), "a := 1")
  })

  it("end where the next one starts when they are never closed", () => {
    const unclosed = text.replace("<!--End PulumiCodeChooser -->\n", "")
    const twice = `${unclosed}\n\n${unclosed}`
    assert.strictEqual(resolve(parseMarkup(twice).content).filter(({ kind }) => kind === "language-chooser").length, 2)
    assert.include(read(twice), "After.")
  })

  it("take fences with a tag that has a suffix, an alias or attributes", () => {
    const odd = `<!-- start pulumicodechooser -->
${fence("nodejs", "N")}${fence("python<break>", "P")}${fence('c# title="x"', "C")}${fence("go{1,3}", "G")}<!--end PulumiCodeChooser-->`
    for (const [language, code] of [
      ["typescript", "N"],
      ["python", "P"],
      ["csharp", "C"],
      ["go", "G"]
    ] as const) {
      assert.include(read(odd, { language }), `\n${code}\n`)
    }
  })

  it("show all code that is in no language", () => {
    const plain = `<!--Start PulumiCodeChooser -->\n${fence("", "A")}${fence("", "B")}<!--End PulumiCodeChooser -->`
    assert.deepStrictEqual(resolve(parseMarkup(plain).content, { language: "go" }), [
      { kind: "text", markdown: "```\nA\n```\n\n```\nB\n```" }
    ])
  })

  it("show code in no language rather than in one that nobody can ask for", () => {
    const mixed = `<!--Start PulumiCodeChooser -->\n${fence("", "A")}${fence("fsharp", "F")}<!--End PulumiCodeChooser -->`
    assert.strictEqual(read(mixed), fence("", "A").trim())
    assert.deepStrictEqual(
      resolve(parseMarkup(mixed).content)[0]?.options?.map(({ language }) => language),
      [undefined, "fsharp"]
    )
  })

  it.each(["Example coming soon!", "Coming soon", "# Example coming soon!", "// Coming soon.", "/* coming soon */"])(
    "leave out languages whose example is still to come: %s",
    (words) => {
      const coming = `<!--Start PulumiCodeChooser -->
${fence("python", words)}${fence("java", "// real")}<!--End PulumiCodeChooser -->`
      assert.strictEqual(read(coming), fence("java", "// real").trim())
      assert.deepStrictEqual(
        resolve(parseMarkup(coming).content)[0]?.options?.map(({ language }) => language),
        ["java"]
      )
    }
  )
})

describe("examples in shortcodes", () => {
  it("are choosers of their fences; commands and text stay for everyone", () => {
    const text = `Intro.

{{% examples %}}
## Example Usage
{{% example %}}
### First

Some text.

${fence("typescript", "T1")}${fence("python", "P1")}
Then run:

${fence("sh", "$ up")}
{{% /example %}}

Between.

{{% example %}}
### Second
${fence("python", "P2")}
{{% /example %}}
{{% /examples %}}

The end.`
    const python = read(text)
    for (const part of ["Intro.", "### First", "Some text.", "P1", "$ up", "Between.", "P2", "The end."]) {
      assert.include(python, part)
    }
    assert.notInclude(python, "T1")
    assert.notMatch(python, /\{\{|\n\n\n/)
  })

  it("can be opened twice and never closed", () => {
    const text = `{{% examples %}}
{{% example %}}
### A
{{% example %}}
${fence("python", "PA")}
{{% example %}}
### B
${fence("python", "PB")}
## Import
${fence("sh", "$ import")}`
    const { examples } = parseMarkup(text)
    assert.deepStrictEqual(
      examples.map(({ title }) => title),
      ["A", "B"]
    )
    assert.include(read(text), "$ import")
  })
})

describe("choosers in shortcodes", () => {
  const chooser = (open: string, options: ReadonlyArray<readonly [string, string]>) =>
    `Before.\n\n${open}${options.map(([names, text]) => `{{% choosable ${names} %}}\n\n${text}\n\n{{% /choosable %}}\n`).join("")}`

  for (const [form, open, close] of [
    ["quoted", '{{< chooser language "typescript,python" >}}', "{{< /chooser >}}"],
    ["without quotes", "{{< chooser language typescript,python >}}", "{{< /chooser >}}"],
    ["with percent signs", "{{% chooser language 'typescript, python' %}}", "{{% /chooser %}}"],
    ["with everything quoted", '{{<chooser "language" "typescript,python">}}', "{{</chooser>}}"],
    ["with blanks in the end marker", '{{< chooser language "typescript,python" >}}', "{{< / chooser >}}"],
    ["with names", '{{< chooser type="language" options="typescript,python" >}}', "{{< /chooser >}}"],
    ["closing itself", '{{< chooser language "typescript,python" / >}}\n', ""],
    ["closing itself without a blank", '{{< chooser language "typescript,python" />}}', ""],
    ["missing", "", ""],
    ["never closed", '{{< chooser language "typescript,python" >}}', ""]
  ] as const) {
    it(`are one node, ${form}`, () => {
      const text = `${chooser(open, [
        ["language typescript", "T"],
        ['language "python"', "P"]
      ])}${close}\n\nAfter.`
      const nodes = resolve(parseMarkup(text).content)
      assert.deepStrictEqual(
        nodes.map(({ kind }) => kind),
        ["text", "language-chooser", "text"]
      )
      assert.strictEqual(read(text), "Before.\n\nP\n\nAfter.")
      assert.strictEqual(read(text, { language: "typescript" }), "Before.\n\nT\n\nAfter.")
    })
  }

  for (const names of [
    'language "javascript,typescript"',
    "language javascript,typescript",
    "language javascript, typescript",
    "language 'nodejs'",
    '"language" "TypeScript"',
    'type="language" value="typescript"',
    'type="language" values="nodejs,python"'
  ]) {
    it(`choosable ${names} is for TypeScript`, () => {
      const text = chooser("", [
        ["language go", "G"],
        [names, "T"]
      ])
      assert.strictEqual(read(text, { language: "typescript" }), "Before.\n\nT")
    })
  }

  it("know systems by their aliases and fall back to another one", () => {
    const text = chooser('{{< chooser os "macos,windows" >}}', [
      ["os osx", "M"],
      ["os win", "W"]
    ])
    assert.strictEqual(read(text, { os: "windows" }), "Before.\n\nW")
    assert.strictEqual(read(text, { os: "linux" }), "Before.\n\nM")
  })

  it("keep javascript apart from typescript where there are both", () => {
    const text = chooser('{{< chooser language "javascript,typescript" >}}', [
      ["language javascript", "J"],
      ["language typescript", "T"]
    ])
    assert.strictEqual(read(text, { language: "typescript" }), "Before.\n\nT")
    assert.deepStrictEqual(
      resolve(parseMarkup(text).content)[1]?.options?.map(({ language }) => language),
      ["javascript", "typescript"]
    )
  })

  it("nest either way", () => {
    const inner = (kind: string, names: ReadonlyArray<string>, prefix: string) =>
      `{{< chooser ${kind} "${names.join(",")}" >}}\n${names
        .map((name) => `{{% choosable ${kind} ${name} %}}\n${prefix}-${name}\n{{% /choosable %}}`)
        .join("\n")}\n{{< /chooser >}}`
    const languages = ["python", "go"]
    const systems = ["linux", "windows"]
    const osInLanguage = `{{< chooser language "python,go" >}}${languages
      .map((name) => `\n{{% choosable language ${name} %}}\n${inner("os", systems, name)}\n{{% /choosable %}}`)
      .join("")}\n{{< /chooser >}}`
    const languageInOs = `{{< chooser os "linux,windows" >}}${systems
      .map((name) => `\n{{% choosable os ${name} %}}\n${inner("language", languages, name)}\n{{% /choosable %}}`)
      .join("")}\n{{< /chooser >}}`
    assert.strictEqual(read(osInLanguage, { language: "go", os: "windows" }), "go-windows")
    assert.strictEqual(read(languageInOs, { language: "python", os: "linux" }), "linux-python")
    const kept = resolve(parseMarkup(osInLanguage).content, { language: "go" })
    assert.deepStrictEqual(
      kept.map(({ kind, options }) => [kind, options?.map(({ content, os }) => [os, content.trim()])]),
      [
        [
          "os-chooser",
          [
            ["linux", "go-linux"],
            ["windows", "go-windows"]
          ]
        ]
      ]
    )
    const all = resolve(parseMarkup(languageInOs).content)
    assert.deepStrictEqual(
      all[0]?.options?.map(({ content, language, os }) => [os, language, content.trim()]),
      [
        ["linux", "python", "linux-python"],
        ["linux", "go", "linux-go"],
        ["windows", "python", "windows-python"],
        ["windows", "go", "windows-go"]
      ]
    )
  })

  it("inside a sentence stay in it", () => {
    const text =
      "Run `{{% choosable language typescript %}}npm{{% /choosable %}}{{% choosable language python %}}pip{{% /choosable %}} install` now."
    assert.strictEqual(read(text), "Run `pip install` now.")
    assert.strictEqual(read(text.replace("{{% /choosable %}}", "{{% /choosable %}} ")), "Run `pip install` now.")
  })

  it("by something else are all shown", () => {
    const text = chooser('{{< chooser cloud "aws,gcp" / >}}', [
      ["cloud aws", "A"],
      ["cloud gcp", "G"]
    ])
    assert.strictEqual(read(text), "Before.\n\nA\n\nG")
  })

  it("by language and by system side by side are two", () => {
    const text = chooser("", [
      ["language go", "G"],
      ["os linux", "L"]
    ])
    assert.deepStrictEqual(
      resolve(parseMarkup(text).content).map(({ kind }) => kind),
      ["text", "language-chooser", "os-chooser"]
    )
  })

  it("have no option for what has no content", () => {
    const text = chooser("", [
      ["language python", " "],
      ["language go", "G"]
    ])
    assert.strictEqual(read(text), "Before.\n\nG")
    assert.deepStrictEqual(parseMarkup("{{% choosable os linux %}}\n\n{{% /choosable %}}").content, [])
  })

  it("have options that end where their surroundings end when they are never closed", () => {
    const text = "{{% choosable language python %}}P\n{{% choosable language go %}}G\n{{% choosable os linux %}}L\n"
    assert.strictEqual(read(text, { language: "python" }), "P")
    assert.strictEqual(read(text, { language: "go", os: "linux" }), "G\nL")
    const unclosed = `{{< chooser language "go" >}}\n{{% choosable language go %}}\nA\n{{% /choosable %}}\n`
    assert.strictEqual(resolve(parseMarkup(`${unclosed}${unclosed}`).content).length, 2)
  })

  it("in too many layers lose the innermost choices, and nothing else", () => {
    const layers = Array.from({ length: 30 }, (_, layer) => (layer % 2 === 0 ? "language go" : "os linux"))
    const half = "{{% /choosable %}}".repeat(15)
    const text = `${layers.map((names) => `{{% choosable ${names} %}}`).join("")}x${half}y${half}z`
    assert.strictEqual(read(text, { language: "go", os: "linux" }), "xyz")
    assert.deepStrictEqual(
      resolve(parseMarkup(text).content).map(({ kind, markdown }) => [kind, markdown]),
      [
        ["language-chooser", "xy"],
        ["text", "z"]
      ]
    )
  })

  it("have options that are Markdown of their own, indented markers and all", () => {
    const text =
      "A\n\n  {{% choosable language go %}}\n  B\n\n  {{% /choosable %}}\n  {{% choosable language python %}}\nC\n{{% /choosable %}}"
    assert.deepStrictEqual(resolve(parseMarkup(text).content), [
      { kind: "text", markdown: "A\n\n" },
      {
        kind: "language-chooser",
        markdown: "  B\n\nC\n\n",
        options: [
          { language: "go", content: "  B\n\n" },
          { language: "python", content: "C\n\n" }
        ]
      }
    ])
  })

  it("on lines of their own can be read one after the other", () => {
    const options = (...lines: ReadonlyArray<readonly [string, string]>) =>
      lines.map(([os, text]) => `{{% choosable os ${os} %}}${text}{{% /choosable %}}\n`).join("")
    const parts = (text: string) => resolve(parseMarkup(text).content).map(({ markdown }) => markdown)
    assert.deepStrictEqual(parts(`A\n\n${options(["linux", "apt"], ["windows", "winget"])}\nB`), [
      "A\n\n",
      "apt\n\nwinget\n\n",
      "B"
    ])
    assert.deepStrictEqual(parts(options(["linux", "apt"], ["windows", "\nwinget\n"])), ["apt\n\nwinget\n\n"])
    // A sentence goes on behind its choice, wherever its lines end.
    assert.deepStrictEqual(parts(`Run ${options(["linux", "apt"], ["windows", "winget"]).trimEnd()} now.`), [
      "Run ",
      "aptwinget",
      " now."
    ])
  })

  it("side by side in a sentence keep the blank between them", () => {
    const inline = (names: string) =>
      `{{< chooser language x >}}{{% choosable language ${names} %}}${names}{{% /choosable %}}{{< /chooser >}}`
    assert.deepStrictEqual(
      resolve(parseMarkup(`${inline("go")} ${inline("java")}`).content).map(({ markdown }) => markdown),
      ["go", " ", "java"]
    )
  })

  it("two in a row stay two", () => {
    const one = (names: string) => `{{< chooser language "${names}" >}}
{{% choosable language ${names} %}}
${names}
{{% /choosable %}}
{{< /chooser >}}
`
    const nodes = resolve(parseMarkup(`${one("python")}\n${one("python")}`).content)
    assert.deepStrictEqual(
      nodes.map(({ kind }) => kind),
      ["language-chooser", "language-chooser"]
    )
  })
})

describe("wordings", () => {
  const span = (inner: string, attributes: string) => `<span ${attributes}>${inner}</span>`
  const text = `Set ${span("`min_upper`", 'pulumi-lang-nodejs="`minUpper`" pulumi-lang-dotnet="`MinUpper`" pulumi-lang-python="`min_upper`"')} first.`

  it("are the words of the language", () => {
    assert.strictEqual(read(text, { language: "csharp" }), "Set `MinUpper` first.")
    assert.strictEqual(read(text, { language: "typescript" }), "Set `minUpper` first.")
  })

  it("are the words in the text without a language, or for one that is not named", () => {
    assert.strictEqual(read(text, { language: "hcl" }), "Set `min_upper` first.")
    assert.deepStrictEqual(resolve(parseMarkup(text).content), [{ kind: "text", markdown: "Set `min_upper` first." }])
  })

  it("that are the same in all languages are text", () => {
    assert.deepStrictEqual(parseMarkup(span("`0`", 'pulumi-lang-nodejs="`0`" pulumi-lang-go="`0`"')).content, ["`0`"])
  })

  it("have their entities decoded", () => {
    const quoted = span("x", 'pulumi-lang-python="&quot;&lt;a&gt;&quot; &amp;amp;"')
    assert.strictEqual(read(quoted), '"<a>" &amp;')
  })

  it("too long for a name stay text", () => {
    const long = span("x".repeat(20_000), 'pulumi-lang-go="a"')
    assert.strictEqual(read(long, { language: "go" }), long)
  })

  it("of unknown or unfinished spans stay text", () => {
    for (const odd of [
      "<span class='x'>y</span>",
      '<span pulumi-lang-go="a">b',
      '<span pulumi-lang-go="a',
      "<span >"
    ]) {
      assert.strictEqual(read(odd), odd)
    }
  })
})

describe("references", () => {
  it("are shown by name where nobody knows better", () => {
    assert.strictEqual(read("See {{% ref #/resources/aws:s3%2Fbucket:Bucket %}}."), "See `Bucket`.")
    assert.strictEqual(read("See {{% ref #/resources/a:b%2Fc:D/inputProperties/acl %}}."), "See `acl`.")
    assert.strictEqual(read("See {{% ref #/provider %}}."), "See `provider`.")
    assert.strictEqual(read("See {{% ref #/resources/a:b/c:D/properties/acl %}}."), "See `acl`.")
    assert.strictEqual(read("See {{% ref #/resources/a:b/c:D %}}."), "See `D`.")
    assert.strictEqual(read("See {{% ref %E0%A4%A %}}."), "See %E0%A4%A.")
  })

  it("are shown as they are told to be", () => {
    const { content } = parseMarkup("See {{% ref #/types/a:b%2Fc:D/properties/fooBar %}}.", (reference) => {
      assert.deepStrictEqual(reference, { section: "types", typeToken: "a:b/c:D", property: "fooBar" })
      return { words: { python: "`foo_bar`", go: "`fooBar`" }, href: "/docs/x" }
    })
    assert.strictEqual(resolvedText(content, { language: "python" }), "See [`foo_bar`](/docs/x).")
  })

  it("to other schemas say which", () => {
    parseMarkup("{{% ref /aws/v6.0.0/schema.json#/functions/aws:s3%2FgetBucket:getBucket %}}", (reference) => {
      assert.deepStrictEqual(reference, {
        schema: "/aws/v6.0.0/schema.json",
        section: "functions",
        typeToken: "aws:s3/getBucket:getBucket"
      })
      return { words: "" }
    })
  })

  it("to pages are their paths", () => {
    assert.strictEqual(
      read('See [setup]({{< relref "/docs/setup" >}}) and [more]({{< ref "more" >}}).'),
      "See [setup](/docs/setup) and [more](more)."
    )
    assert.strictEqual(read('See [setup]({{< relref path="/docs/setup" lang="en" >}}).'), "See [setup](/docs/setup).")
  })
})

describe("other markers", () => {
  it("notes are titled paragraphs", () => {
    assert.strictEqual(
      read('Text.\n{{% notes type="warning" %}}\nCareful.\n{{% /notes %}}\nMore.'),
      "Text.\n\n**Warning:**\n\nCareful.\n\nMore."
    )
    assert.strictEqual(read("{{< notes >}}A.{{< /notes >}}"), "**Note:**\n\nA.")
  })

  it("comments are gone, with their lines", () => {
    assert.strictEqual(read("<!-- markdownlint-disable -->\nA\n\n<!-- one\nand two -->\n\nB <!-- c -->C"), "A\n\nB C")
  })

  it("a comment that never closes hides nothing", () => {
    assert.strictEqual(read("A <!-- b <!-- c -->\n\nD"), "A &lt;!-- b \n\nD")
    assert.strictEqual(read("A <!-- b"), "A &lt;!-- b")
  })

  it("a comment that a sentence shows is text", () => {
    assert.strictEqual(read("Write `<!-- x -->` here."), "Write `<!-- x -->` here.")
  })

  it("a shortcode longer than any real one is text", () => {
    const long = `{{% ${"x ".repeat(1_000)} %}}`
    assert.strictEqual(read(long), long)
  })

  it("a shortcode that another one begins in is text", () => {
    assert.strictEqual(read("{{% a {{% ref #/provider %}}"), "{{% a `provider`")
  })

  it("unknown shortcodes are left out, what they bracket is kept", () => {
    assert.strictEqual(
      read('A\n\n{{< youtube "x" >}}\n\n{{% details "d" %}}\nB\n{{% /details %}}\n{{< configure-aws >}}'),
      "A\n\nB"
    )
  })

  it("unfinished shortcodes, templates and escapes are text", () => {
    for (const text of [
      "{{% x",
      "{{< chooser language",
      "`{{.ID}}`",
      "${{ secrets.X }}",
      "{{% %}}",
      "{{< /* x */ >}}"
    ]) {
      assert.strictEqual(read(text), text)
    }
  })

  it("in code blocks are code", () => {
    const code = fence(
      "md",
      '{{% example %}}\n<!--Start PulumiCodeChooser -->\n<span pulumi-lang-go="a">b</span>\n# no heading\n<!-- kept -->'
    )
    assert.strictEqual(read(`A\n\n${code}\nB`), `A\n\n${code}\nB`)
    const inList = "1. Do:\n\n    ```md\n    {{% choosable language go %}}\n    ```\n\n- ```\n  {{< x >}}\n  ```"
    assert.strictEqual(read(inList), inList)
  })
})

describe("parseDocument", () => {
  it("strips front matter, whatever the line ends", () => {
    assert.deepStrictEqual(parseDocument("---\r\ntitle: A\r\n# c\r\n---\r\n\r\nText\r\n"), ["Text"])
  })

  it("reads an empty text", () => {
    assert.deepStrictEqual(parseDocument(""), [])
    assert.deepStrictEqual(parseDocument("---\ntitle: A\n---\n"), [])
  })
})

describe("parseMarkup", () => {
  it("replaces what no database stores", () => {
    assert.deepStrictEqual(parseMarkup("a\0b\uD800").content, ["a\uFFFDb\uFFFD"])
  })

  it("closes a code block that its author left open, and drops a fence with nothing behind it", () => {
    assert.strictEqual(read("A\n\n```go\nx"), "A\n\n```go\nx\n```")
    assert.strictEqual(read("A\n\n```go\n"), "A\n\n```go\n```")
    assert.strictEqual(read("A\n\n```\n\n"), "A")
  })
})
