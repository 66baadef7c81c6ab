/**
 * Files by their descriptors: with the handles of `node:fs/promises` a publish takes about 5 % more CPU time. Whoever opens
 * one closes it, at once where that waits for no disk: after a sync, and after reading.
 */
import * as callbacks from "node:fs"
import { promisify } from "node:util"

export const open = promisify(callbacks.open)
export const close = promisify(callbacks.close)
export const fsync = promisify(callbacks.fsync)
export const fstat = promisify(callbacks.fstat)

const read = promisify(callbacks.read)
const write = promisify(callbacks.write)

/** Whether a file operation failed because the file or its folder is not there. */
export const isAbsent = (cause: unknown): boolean => codeOf(cause) === "ENOENT"

export const codeOf = (cause: unknown): unknown => (cause instanceof Error && "code" in cause ? cause.code : undefined)

/** Adds all of the bytes to a file. */
export const writeAll = async (file: number, bytes: Uint8Array): Promise<void> => {
  let written = 0
  while (written < bytes.length) {
    const { bytesWritten } = await write(file, bytes, written, bytes.length - written, null)
    written += bytesWritten
  }
}

/** So many bytes from the beginning of a file, or all where it has fewer. */
export const readWhole = async (file: number, sizeBytes: number): Promise<Uint8Array> => {
  const bytes = Buffer.allocUnsafeSlow(sizeBytes)
  let filled = 0
  while (filled < sizeBytes) {
    const { bytesRead } = await read(file, bytes, filled, sizeBytes - filled, filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}

/** Bytes that are read at a time. */
const PART_BYTES = 65_536

/** The file's bytes in order, as it was when it was opened; nothing when it is absent. */
export async function* readParts(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, "r").catch((cause: unknown) => {
    if (isAbsent(cause)) return undefined
    throw cause
  })
  if (file === undefined) return
  try {
    while (true) {
      const { buffer, bytesRead } = await read(file, Buffer.allocUnsafeSlow(PART_BYTES), 0, PART_BYTES, null)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    callbacks.closeSync(file)
  }
}
