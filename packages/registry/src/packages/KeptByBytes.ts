/** Values in memory within a number of bytes. Knows not what they are. */

/** Larger values are not kept: they would push out many that are asked for more often. */
const LARGEST_SHARE = 8

/** Keeps values up to so many bytes altogether; those that were kept first make room. */
export class KeptByBytes<Key, Value> {
  readonly #maxBytes: number
  readonly #bytesOf: (key: Key, value: Value) => number
  readonly #values = new Map<Key, Value>()
  #bytes = 0

  /** `bytesOf` says of the same entry the same each time. */
  constructor(maxBytes: number, bytesOf: (key: Key, value: Value) => number) {
    this.#maxBytes = maxBytes
    this.#bytesOf = bytesOf
  }

  get(key: Key): Value | undefined {
    return this.#values.get(key)
  }

  /** Keeps the value instead of any other under its key, unless it is larger than its share. */
  set(key: Key, value: Value): void {
    const former = this.#values.get(key)
    if (former !== undefined) this.#drop(key, former)
    const bytes = this.#bytesOf(key, value)
    if (bytes > this.#maxBytes / LARGEST_SHARE) return
    this.#values.set(key, value)
    this.#bytes += bytes
    for (const [first, kept] of this.#values) {
      if (this.#bytes <= this.#maxBytes) break
      this.#drop(first, kept)
    }
  }

  #drop(key: Key, value: Value): void {
    this.#values.delete(key)
    this.#bytes -= this.#bytesOf(key, value)
  }
}
