/** What `platform-control token …` does. */
import { type TokenOwner, type TokenPosition, type TokenRecord, Tokens, Users } from "@platform-control/admin/server"
import { toTimestamp } from "@platform-control/core/Timestamps"
import { Console, Effect, Option, Redacted } from "effect"
import { printList, printRecord } from "../output/print.ts"
import { onDatabase, type OnDatabase } from "./onDatabase.ts"
import { type CreateInput, newToken, noOwner, type OwnerInput } from "./tokenFromFlags.ts"
import { wholeList } from "./wholeList.ts"

/** Prints the value: alone on standard output for people, so that it can be caught by the shell. */
export const create = onDatabase(
  Effect.fnUntraced(function* (input: CreateInput) {
    const tokens = yield* Tokens
    const { id, value } = yield* tokens.create(yield* newToken(input))
    if (!input.json) yield* Console.error(`Created token ${id}. Its value is shown this once:`)
    yield* printRecord(input.json, { id, value: Redacted.value(value) }, () => Redacted.value(value))
  })
)

/** As access tokens are shown on the wire (Spec B, AccessToken). */
const shown = (record: TokenRecord) => ({
  id: record.id,
  name: record.name ?? "",
  description: record.description,
  created: toTimestamp(record.createdAt),
  lastUsed: record.lastUsed,
  expires: record.expiresAt,
  admin: record.admin,
  createdBy: record.createdBy,
  type: record.kind
})

const secondsText = (seconds: number): string => (seconds === 0 ? "never" : toTimestamp(seconds * 1000))

const ownerOf = Effect.fnUntraced(function* (input: OwnerInput) {
  if (Option.isSome(input.user))
    return { userId: (yield* (yield* Users).get(input.user.value)).id } satisfies TokenOwner
  if (Option.isSome(input.organization)) return { organization: input.organization.value } satisfies TokenOwner
  return yield* noOwner
})

/** Prints all tokens that were not revoked. */
export const list = onDatabase(
  Effect.fnUntraced(function* (input: OwnerInput & { readonly json: boolean }) {
    const tokens = yield* Tokens
    const owner = yield* ownerOf(input)
    const found = yield* wholeList(
      (page: { readonly after?: TokenPosition; readonly limit: number }) => tokens.list(owner, page),
      (token) => token
    )
    yield* printList(input.json, found.map(shown), {
      header: ["ID", "TYPE", "NAME", "DESCRIPTION", "CREATED", "LAST USED", "EXPIRES"],
      row: (one) => [
        one.id,
        one.type,
        one.name,
        one.description,
        one.created,
        secondsText(one.lastUsed),
        secondsText(one.expires)
      ],
      empty: "No tokens: platform-control token create --help"
    })
  })
)

/** Revokes the token. */
export const remove = onDatabase(
  Effect.fnUntraced(function* (input: OnDatabase & { readonly id: string }) {
    const tokens = yield* Tokens
    yield* tokens.revoke(input.id)
    yield* Console.log(`Revoked token ${input.id}`)
  })
)
