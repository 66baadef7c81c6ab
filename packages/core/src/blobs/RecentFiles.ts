/**
 * The bytes of small files that were placed last, for whoever reads them soon. A file here is held open, so that no other
 * one can come to have its number; and a placed file is never changed, only replaced. So one number means one content.
 */
import { closeSync, fstatSync } from "node:fs"

/** No more files are held. */
const MAX_FILES = 256

/** Bytes of a file that is held at most: 8 MB for all. */
export const MAX_RECENT_BYTES = 32_768

/** What the system names a file by, whatever its paths. */
export interface FileNumber {
  readonly dev: bigint
  readonly ino: bigint
}

interface Recent {
  /** Its descriptor. */
  readonly file: number
  readonly bytes: Uint8Array
}

const keyOf = ({ dev, ino }: FileNumber): string => `${dev}/${ino}`

export class RecentFiles {
  readonly #files = new Map<string, Recent>()

  /** Takes over a placed file by its descriptor, with its bytes. Lets go of the one that came first when there are too many. */
  add(file: number, bytes: Uint8Array): void {
    // An open file's own number is known without asking any disk.
    this.#files.set(keyOf(fstatSync(file, { bigint: true })), { file, bytes })
    const [first] = this.#files.keys()
    if (this.#files.size > MAX_FILES && first !== undefined) this.#letGo(first)
  }

  /** The bytes of a file, once; undefined when it is not known. */
  take(number: FileNumber): Uint8Array | undefined {
    return this.#letGo(keyOf(number))?.bytes
  }

  close(): void {
    for (const key of this.#files.keys()) this.#letGo(key)
  }

  #letGo(key: string): Recent | undefined {
    const found = this.#files.get(key)
    if (found === undefined) return undefined
    this.#files.delete(key)
    closeSync(found.file)
    return found
  }
}
