/** Filters of lists: which names a function takes, and the query that they become. */
import { Effect, Schema } from "effect"
import type { Query } from "../api/ApiClient.ts"
import { required, Text } from "../inputs.ts"
import { InvalidInput } from "../LookupError.ts"

const Filter = Schema.Struct({
  name: required(Schema.String, "The name of the filter."),
  value: required(Text, "What it has to be.")
})

/** What a caller narrows a list by. */
export const Filters = Schema.Array(Filter).check(Schema.isMaxLength(100))
export type Filters = typeof Filters.Type

/** Query parameters by the names of filters. The service ignores names that it does not know, so none may pass. */
export type SupportedFilters = Readonly<Record<string, string>>

/** Filters whose names are those of the service. */
export const sameNames = (...names: ReadonlyArray<string>): SupportedFilters =>
  Object.fromEntries(names.map((name) => [name, name]))

/** For descriptions. */
export const filterNames = (supported: SupportedFilters): string =>
  Object.keys(supported)
    .map((name) => `\`${name}\``)
    .join(", ")

/** A name that is given several times is sent several times: of tags all have to fit, of other values one. */
export const filterQuery = Effect.fnUntraced(function* (filters: Filters, supported: SupportedFilters) {
  const query: Record<string, Array<string>> = {}
  for (const { name, value } of filters) {
    const parameter = Object.hasOwn(supported, name) ? supported[name] : undefined
    if (parameter === undefined)
      return yield* new InvalidInput({
        message: `'${name}' is not a supported filter parameter. There are ${Object.keys(supported).join(", ")}.`
      })
    ;(query[parameter] ??= []).push(value)
  }
  return query satisfies Query
})
