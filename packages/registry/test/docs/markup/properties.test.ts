import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { languages, OperatingSystem } from "../../../src/contract/Language.ts"
import { parseMarkup } from "../../../src/docs/markup/parseMarkup.ts"
import { resolve } from "../../../src/docs/markup/resolve.ts"

/** A document as a model: words, and choices between documents by names. */
type Model =
  | { readonly type: "word" }
  | {
      readonly type: "choice"
      readonly by: "language" | "os"
      readonly form: number
      readonly options: ReadonlyArray<Option>
    }
  | { readonly type: "fences"; readonly comments: boolean; readonly names: ReadonlyArray<string> }

interface Option {
  readonly names: ReadonlyArray<string>
  readonly body: ReadonlyArray<Model>
}

const names = { language: languages, os: OperatingSystem.literals } as const

/** Options for different names, at least one. */
const options = (by: "language" | "os", body: fc.Arbitrary<ReadonlyArray<Model>>) =>
  fc.shuffledSubarray([...names[by]], { minLength: 1 }).chain((chosen) =>
    fc
      .tuple(
        fc.array(fc.nat(2), { minLength: chosen.length, maxLength: chosen.length }),
        fc.array(body, { minLength: 7, maxLength: 7 })
      )
      .map(([sizes, bodies]) => {
        const found: Array<Option> = []
        let at = 0
        for (let index = 0; at < chosen.length; index++) {
          const size = 1 + (sizes[index] ?? 0)
          found.push({ names: chosen.slice(at, at + size), body: bodies[index] ?? [{ type: "word" }] })
          at += size
        }
        return found
      })
  )

const word = fc.constant<Model>({ type: "word" })

const body = (free: ReadonlyArray<"language" | "os">): fc.Arbitrary<ReadonlyArray<Model>> => {
  const choices = free.map((by) =>
    fc
      .tuple(fc.nat(5), options(by, body(free.filter((other) => other !== by))))
      .map(([form, options]): Model => ({ type: "choice", by, form, options }))
  )
  const fences = fc
    .tuple(fc.boolean(), fc.shuffledSubarray([...languages], { minLength: 1 }))
    .map(([comments, names]): Model => ({ type: "fences", comments, names }))
  return fc.array(fc.oneof(word, ...choices, ...(free.includes("language") ? [fences] : [])), {
    minLength: 1,
    maxLength: 3
  })
}

const chooserForms = [
  (by: string, all: string) => [`{{< chooser ${by} "${all}" >}}`, "{{< /chooser >}}"],
  (by: string, all: string) => [`{{% chooser ${by} ${all} %}}`, "{{% /chooser %}}"],
  (by: string, all: string) => [`{{< chooser "${by}" '${all}' / >}}`, ""],
  (by: string, all: string) => [`{{< chooser ${by} "${all}" />}}`, ""],
  (by: string, all: string) => [`{{< chooser ${by} "${all}" >}}`, ""],
  (by: string, all: string) => [`{{<chooser type="${by}" options="${all}">}}`, "{{</chooser>}}"]
] as const

/** The document as Markdown with markers; every word is `w<number>`, and one of its own parts what stands side by side. */
const write = (models: ReadonlyArray<Model>, next: { word: number }): string =>
  models
    .map((model) => {
      if (model.type === "word") return `w${next.word++}\n`
      if (model.type === "fences") {
        const fences = model.names.map((name) => `\`\`\`${name}\nw${next.word++}\n\`\`\`\n`).join("")
        return model.comments
          ? `<!--Start PulumiCodeChooser -->\n${fences}<!--End PulumiCodeChooser -->\n`
          : `{{% example %}}\n${fences}{{% /example %}}\n`
      }
      const [open = "", close = ""] =
        chooserForms[model.form]?.(model.by, model.options.flatMap(({ names }) => names).join(",")) ?? []
      const choosables = model.options.map(
        ({ body, names }, index) =>
          `{{% choosable ${model.by} ${index % 2 === 0 ? `"${names.join(",")}"` : names.join(",")} %}}\n\n${write(body, next)}\n{{% /choosable %}}\n`
      )
      return `${open}\n${choosables.join("\n")}${close}\n`
    })
    .join(`\nw${next.word++}\n\n`)

/** The numbers of the words that a reader sees. */
const visible = (
  models: ReadonlyArray<Model>,
  wanted: { readonly language: string; readonly os: string },
  next: { word: number }
): ReadonlyArray<number> => {
  const seen = models.map((model) => {
    if (model.type === "word") return [next.word++]
    const order = (by: "language" | "os") => [wanted[by], ...names[by]]
    if (model.type === "fences") {
      const name = order("language").find((name) => model.names.includes(name))
      return model.names
        .map((own) => [own, next.word++] as const)
        .flatMap(([own, word]) => (own === name ? [word] : []))
    }
    const name = order(model.by).find((name) => model.options.some(({ names }) => names.includes(name))) ?? ""
    return model.options.flatMap(({ body, names }) => {
      const inside = visible(body, wanted, next)
      return names.includes(name) ? inside : []
    })
  })
  const between = next.word++
  return seen.flatMap((words, index) => (index === 0 ? words : [between, ...words]))
}

const wordsIn = (text: string) => [...text.matchAll(/w(\d+)/g)].map(([, number]) => Number(number))

const document = body(["language", "os"])
const selection = fc.record({
  language: fc.constantFrom(...languages),
  os: fc.constantFrom(...OperatingSystem.literals)
})

describe("resolve", () => {
  it("shows what is for the reader, in order, and no other language's or system's text", () => {
    fc.assert(
      fc.property(document, selection, (models, selected) => {
        const { content } = parseMarkup(write(models, { word: 0 }))
        const nodes = resolve(content, selected)
        assert.isTrue(nodes.every(({ kind, options }) => kind === "text" && options === undefined))
        assert.deepStrictEqual(
          wordsIn(nodes.map(({ markdown }) => markdown).join("")),
          visible(models, selected, { word: 0 })
        )
      }),
      { numRuns: 500 }
    )
  })

  it("keeps everything while nothing is selected, and a chooser is its options one after the other", () => {
    fc.assert(
      fc.property(document, (models) => {
        const text = write(models, { word: 0 })
        const nodes = resolve(parseMarkup(text).content)
        const seen = new Set(nodes.flatMap(({ markdown }) => wordsIn(markdown)))
        assert.deepStrictEqual(seen, new Set(wordsIn(text)))
        for (const { kind, markdown, options } of nodes) {
          assert.strictEqual(options === undefined, kind === "text")
          if (options !== undefined) assert.strictEqual(markdown, options.map(({ content }) => content).join(""))
        }
      }),
      { numRuns: 300 }
    )
  })

  it("leaves no chooser of a kind that is selected", () => {
    fc.assert(
      fc.property(document, selection, (models, { language, os }) => {
        const { content } = parseMarkup(write(models, { word: 0 }))
        assert.isFalse(resolve(content, { language }).some(({ kind }) => kind === "language-chooser"))
        assert.isFalse(resolve(content, { os }).some(({ kind }) => kind === "os-chooser"))
        for (const { kind, options = [] } of resolve(content)) {
          for (const option of options) assert.isDefined(kind === "os-chooser" ? option.os : option.language)
        }
      }),
      { numRuns: 300 }
    )
  })
})
