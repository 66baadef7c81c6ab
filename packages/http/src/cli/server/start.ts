import { Effect } from "effect"
export const start = (input: unknown) => Effect.log(input)
