/** How the body of a page is kept as bytes: compressed with Zstandard where that is worth it. */
import { hash } from "node:crypto"
import { promisify } from "node:util"
import { zstdCompressSync, zstdDecompress, zstdDecompressSync } from "node:zlib"

/** Shorter bodies are kept as they are: compressing takes longer than storing them. */
const MIN_COMPRESSED = 4_000

/** Every compressed body begins with these, and no text that is a body does. */
const MAGIC = [0x28, 0xb5, 0x2f, 0xfd]

/** Compressed bytes that are inflated at once: handing fewer to another thread takes longer than doing it. */
const MAX_INFLATED_HERE = 20_000

const inflateElsewhere = promisify(zstdDecompress)

/** Bytes of their own: small buffers share memory with others, and this memory is handed over to another thread. */
export const packBody = (body: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(body.length < MIN_COMPRESSED ? Buffer.from(body) : zstdCompressSync(body))

/** The text as UTF-8, later where it is long. */
export const unpackBody = (body: Uint8Array): Uint8Array | Promise<Uint8Array> => {
  if (!MAGIC.every((byte, index) => body[index] === byte)) return body
  return body.length <= MAX_INFLATED_HERE ? zstdDecompressSync(body) : inflateElsewhere(body)
}

/** Names a body: equal ones have the same bytes. */
export const bodyDigest = (body: string): string => hash("sha256", body, "base64url").slice(0, 22)
