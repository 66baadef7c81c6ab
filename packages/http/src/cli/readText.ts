/** Reads text files that commands are given, and no more of them than they may hold. Knows no format. */
import { Effect } from "effect"
import { open } from "node:fs/promises"
import { refused } from "./Refusal.ts"
import { unreadable } from "./unreadable.ts"

const PART_BYTES = 64 * 1024

/** Devices and pipes have no size: what may be read is counted while it is read. */
const readAtMost = async (path: string, bytes: number): Promise<Buffer> => {
  const parts: Array<Buffer> = []
  let wanted = bytes
  const file = await open(path)
  try {
    while (wanted > 0) {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.allocUnsafe(Math.min(wanted, PART_BYTES)) })
      if (bytesRead === 0) break
      parts.push(buffer.subarray(0, bytesRead))
      wanted -= bytesRead
    }
  } finally {
    await file.close()
  }
  return Buffer.concat(parts)
}

/** The text of the file, or the refusal that says why it can't be read; one of more than `maxBytes` is refused. */
export const readText = Effect.fnUntraced(function* (path: string, maxBytes: number) {
  const content = yield* Effect.tryPromise({
    try: () => readAtMost(path, maxBytes + 1),
    catch: unreadable(path)
  })
  if (content.length > maxBytes) return yield* refused(`${path} is larger than ${maxBytes} bytes.`)
  return content.toString("utf8")
})
