/** What `platform-control token …` does. */
import {
  Organizations,
  type TokenOwner,
  type TokenPosition,
  type TokenRecord,
  Tokens,
  Users
} from "@platform-control/admin/server"
import { isRole, roles } from "@platform-control/core/Permissions"
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

/** As access tokens are shown on the wire (Spec B, AccessToken), and what bounds them besides. */
const shown = ({ organization, roleId, team, ...record }: TokenRecord) => ({
  id: record.id,
  name: record.name ?? "",
  description: record.description,
  created: toTimestamp(record.createdAt),
  lastUsed: record.lastUsed,
  expires: record.expiresAt,
  admin: record.admin,
  createdBy: record.createdBy,
  ...(roleId !== null && isRole(roleId)
    ? { role: { id: roleId, name: roles[roleId], defaultIdentifier: roleId } }
    : {}),
  type: record.kind,
  ...(organization === null ? {} : { organization }),
  ...(team === null ? {} : { team })
})

/** What a token can do besides seeing who it is, in a word or two. */
const reachOf = ({ admin, organization, role, team, type }: ReturnType<typeof shown>): string => {
  if (type === "team") return `team ${team}`
  if (type === "organization" || type === "runner") return admin ? "admin" : (role?.id ?? "member")
  return organization ?? "all of its user's"
}

const secondsText = (seconds: number): string => (seconds === 0 ? "never" : toTimestamp(seconds * 1000))

const ownerOf = Effect.fnUntraced(function* (input: OwnerInput) {
  if (Option.isSome(input.organization)) yield* (yield* Organizations).get(input.organization.value)
  if (Option.isSome(input.user))
    return { userId: (yield* (yield* Users).get(input.user.value)).id } satisfies TokenOwner
  if (Option.isSome(input.organization)) return { organization: input.organization.value } satisfies TokenOwner
  return yield* noOwner
})

/** Prints all tokens that were not revoked; a user's that reach one organization only, where both are named. */
export const list = onDatabase(
  Effect.fnUntraced(function* (input: OwnerInput & { readonly json: boolean }) {
    const tokens = yield* Tokens
    const owner = yield* ownerOf(input)
    const all = yield* wholeList(
      (page: { readonly after?: TokenPosition; readonly limit: number }) => tokens.list(owner, page),
      (token) => token
    )
    const bound = Option.isSome(input.user) ? Option.getOrUndefined(input.organization) : undefined
    const found = bound === undefined ? all : all.filter(({ organization }) => organization === bound)
    yield* printList(input.json, found.map(shown), {
      header: ["ID", "TYPE", "NAME", "REACHES", "DESCRIPTION", "CREATED", "LAST USED", "EXPIRES"],
      row: (one) => [
        one.id,
        one.type,
        one.name,
        reachOf(one),
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
