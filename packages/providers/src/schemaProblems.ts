/** What of a value does not fit its schema, in one line. Never shows the value itself: it may be a secret. */
import { type Schema, SchemaIssue } from "effect"

/** More of them are not listed: whoever wrote the value repairs these first. */
const MAX_LISTED = 5

const formatIssues = SchemaIssue.makeFormatterStandardSchemaV1()

/** `place: sentence`, joined by semicolons; places are written with dots. */
export const schemaProblems = (error: Schema.SchemaError): string =>
  formatIssues(error.issue)
    .issues.slice(0, MAX_LISTED)
    .map(({ message, path = [] }) => {
      const place = path.map((part) => String(typeof part === "object" ? part.key : part)).join(".")
      return place === "" ? message : `${place}: ${message}`
    })
    .join("; ")
