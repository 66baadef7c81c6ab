/** Whether a creation of a token did what it should. */
import type { Trial } from "../engine/Trial.ts"
import { type Exchange, objectOf } from "../wire/Exchange.ts"

/** Fails the rule unless the answer is a 200 with an id and a value. */
export const isMade = (trial: Trial, answer: Exchange, why: string): void => {
  trial.status(answer, [200], why)
  const { id, tokenValue } = objectOf(answer)
  if (typeof id !== "string" || id === "" || typeof tokenValue !== "string" || tokenValue === "")
    throw trial.violated(why, "id and tokenValue", JSON.stringify(Object.keys(objectOf(answer))), answer)
}
