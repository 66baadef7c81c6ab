/** What the paging laws have to know of a list, so that they hold for any. Knows no list. */
import type { Query } from "../../engine/Caller.ts"
import type { Trial } from "../../engine/Trial.ts"
import type { Operation } from "../../table/Operation.ts"

/** A list entry, raw. */
export type Entry = Readonly<Record<string, unknown>>

/** Where in the order of a list something is put. */
export type Place = "first" | "last" | "middle"

/** A quiet part of a list, with others that sort before and after it. */
export interface Shelf {
  /** What is asked for to see it, without paging. */
  readonly query: Query
  /** What stands on it, in no order; undefined where others own a part of it. */
  readonly items: ReadonlyArray<string> | undefined
  /** Whether an entry of the list belongs here, as far as the query says. */
  readonly holds: (entry: Entry) => boolean
  /** Another filter, which nothing on the shelf passes and some decoys do. */
  readonly otherFilter: { readonly query: Query; readonly holds: (entry: Entry) => boolean }
  readonly insert: (trial: Trial, place: Place) => Promise<Inserted>
}

/** Something that was put on the shelf, and can be taken away again. */
export interface Inserted {
  readonly identity: string
  readonly remove: () => Promise<void>
}

/** One list, in one row. */
export interface PagedList {
  readonly name: string
  readonly operation: Operation
  readonly identify: (entry: Entry) => string
  /** A query that nothing matches. */
  readonly nothing: Query
  /** Made once a run. */
  readonly shelf: (trial: Trial) => Promise<Shelf>
}
