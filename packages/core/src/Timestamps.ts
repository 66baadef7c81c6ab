/** Times as the wire writes them: ISO 8601 UTC with milliseconds and `Z` (open points, section 1). */
import { Schema } from "effect"

const isoPattern = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:\d{2})$/

/** `Date.parse` takes 30 February for 2 March. */
const isCalendarDate = (date: string): boolean => new Date(date).toISOString().startsWith(date)

const isPointInTime = (text: string): boolean => {
  const milliseconds = isoPattern.test(text) ? Date.parse(text) : Number.NaN
  return milliseconds >= 0 && milliseconds < 253_402_300_800_000 && isCalendarDate(text.slice(0, 10))
}

/** A point in time sent by a client: ISO 8601 with a zone, from the year 1970 to 9999. Kept as sent. */
export const TimestampInput = Schema.String.pipe(
  Schema.check(
    Schema.isMaxLength(40),
    Schema.makeFilter(
      (text: string) =>
        isPointInTime(text) || "Expected an ISO 8601 date-time with a time zone, for example 2026-01-31T12:00:00.000Z"
    )
  )
)

/** A point in time in an answer. */
export const Timestamp = Schema.String.annotate({ format: "date-time" })

/** Milliseconds since 1970 as the wire's ISO text. */
export const toTimestamp = (milliseconds: number): string => new Date(milliseconds).toISOString()
