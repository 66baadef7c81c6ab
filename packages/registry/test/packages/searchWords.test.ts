import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { searchWords, textTerms } from "../../src/packages/searchWords.ts"

const id = { source: "platform", publisher: "acme-corp", name: "Cloud.Widget_2" } as const
const wordsOf = (title: string, description = "", keywords: ReadonlyArray<string> = []) =>
  new Set(searchWords(id, { title, description, keywords, packageType: "native" }).split(" "))

const finds = (text: string, words: ReadonlySet<string>) =>
  textTerms(text, "anywhere").every(({ word }) => [...words].some((indexed) => indexed.startsWith(word)))

describe("searchWords", () => {
  it("splits at punctuation, drops marks and case", () => {
    const words = wordsOf("Équipe Ünïcode", "über-cool")
    for (const word of ["hcloud", "hwidget", "h2", "hequipe", "hunicode", "auber", "acool", "aacme", "acorp"]) {
      assert.isTrue(words.has(word), word)
    }
    assert.isFalse(words.has("huber"))
  })

  it("is letters, digits and blanks only, whatever the texts", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), (title, description) => {
        assert.match([...wordsOf(title, description, [title])].join(" "), /^[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*$/u)
      })
    )
  })

  it("is bounded", () => {
    const description = Array.from({ length: 5_000 }, (_, index) => `w${index}`).join(" ")
    assert.isBelow(wordsOf("t", description).size, 2_100)
  })
})

describe("textTerms", () => {
  it("finds a package by every part of what it was indexed under", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), fc.nat(60), fc.nat(60), (title, from, length) => {
        const words = title.split(/\s+/).filter((word) => word !== "")
        const part = words.slice(from % (words.length + 1), (from % (words.length + 1)) + length).join(" ")
        assert.isTrue(finds(part, wordsOf(title)))
      })
    )
  })

  it("leaves out words that begin another one", () => {
    assert.deepStrictEqual(
      textTerms("pack package pa other", "heading").map(({ word }) => word),
      ["hpackage", "hother"]
    )
  })

  it("is bounded, and empty without letters and digits", () => {
    assert.strictEqual(textTerms(Array.from({ length: 99 }, (_, index) => `x${index}y`).join(" "), "heading").length, 8)
    assert.deepStrictEqual(textTerms(`"*:^(){}[]' OR - + \0 \u{1f600} %_\\`.replace("OR", ""), "heading"), [])
  })
})
