/** The nodes of descriptions, installation texts and READMEs. Knows no rule. */
import type { Query } from "../../engine/Caller.ts"
import type { Trial } from "../../engine/Trial.ts"
import { type Exchange, objectOf } from "../../wire/Exchange.ts"
import { allItems, documented, type Entry, objectsIn, page, partPath } from "./documented.ts"

/** The nodes that are objects. */
export const nodesOf = (content: unknown): ReadonlyArray<Entry> => objectsIn(content)

/** The text of an ordered list of nodes. */
export const textOf = (content: unknown): string =>
  nodesOf(content)
    .map(({ markdown }) => String(markdown))
    .join("\n")

/** What has a list of nodes, and under which name. */
export interface NodeList {
  readonly answer: Exchange
  readonly content: unknown
}

/** Installation text or README, whichever the package has, with a query. */
export const proseOf = async (trial: Trial, kind: "installation" | "readme", query: Query = {}): Promise<Exchange> =>
  trial.admin.get(partPath((await documented(trial)).id, kind), query)

/** Every list of nodes that there is: unresolved ones of the documents, and those of the pages. */
export const allNodeLists = async (trial: Trial): Promise<ReadonlyArray<NodeList>> => {
  const at = await documented(trial)
  const prose = [await proseOf(trial, "installation"), await proseOf(trial, "readme")]
  const pages: Array<Exchange> = []
  for (const { typeToken } of await allItems(trial, at)) pages.push(await page(trial.admin, at, typeToken))
  return [
    ...prose.map((answer) => ({ answer, content: objectOf(answer)["content"] })),
    ...pages.map((answer) => ({ answer, content: objectOf(answer)["description"] }))
  ].filter(({ answer }) => answer.status === 200)
}
