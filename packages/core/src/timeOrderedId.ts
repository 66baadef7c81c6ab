/** Ids that sort by their time: UUIDs of version 7 (RFC 9562, section 5.7), so that new rows stand side by side in their indexes. */
import { randomUUID } from "node:crypto"

const TIME_DIGITS = 12

/** An id of its own each time, with 74 random bits. Sorts by `now`, in milliseconds since 1970; says nothing secret. */
export const timeOrderedId = (now: number): string => {
  const time = now.toString(16).padStart(TIME_DIGITS, "0")
  const random = randomUUID().slice("00000000-0000-4".length)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random}`
}
