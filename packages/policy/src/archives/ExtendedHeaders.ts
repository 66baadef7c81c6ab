/** Bounds the headers of a tar archive that describe others, before they are read: some apply to every entry that follows. */

const BLOCK_BYTES = 512

/** A commit, a time, an owner: tools write less than 100 bytes. Read again with every entry that follows. */
const MAX_GLOBAL_BYTES = 2048

/** Room for the longest path, link and attributes of a file. */
const MAX_OWN_BYTES = 64 * 1024

const TYPE_AT = 156
const SIZE_AT = 124
const SIZE_BYTES = 12
const SUM_AT = 148
const SUM_BYTES = 8

const maxBytes: ReadonlyMap<number, number> = new Map([
  ["g".charCodeAt(0), MAX_GLOBAL_BYTES],
  ["x".charCodeAt(0), MAX_OWN_BYTES]
])

const octal = (block: Uint8Array, offset: number, length: number): number | undefined => {
  const text = String.fromCharCode(...block.subarray(offset, offset + length)).replaceAll(/^[\0 ]+|[\0 ]+$/g, "")
  return /^[0-7]*$/.test(text) ? Number.parseInt(`0${text}`, 8) : undefined
}

/** Larger numbers are written in bytes, the first of which has its highest bit set. */
const sizeOf = (block: Uint8Array): number =>
  (block[SIZE_AT] ?? 0) < 0x80
    ? (octal(block, SIZE_AT, SIZE_BYTES) ?? 0)
    : block
        .subarray(SIZE_AT + 1, SIZE_AT + SIZE_BYTES)
        .reduce((size, byte) => size * 256 + byte, (block[SIZE_AT] ?? 0) & 0x7f)

/** Headers carry the sum of their bytes, their sum's own taken as blanks; some old tools took bytes above 127 as negative. */
const isHeader = (block: Uint8Array): boolean => {
  const sum = octal(block, SUM_AT, SUM_BYTES)
  let unsigned = SUM_BYTES * 0x20
  let negative = 0
  for (const [index, byte] of block.entries()) {
    if (index >= SUM_AT && index < SUM_AT + SUM_BYTES) continue
    unsigned += byte
    if (byte > 0x7f) negative += 0x100
  }
  return sum === unsigned || sum === unsigned - negative
}

/**
 * Takes an archive as it comes and looks at every block that could be a header: what a file holds is taken for one only if
 * it is a header of this kind itself, larger than any tool writes.
 */
export class ExtendedHeaders {
  readonly #begun = new Uint8Array(BLOCK_BYTES)
  #begunBytes = 0

  /** What is wrong with the blocks that are whole now, as the end of a sentence that begins "The archive". */
  take(chunk: Uint8Array): string | undefined {
    let at = 0
    if (this.#begunBytes > 0) {
      at = Math.min(BLOCK_BYTES - this.#begunBytes, chunk.length)
      this.#begun.set(chunk.subarray(0, at), this.#begunBytes)
      this.#begunBytes += at
      if (this.#begunBytes < BLOCK_BYTES) return undefined
      this.#begunBytes = 0
      const fault = this.#faultOf(this.#begun)
      if (fault !== undefined) return fault
    }
    for (; at + BLOCK_BYTES <= chunk.length; at += BLOCK_BYTES) {
      const fault = this.#faultOf(chunk.subarray(at, at + BLOCK_BYTES))
      if (fault !== undefined) return fault
    }
    this.#begun.set(chunk.subarray(at))
    this.#begunBytes = chunk.length - at
    return undefined
  }

  #faultOf(block: Uint8Array): string | undefined {
    const most = maxBytes.get(block[TYPE_AT] ?? 0)
    if (most === undefined || sizeOf(block) <= most || !isHeader(block)) return undefined
    return `holds headers of more than ${most} bytes that describe other entries`
  }
}
