/** What `platform-control audit …` does. */
import { type AuditEntry, type AuditFilter, AuditLog, type AuditPosition } from "@platform-control/admin/server"
import { TimestampInput, toTimestamp } from "@platform-control/core/Timestamps"
import { Clock, Console, Effect, Option, Schema } from "effect"
import { duration } from "../../settings/kinds.ts"
import { printList } from "../output/print.ts"
import { misused } from "../Refusal.ts"
import { onDatabase, type OnDatabase } from "./onDatabase.ts"

interface FilterInput extends OnDatabase {
  readonly organization: Option.Option<string>
  readonly actor: Option.Option<string>
  readonly action: Option.Option<string>
  readonly target: Option.Option<string>
  readonly since: Option.Option<string>
  readonly until: Option.Option<string>
}

const MAX_LISTED = 1000

/** The log is read in parts of this size. */
const READ_AT_ONCE = 500

const TEN_YEARS_IN_DAYS = 3660

const ago = duration(TEN_YEARS_IN_DAYS)

const isTimestamp = Schema.is(TimestampInput)

/** A day begins at midnight UTC. */
const asTimestamp = (text: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text)

/** Milliseconds since 1970. */
const timeOf = Effect.fnUntraced(function* (flag: string, given: Option.Option<string>) {
  if (Option.isNone(given)) return undefined
  const text = asTimestamp(given.value.trim())
  if (isTimestamp(text)) return Date.parse(text)
  const millis = ago.parse(given.value)
  if (Option.isSome(millis)) return (yield* Clock.currentTimeMillis) - millis.value
  return yield* misused(`--${flag} ${given.value}: expected 2026-01-31, 2026-01-31T12:00:00Z, or ${ago.expects}.`)
})

const filterOf = Effect.fnUntraced(function* (input: FilterInput) {
  return {
    organization: Option.getOrUndefined(input.organization),
    actor: Option.getOrUndefined(input.actor),
    action: Option.getOrUndefined(input.action),
    target: Option.getOrUndefined(input.target),
    since: yield* timeOf("since", input.since),
    until: yield* timeOf("until", input.until)
  } satisfies AuditFilter
})

/** Without what it does not have. */
const shown = ({ at, id, organization, reason, requestId, tokenId, ...entry }: AuditEntry) => ({
  id,
  at: toTimestamp(at),
  ...entry,
  ...(organization === null ? {} : { organization }),
  ...(tokenId === null ? {} : { tokenId }),
  ...(requestId === null ? {} : { requestId }),
  ...(reason === null ? {} : { reason })
})

/** Prints the newest entries. */
export const list = onDatabase(
  Effect.fnUntraced(function* (input: FilterInput & { readonly limit: number; readonly json: boolean }) {
    if (input.limit < 1 || input.limit > MAX_LISTED) {
      return yield* misused(`--limit ${input.limit}: expected 1 to ${MAX_LISTED}.`, "`audit export` prints everything.")
    }
    const log = yield* AuditLog
    const found = yield* log.list(yield* filterOf(input), { order: "newest first", limit: input.limit })
    return yield* printList(input.json, found.map(shown), {
      header: ["TIME", "ACTOR", "ACTION", "TARGET", "ORGANIZATION", "REASON"],
      row: (one) => [one.at, one.actor, one.action, one.target, one.organization ?? "", one.reason ?? ""],
      empty: "No entries."
    })
  })
)

/** Prints everything, a part at a time: the log may be larger than memory. */
export const exportAll = onDatabase(
  Effect.fnUntraced(function* (input: FilterInput) {
    const log = yield* AuditLog
    const filter = yield* filterOf(input)
    let after: AuditPosition | undefined
    for (;;) {
      const part = yield* log.list(filter, { order: "oldest first", after, limit: READ_AT_ONCE })
      if (part.length > 0) yield* Console.log(part.map((entry) => JSON.stringify(shown(entry))).join("\n"))
      if (part.length < READ_AT_ONCE) return
      after = part.at(-1)
    }
  })
)
