/** The one table of secret values: what is searched for in answers is what is hidden in reports. */

/** Shorter values would be found everywhere. */
const SHORTEST = 8

/** From this length on a value is still told from other text when its first and its last letter are not looked at. */
const SPOILABLE = 12

/** What a body says under these names is a secret, whoever gave it out and with whatever status. */
const KEYS = "tokenValue|access_token|refresh_token|subject_token|id_token"

/** In JSON, in JSON inside of a JSON text, and in a form; up to where the value ends or was cut off. */
const byKey: ReadonlyArray<RegExp> = [
  new RegExp(String.raw`("(${KEYS})"\s*:\s*")((?:[^"\\]|\\.)+)`, "g"),
  new RegExp(String.raw`(\\"(${KEYS})\\"\s*:\s*\\")((?:[^"\\]|\\[^"])+)`, "g"),
  new RegExp(String.raw`(\b(${KEYS})=)([^&\s"'\\]+)`, "g")
]

/** What stands in the place of a value already: a name, or a reference of a case. */
const placeholder = /^(?:<[\w ]+>|\$\{\d+\.[\w.-]+\})$/

const withoutKeys = (text: string): string =>
  byKey.reduce(
    (hidden, pattern) =>
      hidden.replaceAll(pattern, (whole: string, before: string, key: string, value: string) =>
        placeholder.test(value) ? whole : `${before}<${key}>`
      ),
    text
  )

/** The letters that stand in base64 whatever stands before the value and after it, for each of the three places it can begin at. */
const inBase64 = (value: string): ReadonlyArray<string> =>
  [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)])
    return bytes.toString("base64").slice(Math.ceil((offset * 4) / 3), Math.floor((bytes.length * 4) / 3))
  })

/** A way in which a value is spelled; a spoilt one lacks its first or last letter, or has another there. */
interface Spelling {
  readonly name: string
  readonly text: string
  /** The text without its first and last letter. */
  readonly core: string
}

const spellingOf = (name: string, text: string): Spelling => ({
  name,
  text,
  core: text.length < SPOILABLE ? text : text.slice(1, -1)
})

/** The signature of a JWT is what makes it a credential, under whatever header and claims it is sent. */
const partsOf = (value: string): ReadonlyArray<string> => {
  const parts = value.split(".")
  const signature = parts.length === 3 ? (parts.at(-1) ?? "") : ""
  return signature.length < SPOILABLE ? [value] : [value, signature]
}

/** Everything that rules make of a value before they send it, so that no rule has to say what it derives. */
const spellingsOf = (name: string, value: string): ReadonlyArray<Spelling> => {
  const texts = partsOf(value).flatMap((one) => {
    const encoded = inBase64(one)
    return [
      one,
      JSON.stringify(one).slice(1, -1),
      encodeURIComponent(one.toWellFormed()),
      `${new URLSearchParams([["", one]])}`.slice(1),
      ...encoded,
      ...encoded.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"))
    ]
  })
  return [...new Set(texts)].filter(({ length }) => length >= SHORTEST).map((text) => spellingOf(name, text))
}

const withoutSpelling = (text: string, { core, name, text: whole }: Spelling): string => {
  let rest = text
  let hidden = ""
  for (let at = rest.indexOf(core); at !== -1; at = rest.indexOf(core)) {
    const isBegun = core !== whole && at > 0 && rest[at - 1] === whole[0]
    const isEnded = core !== whole && rest[at + core.length] === whole.at(-1)
    const isWhole = core === whole || (isBegun && isEnded)
    hidden += `${rest.slice(0, isBegun ? at - 1 : at)}<${isWhole ? "" : "part of "}${name}>`
    rest = rest.slice(at + core.length + (isEnded ? 1 : 0))
  }
  return hidden + rest
}

/** Values that must not be shown, each under the name that stands in its place. */
export class Secrets {
  readonly #names = new Map<string, string>()
  readonly #shownIn = new Map<string, Set<number>>()
  readonly #spellings: Array<Spelling> = []

  /** `shownIn` is the number of an exchange whose answer may show the value, as it gave it out; there may be several. */
  add(name: string, value: string, shownIn?: number): void {
    if (value.length < SHORTEST) return
    if (shownIn !== undefined) this.#shownIn.set(value, (this.#shownIn.get(value) ?? new Set()).add(shownIn))
    if (this.#names.has(value)) return
    this.#names.set(value, name)
    this.#spellings.push(...spellingsOf(name, value))
    this.#spellings.sort((left, right) => right.core.length - left.core.length)
  }

  /** The names of all secrets that stand in the text of an answer, and may not stand there. */
  foundIn(text: string, exchange?: number): ReadonlyArray<string> {
    const mayShow = (value: string) => exchange !== undefined && this.#shownIn.get(value)?.has(exchange) === true
    return [...this.#names].filter(([value]) => text.includes(value) && !mayShow(value)).map(([, name]) => name)
  }

  /** The text with `<name>` in the place of every secret, however it is spelled. */
  redact(text: string): string {
    return withoutKeys(this.#spellings.reduce(withoutSpelling, text))
  }
}
