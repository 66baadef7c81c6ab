/** Patterns for names, in the syntax of RE2: linear in time, whatever somebody writes. */
import { Effect } from "effect"
import { InvalidInput } from "../LookupError.ts"

/** Whether a name fits; the pattern may be found anywhere in it. Without a pattern every name does. */
export const namePattern = Effect.fnUntraced(function* (pattern: string | undefined) {
  if (pattern === undefined) return () => true
  const { RE2JS } = yield* Effect.promise(() => import("re2js"))
  const compiled = yield* Effect.try({
    try: () => RE2JS.compile(pattern),
    catch: (cause) =>
      new InvalidInput({
        message: `nameRegex: not a regular expression of RE2 (${cause instanceof Error ? cause.message : String(cause)}).`
      })
  })
  return (name: string | null | undefined) => typeof name === "string" && compiled.matcher(name).find()
})
