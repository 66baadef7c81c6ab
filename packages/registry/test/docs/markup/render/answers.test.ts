import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { type PackageDocs, type RegistryDocsProperty } from "../../../../src/contract/DocsPage.ts"
import { languages } from "../../../../src/contract/Language.ts"
import { contentMarkdown } from "../../../../src/docs/markup/render/contentMarkdown.ts"
import {
  aboveBody,
  docsBody,
  docsHeading,
  supportingTypeMarkdown
} from "../../../../src/docs/markup/render/docsMarkdown.ts"
import { examplesMarkdown } from "../../../../src/docs/markup/render/examplesMarkdown.ts"
import { navigationMarkdown } from "../../../../src/docs/markup/render/navigationMarkdown.ts"
import { proseMarkdown } from "../../../../src/docs/markup/render/proseMarkdown.ts"

const base = "/api/registry/packages/private/acme/cloud/versions/1.2.0"
const navUrl = `${base}/nav`

/** A whole page, as it is answered. */
const docsMarkdown = (docs: PackageDocs, usedFrom = ""): string => {
  const { language, navUrl, supportingTypes = [] } = docs
  const around = {
    language,
    navUrl,
    isHere: (token: string) => supportingTypes.some(({ typeToken }) => typeToken === token),
    hasPage: (token: string) => token !== "dns:a:Pageless"
  }
  const types = supportingTypes.map((type) => supportingTypeMarkdown(type, around))
  return (
    aboveBody(docsHeading(docs, language), docs.description) +
    docsBody({ ...docs, usedFrom: everywhere(usedFrom) }, types, around)
  )
}

const everywhere = (text: string) => Object.fromEntries(languages.map((language) => [language, text]))

const property = (name: string, type: string, more: Partial<RegistryDocsProperty> = {}): RegistryDocsProperty => ({
  name: everywhere(name),
  type: everywhere(type),
  required: false,
  replaceOnChanges: false,
  description: everywhere(`About ${name}.`),
  typeRef: null,
  ...more
})

const docs: PackageDocs = {
  version: "1.2.0",
  navUrl,
  typeToken: "cloud:net/gate:Gate",
  kind: "resource",
  language: "python",
  name: everywhere("Gate"),
  description: [
    { kind: "text", markdown: "Opens a port.\n\n## Example Usage\n\n```python\nx\n```\n" },
    {
      kind: "os-chooser",
      markdown: "AB",
      options: [
        { os: "linux", content: "Line A\nmore\n" },
        { os: "windows", content: "Line B\n" }
      ]
    }
  ],
  inputs: [
    property("port", "int", { required: true, replaceOnChanges: true }),
    property("rules", "Sequence[GateRuleArgs]", { typeRef: { typeToken: "cloud:net/GateRule:GateRule" } }),
    property("zone", "Zone", {
      typeRef: { typeToken: "dns:a/zone:Zone", package: "platform/other/dns", version: "2.0.0" }
    }),
    property("old", "str", { deprecated: true })
  ],
  outputs: [
    property("id", "str", { required: true }),
    property("twin", "Gate", { typeRef: { typeToken: "cloud:net/gate:Gate" } })
  ],
  supportingTypes: [
    {
      typeToken: "cloud:net/GateRule:GateRule",
      name: everywhere("GateRule"),
      kind: "object",
      properties: [property("from", "Origin")]
    },
    {
      typeToken: "cloud:net/Origin:Origin",
      name: everywhere("Origin"),
      kind: "enum",
      values: [{ name: everywhere("ANY_WHERE"), value: "any-where", description: everywhere("From all.") }]
    }
  ]
}

describe("docsMarkdown", () => {
  it("is a page to read", () => {
    assert.strictEqual(
      docsMarkdown(docs),
      `# Gate

Resource \`cloud:net/gate:Gate\`, version 1.2.0, in Python. [All resources and functions](${base}/nav)

Opens a port.

## Example Usage

\`\`\`python
x
\`\`\`

**Linux**

Line A
more

**Windows**

Line B

## Usage

\`\`\`python
Gate("name",
    port=int,
)
# 3 optional inputs below
\`\`\`

## Inputs

- \`port\` (\`int\`, required, replaced on changes): About port.
- \`rules\` ([\`Sequence[GateRuleArgs]\`](#type-cloud-net-GateRule-GateRule)): About rules.
- \`zone\` ([\`Zone\`](/api/registry/packages/platform/other/dns/versions/2.0.0/docs/dns%3Aa%2Fzone%3AZone)): About zone.
- \`old\` (\`str\`, deprecated): About old.

## Outputs

All inputs are outputs as well.

- \`id\` (\`str\`, required): About id.
- \`twin\` ([\`Gate\`](${base}/docs/cloud%3Anet%2Fgate%3AGate)): About twin.

## Supporting types

### GateRule<a id="type-cloud-net-GateRule-GateRule"></a>

Object \`cloud:net/GateRule:GateRule\`

- \`from\` (\`Origin\`): About from.

### Origin<a id="type-cloud-net-Origin-Origin"></a>

Enumeration \`cloud:net/Origin:Origin\`

- \`ANY_WHERE\` = \`any-where\`: From all.
`
    )
  })

  for (const language of languages) {
    it(`shows how to use resources and functions in ${language}`, () => {
      for (const kind of ["resource", "function"] as const) {
        const called = docsMarkdown({ ...docs, kind, language })
        const usage = called.slice(called.indexOf("## Usage"), called.indexOf("## Inputs"))
        assert.match(
          usage,
          new RegExp(
            `^## Usage\\n\\n\`\`\`${language}\\n[^\`]*(?:Gate|cloud:net/gate:Gate)[^\`]*[pP]ort[^\`]*int[^\`]*3 optional inputs below\\n\`\`\`\\n`
          )
        )
        const bare = docsMarkdown({ ...docs, kind, language, inputs: [] })
        assert.notInclude(bare, "optional")
        assert.notInclude(bare, "## Inputs")
      }
    })
  }

  it("names resources and functions as programs that import the package do", () => {
    const usageOf = (kind: PackageDocs["kind"], language: PackageDocs["language"], inputs = docs.inputs ?? []) => {
      const page = docsMarkdown({ ...docs, kind, language, inputs }, "net.")
      return /```\w+\n(.*)/.exec(page.slice(page.indexOf("## Usage")))?.[1]
    }
    assert.deepStrictEqual(
      (["typescript", "python", "go", "csharp", "java"] as const).map((language) => [
        usageOf("resource", language),
        usageOf("resource", language, []),
        usageOf("function", language),
        usageOf("function", language, [])
      ]),
      [
        ['new net.Gate("name", {', 'new net.Gate("name")', "net.Gate({", "net.Gate()"],
        ['net.Gate("name",', 'net.Gate("name")', "net.Gate(", "net.Gate()"],
        [
          'net.NewGate(ctx, "name", &net.GateArgs{',
          'net.NewGate(ctx, "name", nil)',
          "net.Gate(ctx, &net.GateArgs{",
          "net.Gate(ctx)"
        ],
        ['new net.Gate("name", new()', 'new net.Gate("name");', "net.Gate.Invoke(new()", "net.Gate.Invoke();"],
        ['new Gate("name", GateArgs.builder()', 'new Gate("name");', "net.Gate(GateArgs.builder()", "net.Gate();"]
      ]
    )
  })

  it("counts one optional input, and leads to the latest version where none is named", () => {
    const page = docsMarkdown({
      ...docs,
      inputs: [property("zone", "Zone", { typeRef: { typeToken: "dns:a:Zone", package: "platform/other/dns" } })]
    })
    assert.include(page, "# 1 optional input below")
    assert.include(page, "(/api/registry/packages/platform/other/dns/versions/latest/docs/dns%3Aa%3AZone)")
  })

  it("links to nothing where a type of another package has no page", () => {
    const page = docsMarkdown({
      ...docs,
      inputs: [property("zone", "Zone", { typeRef: { typeToken: "dns:a:Pageless", package: "platform/other/dns" } })]
    })
    assert.include(page, "- `zone` (`Zone`): About zone.")
  })

  it("names resources and functions as YAML programs do", () => {
    const name = { ...everywhere("Gate"), yaml: "cloud:Gate" }
    for (const [kind, key] of [
      ["resource", "type"],
      ["function", "function"]
    ] as const) {
      for (const inputs of [docs.inputs ?? [], []]) {
        const page = docsMarkdown({ ...docs, kind, name, inputs, language: "yaml" })
        assert.match(page, new RegExp(`\n +${key}: cloud:Gate\n`))
      }
    }
  })

  it("shows the value of an enumeration that has no letters", () => {
    const supportingTypes = [
      {
        typeToken: "a:b:C",
        name: everywhere("C"),
        kind: "enum" as const,
        values: [{ name: everywhere("NONE"), value: "" }]
      }
    ]
    assert.include(docsMarkdown({ ...docs, supportingTypes }), '- `NONE` = `""`\n')
  })

  it("has no empty sections", () => {
    const page = docsMarkdown({
      version: "1.0.0",
      navUrl,
      typeToken: "a:b:c",
      kind: "function",
      language: "go",
      name: everywhere("C"),
      description: []
    })
    assert.strictEqual(
      page,
      `# C\n\nFunction \`a:b:c\`, version 1.0.0, in Go. [All resources and functions](${navUrl})\n\n## Usage\n\n\`\`\`go\nC(ctx)\n\`\`\`\n`
    )
  })

  it("keeps its shape, whatever things are called", () => {
    const nasty = fc.string({
      unit: fc.constantFrom(...'`~*_[]()<>#&|!\\-+.1 \n"{}:a', "```", "\n# ", "\n- ", "\n\n", "</a>"),
      maxLength: 30
    })
    fc.assert(
      fc.property(nasty, nasty, nasty, nasty, (name, type, token, value) => {
        const page = docsMarkdown({
          ...docs,
          typeToken: token,
          name: everywhere(name),
          description: [],
          inputs: [property(name, type, { required: true, description: everywhere("d") })],
          outputs: [property(name, type, { description: everywhere(""), typeRef: { typeToken: token } })],
          supportingTypes: [
            { typeToken: token, name: everywhere(name), kind: "enum", values: [{ name: everywhere(name), value }] }
          ]
        })
        // The one block of code is the usage.
        const prose = page.replace(/\n(`{3,})python\n[\s\S]*?\n\1\n/, "\n")
        const lines = prose.split("\n")
        assert.deepStrictEqual(
          lines.filter((line) => line.startsWith("#")).map((line) => /^#+/.exec(line)?.[0].length),
          [1, 2, 2, 2, 2, 3]
        )
        assert.strictEqual(lines.filter((line) => /^\s*(?:[-+*>]|\d+[.)])(?:\s|$)/.test(line)).length, 3)
        assert.isFalse(lines.some((line) => /^\s*(?:```|~~~|<|\|)/.test(line)))
      })
    )
  })
})

describe("examplesMarkdown", () => {
  it("shows each example under its title, in the language that it is in", () => {
    const example = { kind: "function", typeToken: "a:b/c:d" } as const
    const answer = {
      version: "1.2.0",
      navUrl,
      language: "go",
      totalCount: 7,
      examples: [
        { ...example, id: "a:b/c:d#one", title: "One *1*", code: "x := `1`" },
        { ...example, id: "a:b/c:d#example-2", title: "", code: "a: '```'" }
      ]
    } as const
    assert.strictEqual(
      examplesMarkdown(answer, ({ id }) => (id.endsWith("one") ? "go" : "yaml")),
      `# Examples

2 of 7, version 1.2.0, in Go. [All resources and functions](${navUrl})

## One \\*1\\*

Function [\`a:b/c:d\`](${base}/docs/a%3Ab%2Fc%3Ad)

\`\`\`go
x := \`1\`
\`\`\`

## Example

Function [\`a:b/c:d\`](${base}/docs/a%3Ab%2Fc%3Ad)

\`\`\`\`yaml
a: '\`\`\`'
\`\`\`\`
`
    )
  })
})

describe("navigationMarkdown", () => {
  const nav = {
    source: "private",
    publisher: "acme",
    name: "cloud",
    version: "1.2.0",
    title: "Cloud",
    description: "Makes clouds.",
    language: "go",
    packageVersionUrl: base,
    readmeUrl: `${base}/readme`,
    docsUrlTemplate: `${base}/docs/{typeToken}`,
    modulesTotal: 2
  } as const

  it("counts what modules have", () => {
    const modules = [
      { name: "index", resourcesTotal: 1, functionsTotal: 0 },
      { name: "net/v1", resourcesTotal: 2, functionsTotal: 1 }
    ]
    assert.strictEqual(
      navigationMarkdown({ ...nav, modules, installationUrl: `${base}/installation` }),
      `# Cloud

Makes clouds.

Package \`private/acme/cloud\`, version 1.2.0, 2 modules, in Go. [Version](${base}) · [README](${base}/readme) · [Installation](${base}/installation)

- \`index\`: 1 resource, 0 functions
- \`net/v1\`: 2 resources, 1 function
`
    )
  })

  it("links to every page, also when modules are left out", () => {
    const item = { typeToken: "a:net/gate:Gate", name: "Gate" }
    const modules = [{ name: "net", resources: [item], functions: [], resourcesTotal: 3, functionsTotal: 4 }]
    const page = navigationMarkdown({ ...nav, modules })
    assert.include(page, "1 of 2 modules")
    assert.include(
      page,
      `## net\n\n3 resources, 4 functions.\n\n### Resources\n\n- [\`Gate\`](${base}/docs/a%3Anet%2Fgate%3AGate) \`a:net/gate:Gate\`\n`
    )
    assert.notInclude(page, "### Functions")
    assert.notInclude(page, "Installation")
  })
})

describe("proseMarkdown", () => {
  it("is the text, with all that is left to choose", () => {
    const content = [
      { kind: "text", markdown: "Run " },
      {
        kind: "language-chooser",
        markdown: "npmpip",
        options: [
          { language: "typescript", content: "npm" },
          { language: "python", content: "pip" }
        ]
      },
      { kind: "text", markdown: " now.\n\n" },
      {
        kind: "language-chooser",
        markdown: "",
        options: [
          { language: "csharp", os: "macos", content: "A\n\n" },
          { language: "c_#_", content: "X\n" },
          { content: "B\n" }
        ]
      },
      { kind: "video", markdown: "A film." }
    ]
    assert.strictEqual(
      proseMarkdown({ content, navUrl }, "A *cloud*"),
      `# A \\*cloud\\*\n\nRun npm (TypeScript), pip (Python) now.\n\n**C#, macOS**\n\nA\n\n**c\\_\\#\\_**\n\nX\n\nB\n\nA film.\n\n[All resources and functions](${navUrl})\n`
    )
  })

  it.each(["# Cloud", " # Cloud", "Cloud\n=====\n\nText", '<h1 align="center">Cloud</h1>'])(
    "keeps the title that it has: %j",
    (markdown) => {
      const page = proseMarkdown({ content: [{ kind: "text", markdown }], navUrl }, "Title")
      assert.isTrue(page.startsWith(`${markdown.trim()}\n\n[`), page)
    }
  )

  it.each(["## Installation", "Cloud\n-----", "#Cloud", "Text\n\n# Cloud"])(
    "has the package's title above %j",
    (markdown) => {
      const page = proseMarkdown({ content: [{ kind: "text", markdown }], navUrl }, "Title")
      assert.isTrue(page.startsWith(`# Title\n\n${markdown}\n\n[`), page)
    }
  )

  it("of nothing is a way on", () => {
    assert.strictEqual(contentMarkdown([]), "")
    assert.strictEqual(
      proseMarkdown({ content: [], navUrl }, "Cloud"),
      `# Cloud\n\n[All resources and functions](${navUrl})\n`
    )
  })
})
