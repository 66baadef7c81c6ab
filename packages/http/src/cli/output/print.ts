/** Where a command's result goes: standard output, as text for people or as JSON for programs. */
import { Console, type Effect } from "effect"
import { table } from "./Table.ts"

/** One record: the JSON as it stands, or the text that people read. */
export const printRecord = (json: boolean, value: unknown, text: () => string): Effect.Effect<void> =>
  Console.log(json ? JSON.stringify(value, null, 2) : text())

/** A list: one JSON array, or a table; people are told when it is empty. */
export const printList = <A>(
  json: boolean,
  items: ReadonlyArray<A>,
  view: {
    readonly header: ReadonlyArray<string>
    readonly row: (item: A) => ReadonlyArray<string>
    readonly empty: string
  }
): Effect.Effect<void> =>
  json
    ? Console.log(JSON.stringify(items, null, 2))
    : items.length === 0
      ? Console.error(view.empty)
      : Console.log(table(view.header, items.map(view.row)))
