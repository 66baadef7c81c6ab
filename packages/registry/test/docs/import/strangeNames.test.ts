/** Names that every object inherits, and characters that no database stores: published and read like any others. */
import { assert, describe, it } from "@effect/vitest"
import { testEngines } from "@platform-control/core/testing/databases"
import { Effect } from "effect"
import { publishSample, sampleArtifacts } from "../../../src/testing.ts"
import { callers, layerStage, Raw } from "../../stage/Stage.ts"

const INHERITED = ["constructor", "__proto__", "toString", "hasOwnProperty"]

const chooser = (by: string, name: string, content: string) =>
  `{{< chooser ${by} "${name}" >}}{{% choosable ${by} ${name} %}}${content}{{% /choosable %}}{{< /chooser >}}\n`

const wording = '<span pulumi-lang-go="GoWord" pulumi-lang-python="py_word">word</span>'

/** A description in which strangers' names are looked up, or references are decoded. */
const texts: Readonly<Record<string, string>> = {
  choosers: INHERITED.map((name) => chooser(name, "a", "x")).join(""),
  options: INHERITED.map((name) => chooser("language", name, `a ${wording}`) + chooser("os", name, "b")).join(""),
  notes: INHERITED.map((name) => `{{% notes ${name} %}}\nx\n{{% /notes %}}\n`).join(""),
  "titles with U+0000": `{{% example %}}\n### A {{% ref #/resources/a%00b %}}\n\n\`\`\`go\nx\n\`\`\`\n{{% /example %}}\n`,
  "raw U+0000": `{{% example %}}\n### A \u0000\uD800\n\n\`\`\`go\nx\n\`\`\`\n{{% /example %}}\n`
}

/** What types of other packages are referred to. */
const references: Readonly<Record<string, string>> = {
  ...Object.fromEntries(INHERITED.map((name) => [name, `/${name}/v1.0.0/schema.json#/resources/c:index:T`])),
  "U+0000": "/a%00b/v1.0.0/schema.json#/resources/c:index:T",
  "U+0000 in a version": "/a/v1.0%00/schema.json#/resources/c:index:T",
  "raw U+0000": "/a\u0000b/v1.0.0/schema.json#/resources/c:index:T",
  "a lone surrogate": "/a\uD800b/v1.0.0/schema.json#/resources/c:index:T"
}

const PATHS = ["readme", "docs/p:m:R", "docs/p:m:R?lang=go", "examples", "examples?q=a", "nav?depth=full"]

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`strange names on ${engine.name}`, () => {
    it.layer(layerStage(engine), { timeout: 60_000 })((it) => {
      let count = 0

      /** Every answer about a package, which is imported beside the server's own thread when it is `large`. */
      const read = Effect.fnUntraced(function* (
        schema: Readonly<Record<string, unknown>>,
        index: string,
        large: boolean
      ) {
        const { send } = yield* Raw
        const name = `strange${count++}`
        yield* publishSample(
          callers.alice,
          { source: "private", publisher: "acme", name },
          { version: "1.0.0" },
          { ...sampleArtifacts({ name: "p", ...schema }), index: large ? `${index}\n${"x ".repeat(10_000)}` : index }
        )
        const root = `/api/registry/packages/private/acme/${name}/versions/1.0.0`
        for (const path of PATHS) {
          for (const accept of ["application/json", "text/markdown"]) {
            const { status, text } = yield* send("GET", `${root}/${path}`, { token: "alice", headers: { accept } })
            assert.strictEqual(status, 200, `${path} as ${accept}`)
            assert.notMatch(text, /\[native code\]|\[object/)
          }
        }
        return (yield* send("GET", `${root}/docs/p:m:R`, { token: "alice" })).json
      })

      for (const large of [false, true]) {
        const where = large ? "in a thread" : "on the server's own thread"
        it.effect.each(Object.entries(texts))(`%s, ${where}`, ([, text]) =>
          read({ resources: { "p:m:R": { description: text } } }, text, large)
        )

        it.effect.each(Object.entries(references))(`a package called %s, ${where}`, ([, $ref]) =>
          Effect.gen(function* () {
            const json = yield* read({ resources: { "p:m:R": { inputProperties: { z: { $ref } } } } }, "# P", large)
            const [, name = ""] = /^\/([^/]*)/.exec($ref.toWellFormed().replaceAll(/\0|%00/g, "\uFFFD")) ?? []
            assert.strictEqual(json.inputs[0].typeRef.package, `private/acme/${name}`)
          })
        )
      }
    })
  })
}
