/** What the functions that give lists have in common: their inputs, and how a list is asked for, narrowed and cut. */
import { createHash } from "node:crypto"
import { Effect, Schema } from "effect"
import { Limit, optional, required, Text } from "../inputs.ts"
import { filterNames, filterQuery, Filters, type SupportedFilters } from "./filters.ts"
import { namePattern } from "./namePattern.ts"
import { findAll, type RowsQuestion } from "./reading.ts"

const MAX_PATTERN = 1000

/** The inputs of a list with these filters. */
export const listInputs = (supported: SupportedFilters) => ({
  filters: optional(Filters, `Only what fits these filters: ${filterNames(supported)}.`),
  limit: optional(Limit, "How many at most; 0, which is the default, is all.")
})

/** The input of lists that are narrowed by name. */
export const nameRegex = optional(
  Text.check(Schema.isMaxLength(MAX_PATTERN)),
  "Only what has a name in which this regular expression (RE2) is found."
)

/** The outputs of a list besides its items. */
export const listOutputs = (supported: SupportedFilters) => ({
  filters: listInputs(supported).filters,
  id: required(Schema.String, "Names the question: the same one has the same id."),
  limit: required(Limit, "How many at most; 0 is all.")
})

interface ListInput {
  readonly filters?: Filters
  readonly limit?: number
  readonly nameRegex?: string
}

interface ListQuestion<A extends { readonly id: number }> extends Omit<RowsQuestion<A>, "query"> {
  readonly supported: SupportedFilters
  readonly order: string
  /** For lists that are narrowed by name. */
  readonly nameOf?: (row: A) => string | null | undefined
}

/** A text that is the same for the same question. */
export const questionId = (path: string, input: ListInput): string =>
  createHash("sha256")
    .update(JSON.stringify([path, input.filters ?? [], input.limit ?? 0, input.nameRegex ?? ""]))
    .digest("hex")
    .slice(0, 16)

/** The rows, and the outputs that every list has. The limit cuts what is left after the names were looked at. */
export const listRows = Effect.fnUntraced(function* <A extends { readonly id: number }>(
  { nameOf, supported, ...question }: ListQuestion<A>,
  input: ListInput
) {
  const query = yield* filterQuery(input.filters ?? [], supported)
  const fits = yield* namePattern(input.nameRegex)
  const limit = input.limit ?? 0
  const enough = limit === 0 || input.nameRegex !== undefined ? undefined : limit
  const rows = yield* findAll({ ...question, query }, enough)
  const fitting = nameOf === undefined ? rows : rows.filter((row) => fits(nameOf(row)))
  return {
    rows: limit === 0 ? fitting : fitting.slice(0, limit),
    echoed: {
      id: questionId(question.path, input),
      limit,
      ...(input.filters === undefined ? {} : { filters: input.filters }),
      ...(input.nameRegex === undefined ? {} : { nameRegex: input.nameRegex })
    }
  }
})
