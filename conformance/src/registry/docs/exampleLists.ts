/** The examples of the documented package, whole. Knows no rule. */
import type { Trial } from "../../engine/Trial.ts"
import { type Exchange, objectOf } from "../../wire/Exchange.ts"
import { allItems, type Documented, documented, type Entry, examples, objectsIn } from "./documented.ts"

/** The most examples of one answer (Spec A, Limits). */
export const MOST = 100

/** Examples without a limit (Spec A, Registry). */
export const DEFAULT = 20

export const examplesOf = (answer: Exchange): ReadonlyArray<Entry> => objectsIn(objectOf(answer)["examples"])

export const totalOf = (answer: Exchange): unknown => objectOf(answer)["totalCount"]

/** Whether an example matches a search (Spec A, Registry). */
export const matches = ({ title, typeToken }: Entry, q: string): boolean =>
  [title, typeToken].some((text) => String(text).toLowerCase().includes(q.toLowerCase()))

const byToken = async (trial: Trial, at: Documented): Promise<ReadonlyArray<Entry>> => {
  const found: Array<Entry> = []
  for (const { typeToken } of await allItems(trial, at)) {
    const answer = await examples(trial.admin, at, { q: typeToken, limit: MOST })
    found.push(...examplesOf(answer).filter((one) => one["typeToken"] === typeToken))
  }
  return found
}

/**
 * Every example, those of one type token in their order: one answer holds the first hundred, and what is beyond is read
 * by type token.
 */
export const allExamples = async (trial: Trial): Promise<ReadonlyArray<Entry>> => {
  const at = await documented(trial)
  const answer = trial.status(await examples(trial.admin, at, { limit: MOST }), [200], "Examples can be read")
  const found = examplesOf(answer)
  if (found.length === 0) throw trial.inconclusive("PREMISE_NEVER_MET", "The package has no examples.")
  if (Number(totalOf(answer)) <= MOST) return found
  const ids = new Set(found.map(({ id }) => id))
  return [...found, ...(await byToken(trial, at)).filter(({ id }) => !ids.has(id))]
}

/** The examples of each type token, in the order in which they are answered. */
export const examplesByToken = async (trial: Trial): Promise<ReadonlyMap<string, ReadonlyArray<Entry>>> =>
  Map.groupBy(await allExamples(trial), ({ typeToken }) => String(typeToken))
