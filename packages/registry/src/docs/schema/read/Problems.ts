/** What is wrong with a package schema, and where. Knows no particular field. */
import type { ErrorDetail } from "@platform-control/core/Errors"
import { MAX_PROBLEMS } from "./limits.ts"

/** A place in the schema: the way to it from the top. */
export interface Place {
  readonly parent: Place | undefined
  readonly key: string
}

/** The place under another one. */
export const under = (parent: Place | undefined, key: string): Place => ({ parent, key })

const pathOf = (place: Place): string =>
  place.parent === undefined ? place.key : `${pathOf(place.parent)}.${place.key}`

/** Collects the first problems of a schema; the rest of the schema is read all the same. */
export class Problems {
  readonly list: Array<ErrorDetail> = []

  /** Remembers that something else was expected at a place, while there are few. */
  add(place: Place | undefined, message: string, errorType: ErrorDetail["errorType"] = "invalid"): void {
    if (this.list.length >= MAX_PROBLEMS) return
    this.list.push({
      resource: "schema",
      ...(place === undefined ? {} : { attribute: pathOf(place) }),
      errorType,
      customMessage: message
    })
  }
}
