/** Reads one HTTP/1.1 answer from the bytes that have come so far. Knows no socket. */
import type { RawReply } from "./RawConnection.ts"

const HEAD_END = Buffer.from("\r\n\r\n")

const headersOf = (lines: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(":")
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    const before = headers.get(name)
    headers.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return headers
}

/** The bytes of a chunked body, or undefined while its last chunk has not come. */
const chunkedBody = (bytes: Buffer): Buffer | undefined => {
  const parts: Array<Buffer> = []
  let at = 0
  for (;;) {
    const lineEnd = bytes.indexOf("\r\n", at)
    if (lineEnd < 0) return undefined
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16)
    const start = lineEnd + 2
    if (bytes.length < start + size + 2) return undefined
    if (size === 0) return Buffer.concat(parts)
    parts.push(bytes.subarray(start, start + size))
    at = start + size + 2
  }
}

const bodyOf = (
  rest: Buffer,
  headers: ReadonlyMap<string, string>,
  options: { readonly bodyless: boolean; readonly ended: boolean }
): Buffer | undefined => {
  if (options.bodyless) return Buffer.alloc(0)
  if (headers.get("transfer-encoding") === "chunked") return chunkedBody(rest)
  const length = headers.get("content-length")
  if (length !== undefined) return rest.length < Number(length) ? undefined : rest.subarray(0, Number(length))
  return options.ended ? rest : undefined
}

/** The answer, or undefined while it is not whole. Interim answers (1xx) are passed over. */
export const readReply = (
  received: Buffer,
  options: { readonly head: boolean; readonly ended: boolean }
): RawReply | undefined => {
  const headEnd = received.indexOf(HEAD_END)
  if (headEnd < 0) return undefined
  const rest = received.subarray(headEnd + HEAD_END.length)
  const [statusLine = "", ...lines] = received.toString("latin1", 0, headEnd).split("\r\n")
  const status = Number(statusLine.split(" ")[1])
  if (status < 200) return readReply(rest, options)
  const headers = headersOf(lines)
  const bodyless = options.head || status === 204 || status === 304
  const body = bodyOf(rest, headers, { bodyless, ended: options.ended })
  return body === undefined ? undefined : { status, headers, body, last: headers.get("connection") === "close" }
}
