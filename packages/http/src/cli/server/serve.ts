import { Effect } from "effect"
export const serve = (input: unknown) => Effect.log(input)
