/** Bytes that are no text, as a text in which they can be written down and found again. Knows no request. */

const MARK = "data:application/octet-stream;base64,"

/** How bytes stand in what was recorded. */
export const bytesText = (bytes: Uint8Array): string => `${MARK}${Buffer.from(bytes).toString("base64")}`

/** The base64 of bytes that stand in a text; undefined where it is just a text. */
export const base64Of = (text: string): string | undefined =>
  text.startsWith(MARK) ? text.slice(MARK.length) : undefined

/** What a recorded body was when it was sent. */
export const textBytes = (text: string): string | Uint8Array => {
  const base64 = base64Of(text)
  return base64 === undefined ? text : Buffer.from(base64, "base64")
}
