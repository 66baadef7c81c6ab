import { Effect } from "effect"
export const migrate = (input: unknown) => Effect.log(input)
