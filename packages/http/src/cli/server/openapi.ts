import { Effect } from "effect"
export const openapi = (input: unknown) => Effect.log(input)
