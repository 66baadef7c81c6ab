/**
 * Collects the bytes of a package schema and parses them, within bounds of depth and number of values that are checked
 * before: the parser itself knows no bound, and takes 40 bytes of memory for a bracket that the file has one byte for.
 */
import type { ErrorDetail } from "@platform-control/core/Errors"
import { Result } from "effect"

/** Brackets in each other. Real schemas have fewer than ten, and types may stand 32 deep in each other. */
export const MAX_JSON_DEPTH = 200

/** Brackets and commas: twenty times as many as a schema of 50 MB has. */
export const MAX_JSON_VALUES = 10_000_000

const QUOTE = 34
const COMMA = 44
const OPENING_BRACKET = 91
const BACKSLASH = 92
const CLOSING_BRACKET = 93
const OPENING_BRACE = 123
const CLOSING_BRACE = 125

const problem = (customMessage: string): ErrorDetail => ({ resource: "schema", errorType: "invalid", customMessage })

/** Follows brackets, commas and strings from chunk to chunk. Knows nothing else of JSON. */
class Structure {
  depth = 0
  deepest = 0
  values = 0
  #inText = false
  #escaped = false

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]
      if (this.#inText) this.#text(byte)
      else if (byte === QUOTE) this.#inText = true
      else if (byte === COMMA) this.values++
      else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) this.#open()
      else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) this.depth--
    }
  }

  #text(byte: number | undefined): void {
    if (this.#escaped) this.#escaped = false
    else if (byte === BACKSLASH) this.#escaped = true
    else if (byte === QUOTE) this.#inText = false
  }

  #open(): void {
    this.values++
    this.depth++
    if (this.depth > this.deepest) this.deepest = this.depth
  }
}

/** One schema, from its first bytes to its value. */
export class SchemaText {
  readonly #structure = new Structure()
  readonly #decoder = new TextDecoder("utf-8", { fatal: true })
  #parts: Array<string> = []
  #isText = true

  /** Takes the next bytes. Bytes behind a bound or behind what is no UTF-8 are not kept. */
  add(bytes: Uint8Array): void {
    this.#structure.add(bytes)
    if (!this.#isText || this.#excess() !== undefined) this.#parts = []
    else this.#decode(bytes)
  }

  /** The value, or why there is none. The text is not kept. */
  parse(): Result.Result<unknown, ReadonlyArray<ErrorDetail>> {
    const excess = this.#excess()
    if (excess !== undefined) return Result.fail([problem(excess)])
    this.#decode()
    if (this.#isText) {
      const text = this.#parts.join("")
      this.#parts = []
      try {
        return Result.succeed(JSON.parse(text))
      } catch {
        // What the parser says would quote the schema.
      }
    }
    return Result.fail([problem("Expected JSON in UTF-8")])
  }

  #decode(bytes?: Uint8Array): void {
    try {
      this.#parts.push(bytes === undefined ? this.#decoder.decode() : this.#decoder.decode(bytes, { stream: true }))
    } catch {
      this.#isText = false
      this.#parts = []
    }
  }

  #excess(): string | undefined {
    const { deepest, values } = this.#structure
    if (deepest > MAX_JSON_DEPTH) return `Expected at most ${MAX_JSON_DEPTH} objects and lists in each other`
    return values > MAX_JSON_VALUES ? `Expected at most ${MAX_JSON_VALUES} values` : undefined
  }
}
