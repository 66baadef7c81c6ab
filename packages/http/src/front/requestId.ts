/** The id that stands on every answer and in every log line about it (open points, section 1). */
import { randomUUID } from "node:crypto"

/** The header that carries it, as Node spells incoming headers. */
export const REQUEST_ID = "x-request-id"

const sane = /^[A-Za-z0-9._-]{1,128}$/

/** A sane incoming id is kept; anything else, also several, is replaced by a new one. */
export const requestIdOf = (sent: string | ReadonlyArray<string> | undefined): string =>
  typeof sent === "string" && sane.test(sent) ? sent : randomUUID()
