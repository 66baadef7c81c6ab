/** What of the flags of `platform-control token create` makes which token. Knows no database but for who the user is. */
import { Members, type NewToken, Organizations, Users } from "@platform-control/admin/server"
import type { NotFound } from "@platform-control/core/Errors"
import { Clock, Effect, Option } from "effect"
import { duration } from "../../settings/kinds.ts"
import { misused, refused, type Refusal } from "../Refusal.ts"
import type { OnDatabase } from "./onDatabase.ts"

/** The flags that say whose tokens are meant. */
export interface OwnerInput extends OnDatabase {
  readonly user: Option.Option<string>
  readonly organization: Option.Option<string>
}

type TokenKind = NewToken["kind"]

type Stated = Pick<NewToken, "description" | "createdBy" | "expiresAt" | "reason">

/** All flags that say what is to be made. */
export interface CreateInput extends OwnerInput {
  readonly kind: Option.Option<TokenKind>
  readonly team: Option.Option<string>
  readonly role: Option.Option<string>
  readonly reason: Option.Option<string>
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

/** `--expires` as Unix seconds, 0 where it is absent; a text that is no such time is misused. */
export const expiryOf = Effect.fnUntraced(function* (expires: Option.Option<string>) {
  if (Option.isNone(expires)) return 0
  const millis = lifetime.parse(expires.value)
  if (Option.isNone(millis)) return yield* misused(`--expires ${expires.value}: expected ${lifetime.expects}.`)
  return Math.floor(((yield* Clock.currentTimeMillis) + millis.value) / 1000)
})

/** What of the flags has a value, under the same names. */
const given = <Values extends Readonly<Record<string, Option.Option<string>>>>(values: Values) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (Option.isSome(value) ? [[name, value.value]] : []))
  ) as { readonly [Name in keyof Values]?: string }

/** Flags that go with other kinds only must not be passed over in silence. */
const without = (kind: string, flags: Readonly<Record<string, boolean>>) => {
  const [misplaced] = Object.entries(flags).find(([, isGiven]) => isGiven) ?? []
  return misplaced === undefined
    ? Effect.void
    : misused(`--${misplaced} does not belong to a token of the kind ${kind}.`, "Leave it out, or name another --kind.")
}

/** A token that reaches one organization only would reach nothing where its user does not belong. */
const requireMember = Effect.fnUntraced(function* (login: string, userId: string, organization: string) {
  const { name } = yield* (yield* Organizations).get(organization)
  const belongs = yield* (yield* Members).organizationsOf(userId)
  if (belongs.some((one) => one.name === name)) return
  return yield* refused(
    `${login} is not a member of organization ${name}.`,
    `platform-control member add ${name} ${login}`
  )
})

const userToken = Effect.fnUntraced(function* (
  input: CreateInput,
  stated: Stated,
  kind: "personal" | "refresh" | "agent",
  login: string
) {
  yield* without(kind, {
    name: Option.isSome(input.name),
    team: Option.isSome(input.team),
    role: Option.isSome(input.role),
    admin: input.admin
  })
  const { id } = yield* (yield* Users).get(login)
  if (Option.isSome(input.organization)) yield* requireMember(login, id, input.organization.value)
  return { ...stated, ...given({ organization: input.organization }), kind, userId: id } satisfies NewToken
})

const ownedToken = Effect.fnUntraced(function* (
  input: CreateInput,
  stated: Stated,
  kind: "organization" | "team" | "runner",
  organization: string
) {
  if (Option.isNone(input.name))
    return yield* misused(`A token of the kind ${kind} has a name.`, "Add --name, for example --name ci.")
  const owned = { ...stated, organization, name: input.name.value }
  if (kind === "organization") {
    yield* without(kind, { team: Option.isSome(input.team) })
    const role = Option.match(input.role, { onNone: () => ({}), onSome: (roleId) => ({ roleId }) })
    return { ...owned, ...role, ...(input.admin ? { admin: true } : {}), kind } satisfies NewToken
  }
  yield* without(kind, { admin: input.admin, role: Option.isSome(input.role) })
  if (kind === "runner") {
    yield* without(kind, { team: Option.isSome(input.team) })
    return { ...owned, kind } satisfies NewToken
  }
  if (Option.isNone(input.team)) return yield* misused("Which team's token?", "Add --team <team>.")
  return { ...owned, kind, team: input.team.value } satisfies NewToken
})

const kindOf = ({ kind, team, user }: CreateInput): TokenKind =>
  Option.getOrElse(kind, () => (Option.isSome(user) ? "personal" : Option.isSome(team) ? "team" : "organization"))

/** The token that the flags ask for; refused where they contradict each other. */
export const newToken = Effect.fnUntraced(function* (
  input: CreateInput
): Effect.fn.Return<NewToken, Refusal | NotFound, Members | Organizations | Users> {
  const expiresAt = yield* expiryOf(input.expires)
  const stated = {
    description: input.description,
    createdBy: CREATED_BY,
    expiresAt,
    ...given({ reason: input.reason })
  }
  const kind = kindOf(input)
  if (kind === "personal" || kind === "refresh" || kind === "agent") {
    return Option.isSome(input.user)
      ? yield* userToken(input, stated, kind, input.user.value)
      : yield* misused(`A token of the kind ${kind} speaks for a user.`, "Add --user <login>.")
  }
  if (Option.isSome(input.user))
    return yield* misused(`A token of the kind ${kind} speaks for no user.`, "Leave out --user.")
  return Option.isSome(input.organization)
    ? yield* ownedToken(input, stated, kind, input.organization.value)
    : yield* noOwner
})

/** Neither of the two flags was given. */
export const noOwner = misused("Whose token?", "Add --user <login> or --organization <organization>.")
