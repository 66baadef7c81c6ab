/** Whether a text has a format that the specification names. */
import type { Format } from "./Shape.ts"

/** Semantic versioning 2.0.0. */
const semver =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*)?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/

const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** True for ISO 8601 date-times with a zone, semantic versions, absolute URLs and padded base64. */
export const matchesFormat = (format: Format, text: string): boolean => {
  switch (format) {
    case "timestamp":
      return timestamp.test(text) && !Number.isNaN(Date.parse(text))
    case "semver":
      return semver.test(text)
    case "url":
      return URL.canParse(text) && /^https?:/.test(text)
    case "base64":
      return base64.test(text)
  }
}
