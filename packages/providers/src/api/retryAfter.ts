/** How long a `Retry-After` header asks to wait. */

/** Seconds from `nowMillis`, from a number or an HTTP date; nothing where the header is neither. A past date is 0. */
export const retryAfterSeconds = (header: string | undefined, nowMillis: number): number | undefined => {
  const text = header?.trim() ?? ""
  if (/^\d{1,9}$/.test(text)) return Number(text)
  // HTTP dates begin with a day's name; `Date.parse` alone would take `-5` for one.
  const date = /^[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - nowMillis) / 1000))
}
