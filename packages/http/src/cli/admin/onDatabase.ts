/** Runs what an administration command does on the database that the settings name. Knows no command. */
import { Members, Organizations, Tokens, Users } from "@platform-control/admin/server"
import { Effect, Layer, Option } from "effect"
import { withSettings } from "../server/withSettings.ts"
import { isAnswer } from "../explain.ts"
import { Refusal, refused } from "../Refusal.ts"

/** The flags that every administration command has. */
export interface OnDatabase {
  readonly data: Option.Option<string>
}

/** More than one query can carry at once costs nothing here, and fewer round trips do. */
const PAGE_SIZE = 500

/** Every page of a list that continues behind a key. */
export const wholeList = Effect.fnUntraced(function* <A, E, R>(
  read: (page: { readonly after?: string; readonly limit: number }) => Effect.Effect<ReadonlyArray<A>, E, R>,
  keyOf: (item: A) => string
) {
  const found: Array<A> = []
  for (;;) {
    const last = found.at(-1)
    const page = yield* read({ limit: PAGE_SIZE, ...(last === undefined ? {} : { after: keyOf(last) }) })
    found.push(...page)
    if (page.length < PAGE_SIZE) return found
  }
})
