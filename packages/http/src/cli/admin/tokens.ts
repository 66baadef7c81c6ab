/** What `platform-control token …` does. */
import {
  type NewToken,
  type TokenOwner,
  type TokenPosition,
  type TokenRecord,
  Tokens,
  Users
} from "@platform-control/admin/server"
import { toTimestamp } from "@platform-control/core/Timestamps"
import { Clock, Console, Effect, Option, Redacted } from "effect"
import { duration } from "../../settings/kinds.ts"
import { printList, printRecord } from "../output/print.ts"
import { misused } from "../Refusal.ts"
import { onDatabase, type OnDatabase } from "./onDatabase.ts"
import { wholeList } from "./wholeList.ts"

interface OwnerInput extends OnDatabase {
  readonly user: Option.Option<string>
  readonly organization: Option.Option<string>
}

interface CreateInput extends OwnerInput {
  readonly name: Option.Option<string>
  readonly admin: boolean
  readonly description: string
  readonly expires: Option.Option<string>
  readonly json: boolean
}

/** Who stands as the creator of tokens that were made here, where nobody is signed in. */
const CREATED_BY = "platform-control"

/** Two years (Spec B, Limits), of which one may have a 29 February. */
const MAX_LIFETIME_DAYS = 731

/** A token that never expires is asked for by leaving the time out. */
const lifetime = duration(MAX_LIFETIME_DAYS)

const expiryOf = Effect.fnUntraced(function* (expires: Option.Option<string>) {
  if (Option.isNone(expires)) return 0
  const millis = lifetime.parse(expires.value)
  if (Option.isNone(millis)) return yield* misused(`--expires ${expires.value}: expected ${lifetime.expects}.`)
  return Math.floor(((yield* Clock.currentTimeMillis) + millis.value) / 1000)
})

const newToken = Effect.fnUntraced(function* (input: CreateInput) {
  const stated = { description: input.description, createdBy: CREATED_BY, expiresAt: yield* expiryOf(input.expires) }
  if (Option.isSome(input.user)) {
    if (Option.isSome(input.name) || input.admin)
      return yield* misused("--name and --admin belong to organization tokens.", "Leave them out, or leave out --user.")
    const { id } = yield* (yield* Users).get(input.user.value)
    const reach = Option.match(input.organization, {
      onNone: () => ({}),
      onSome: (organization) => ({ organization })
    })
    return { ...stated, ...reach, kind: "personal", userId: id } satisfies NewToken
  }
  if (Option.isNone(input.organization)) return yield* noOwner
  if (Option.isNone(input.name))
    return yield* misused("An organization's token has a name.", "Add --name, for example --name ci.")
  return {
    ...stated,
    kind: "organization",
    organization: input.organization.value,
    name: input.name.value,
    admin: input.admin
  } satisfies NewToken
})

const noOwner = misused("Whose token?", "Add --user <login> or --organization <organization>.")

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
export const revoke = onDatabase(
  Effect.fnUntraced(function* (input: OnDatabase & { readonly id: string }) {
    const tokens = yield* Tokens
    yield* tokens.revoke(input.id)
    yield* Console.log(`Revoked token ${input.id}`)
  })
)
