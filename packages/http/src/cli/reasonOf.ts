/** What lies at the bottom of a fault, in the words of whoever found it. */

/** The message of the innermost cause; of several at once, the first one's. */
export const reasonOf = (cause: unknown): string => {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf)[0] ?? cause.message
  if (cause instanceof Error) return cause.cause === undefined ? cause.message : reasonOf(cause.cause)
  return String(cause)
}
