/** The kinds of values that variables of providers have, and how each is written in the environment. */
import { Redacted, Schema } from "effect"
import type { Kind } from "./Variable.ts"

const kind = <A>(
  expects: string,
  schema: Schema.Codec<A>,
  fromText: (text: string) => unknown = (text) => text
): Kind<A> => ({
  expects,
  schema,
  fromText,
  settle: (written) => written as A,
  secret: false
})

/** A text; `pattern` tells which. */
export const text = (expects: string, pattern = /./s): Kind<string> =>
  kind(expects, Schema.String.check(Schema.isPattern(pattern)))

/** A text that no log and no error shows. Spaces inside are those of a bad copy: services answer them with riddles. */
export const secret = (expects: string, pattern = /^\S+$/): Kind<Redacted.Redacted> => ({
  ...text(expects, pattern),
  settle: (written) => Redacted.make(written as string),
  secret: true
})

/** As Go's `strconv.ParseBool` reads it, which the original providers use, in any case of letters. */
export const flag: Kind<boolean> = kind("true or false", Schema.Boolean, (text) =>
  /^(?:1|t|true)$/i.test(text) ? true : /^(?:0|f|false)$/i.test(text) ? false : text
)

/** A number above nothing, not above `maximum`. */
export const positive = (what: string, maximum: number): Kind<number> =>
  kind(
    `${what} above 0, at most ${maximum}`,
    Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(maximum)),
    (text) => (/^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text)
  )

const fromJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Texts by name; in the environment a JSON object. */
export const textMap: Kind<Readonly<Record<string, string>>> = kind(
  'a map of texts, in the environment a JSON object such as {"name": "value"}',
  Schema.Record(Schema.String, Schema.String),
  fromJson
)

/** Texts; in the environment a JSON array. */
export const textList: Kind<ReadonlyArray<string>> = kind(
  'a list of texts, in the environment a JSON array such as ["value"]',
  Schema.Array(Schema.String),
  fromJson
)

const isWebAddress = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return (
    url !== undefined && /^https?:\/\/[^/]/i.test(text) && url.search === "" && url.hash === "" && url.username === ""
  )
}

/** The address of a service: `http://` or `https://`, host, perhaps port and path; nothing behind, no credentials. */
export const webAddress = (example: string): Kind<string> =>
  kind(
    `an address that begins with http:// or https://, for example ${example}`,
    Schema.String.check(Schema.makeFilter(isWebAddress))
  )
