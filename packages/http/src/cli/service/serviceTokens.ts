/** What `platform-control service token …` does, on the database. */
import { ServiceTokens } from "@platform-control/admin/server"
import { toTimestamp } from "@platform-control/core/Timestamps"
import { Console, Effect, Option, Redacted } from "effect"
import { onDatabase, type OnDatabase } from "../admin/onDatabase.ts"
import { expiryOf } from "../admin/tokenFromFlags.ts"
import { printList, printRecord } from "../output/print.ts"
import { parseIdentity } from "./ServiceIdentity.ts"

interface OfService extends OnDatabase {
  readonly service: string
  readonly json: boolean
}

/** Prints the value: alone on standard output for people, so that it can be caught by the shell. */
export const createToken = onDatabase(
  Effect.fnUntraced(function* (
    input: OfService & {
      readonly name: string
      readonly role: Option.Option<string>
      readonly reason: Option.Option<string>
      readonly description: string
      readonly expires: Option.Option<string>
    }
  ) {
    const { create } = yield* ServiceTokens
    const { id, value } = yield* create(yield* parseIdentity(input.service), {
      name: input.name,
      description: input.description,
      expiresAt: yield* expiryOf(input.expires),
      createdBy: "platform-control",
      ...Option.match(input.role, { onNone: () => ({}), onSome: (roleId) => ({ roleId }) }),
      ...Option.match(input.reason, { onNone: () => ({}), onSome: (reason) => ({ reason }) })
    })
    if (!input.json) yield* Console.error(`Created token ${id}. Its value is shown this once:`)
    yield* printRecord(input.json, { id, value: Redacted.value(value) }, () => Redacted.value(value))
  })
)

const secondsText = (seconds: number): string => (seconds === 0 ? "never" : toTimestamp(seconds * 1000))

/** Prints the tokens that the service holds and that were not revoked. */
export const listTokens = onDatabase(
  Effect.fnUntraced(function* (input: OfService) {
    const { list } = yield* ServiceTokens
    const found = yield* list(yield* parseIdentity(input.service))
    const shown = found.map(({ createdAt, description, expiresAt, id, lastUsed, name, roleId }) => ({
      id,
      name: name ?? "",
      role: roleId ?? "member",
      description,
      created: toTimestamp(createdAt),
      lastUsed,
      expires: expiresAt
    }))
    yield* printList(input.json, shown, {
      header: ["ID", "NAME", "ROLE", "DESCRIPTION", "CREATED", "LAST USED", "EXPIRES"],
      row: (one) => [
        one.id,
        one.name,
        one.role,
        one.description,
        one.created,
        secondsText(one.lastUsed),
        secondsText(one.expires)
      ],
      empty: "No tokens: platform-control service token create --help"
    })
  })
)
