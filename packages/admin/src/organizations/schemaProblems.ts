/** What does not fit a schema, as places and sentences. Knows no schema. */
import { formatIssues } from "@platform-control/core/formatIssues"
import type { Schema } from "effect"

/** One place that does not fit. */
export interface SchemaProblem {
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

/** More of them are not listed: whoever wrote it repairs these first. */
const MAX_LISTED_PROBLEMS = 20

/** The first places, in the order of the schema. */
export const schemaProblems = (
  error: Schema.SchemaError,
  limit: number = MAX_LISTED_PROBLEMS
): ReadonlyArray<SchemaProblem> =>
  formatIssues(error.issue)
    .issues.slice(0, limit)
    .map(({ message, path }) => ({
      message,
      path: (path ?? []).map((part) => {
        const key = typeof part === "object" ? part.key : part
        return typeof key === "symbol" ? String(key) : key
      })
    }))

/** A text for each of the first problems, and how many more there are. */
export const problemsText = (
  problems: ReadonlyArray<SchemaProblem>,
  text: (problem: SchemaProblem) => string
): ReadonlyArray<string> => {
  const more = problems.length - MAX_LISTED_PROBLEMS
  const listed = problems.slice(0, MAX_LISTED_PROBLEMS).map(text)
  return more > 0 ? [...listed, `and ${more} more`] : listed
}
