/** What `platform-control member …` does. */
import { type MemberRecord, Members } from "@platform-control/admin/server"
import type { OrganizationRole } from "@platform-control/core/Authorization"
import { Console, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { printList } from "../output/print.ts"
import { misused } from "../Refusal.ts"
import { onDatabase, type OnDatabase } from "./onDatabase.ts"
import { wholeList } from "./wholeList.ts"

interface MemberInput extends OnDatabase {
  readonly organization: string
  readonly login: string
}

/** Adds the member, with the grant where it is asked for. */
export const add = onDatabase(
  Effect.fnUntraced(function* (input: MemberInput & { readonly role: OrganizationRole; readonly publish: boolean }) {
    const members = yield* Members
    yield* members.addAll(input.organization, [
      { login: input.login, role: input.role, registryPublish: input.publish }
    ])
    yield* Console.log(
      `${input.login} is now ${input.role} of ${input.organization}${input.publish ? " and may publish" : ""}`
    )
  })
)

/** Changes what was named, all of it or nothing, and leaves the rest. */
export const set = onDatabase(
  Effect.fnUntraced(function* (
    input: MemberInput & {
      readonly role: Option.Option<OrganizationRole>
      readonly publish: Option.Option<boolean>
    }
  ) {
    if (Option.isNone(input.role) && Option.isNone(input.publish))
      return yield* misused("There is nothing to change.", "Add --role, --publish or --no-publish.")
    const members = yield* Members
    const sql = yield* SqlClient.SqlClient
    yield* Effect.gen(function* () {
      if (Option.isSome(input.role)) yield* members.setRole(input.organization, input.login, input.role.value)
      if (Option.isSome(input.publish))
        yield* members.setRegistryPublish(input.organization, input.login, input.publish.value)
    }).pipe(sql.withTransaction, Effect.catchTag("SqlError", Effect.die))
    yield* Console.log(`Changed ${input.login} in ${input.organization}`)
  })
)

/** Ends the membership. */
export const remove = onDatabase(
  Effect.fnUntraced(function* (input: MemberInput) {
    const members = yield* Members
    yield* members.remove(input.organization, input.login)
    yield* Console.log(`${input.login} is no longer a member of ${input.organization}`)
  })
)

const shown = (record: MemberRecord) => ({
  login: record.login,
  name: record.name,
  role: record.role,
  registryPublish: record.registryPublish
})

/** Prints all members in the order of their logins. */
export const list = onDatabase(
  Effect.fnUntraced(function* (input: OnDatabase & { readonly organization: string; readonly json: boolean }) {
    const members = yield* Members
    const found = yield* wholeList(
      (page: { readonly after?: string; readonly limit: number }) => members.list(input.organization, page),
      ({ login }) => login
    )
    yield* printList(input.json, found.map(shown), {
      header: ["LOGIN", "NAME", "ROLE", "MAY PUBLISH"],
      row: (one) => [one.login, one.name, one.role, one.registryPublish || one.role === "admin" ? "yes" : "no"],
      empty: `${input.organization} has no members yet: platform-control member add ${input.organization} <login>`
    })
  })
)
