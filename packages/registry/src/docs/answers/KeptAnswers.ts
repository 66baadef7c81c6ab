/** Answers as bytes, and those of them that were asked for last. Knows neither what they say nor where they are sent. */
import { createHash } from "node:crypto"

/** The forms of every answer. */
export type AnswerForm = "json" | "markdown"

/** An answer, ready to be sent. */
export interface Answer {
  readonly bytes: Uint8Array
  /** A strong entity tag: answers with the same one have the same bytes. */
  readonly etag: string
}

const digest = (...texts: ReadonlyArray<string>): string => {
  const hash = createHash("sha256")
  for (const text of texts) hash.update(text)
  return `"${hash.digest("base64url").slice(0, 22)}"`
}

/** An answer that is written anew. */
export const answerOf = (text: string): Answer => ({ bytes: Buffer.from(text), etag: digest(text) })

/** An answer that ends with bytes of which only the beginning was read: `bodyDigest` names them. */
export const answerAbove = (above: string, body: Uint8Array, bodyDigest: string): Answer => ({
  bytes: Buffer.concat([Buffer.from(above), body]),
  etag: digest(above, "\0", bodyDigest)
})

/** Larger answers are made anew each time: they would push out many that are asked for more often. */
const LARGEST_SHARE = 8

/** About what an entry takes beside its bytes. */
const ENTRY_BYTES = 500

/** Keeps the answers that were used last, up to so many bytes altogether. Whoever has a key has the right to the answer. */
export class KeptAnswers {
  readonly #maxBytes: number
  readonly #answers = new Map<string, Answer>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get(key: string): Answer | undefined {
    const answer = this.#answers.get(key)
    if (answer !== undefined) {
      this.#answers.delete(key)
      this.#answers.set(key, answer)
    }
    return answer
  }

  /** Keeps an answer whose key can't come to mean another one. */
  set(key: string, answer: Answer): void {
    const size = this.#sizeOf(key, answer)
    if (size > this.#maxBytes / LARGEST_SHARE || this.#answers.has(key)) return
    this.#answers.set(key, answer)
    this.#bytes += size
    for (const [oldest, { bytes }] of this.#answers) {
      if (this.#bytes <= this.#maxBytes) break
      this.#answers.delete(oldest)
      this.#bytes -= this.#sizeOf(oldest, { bytes })
    }
  }

  #sizeOf(key: string, { bytes }: Pick<Answer, "bytes">): number {
    return ENTRY_BYTES + 2 * key.length + bytes.length
  }
}
