/** The answer to «who am I?»: the user behind a token, or the token itself where it belongs to no user. */
import { Context, Effect, Layer, Option } from "effect"
import type { SqlClient } from "effect/sql"
import type { Principal, Role } from "@platform-control/core/Authorization"
import { Unauthorized } from "@platform-control/core/Errors"
import type { Events } from "@platform-control/core/Events"
import type { OrganizationSummaryWithRole, User } from "../contract/User.ts"
import { Members } from "../organizations/Members.ts"
import { type OrganizationRecord, Organizations } from "../organizations/Organizations.ts"
import { Users } from "../organizations/Users.ts"
import { Tokens } from "../tokens/Tokens.ts"

/** No one signs in here but with a token, so nothing of these is known. */
const unmanaged = { identities: [], hasMFA: false, isOrgManaged: false, isManagedByMultiOrg: false }

/** Removed between the door and here. */
const gone = Effect.fail(new Unauthorized({ message: "The access token is not valid any more" }))

const toSummary = (
  { displayName, name, avatarUrl }: OrganizationRecord,
  role: OrganizationSummaryWithRole["role"]
): OrganizationSummaryWithRole => ({ name: displayName, scmLogin: name, avatarUrl, role })

/** Roles that reach no further than some of an organization's things are one role on the wire. */
const roleShown = (role: Role | undefined): OrganizationSummaryWithRole["role"] =>
  role === undefined
    ? "none"
    : role === "member" || role === "admin" || role === "billing-manager"
      ? role
      : "stack-collaborator"

/** Shows what the presented token reaches, which can be less than what its user does. */
export class CurrentUser extends Context.Service<
  CurrentUser,
  { readonly describe: (principal: Principal) => Effect.Effect<User, Unauthorized> }
>()("platform-control/admin/CurrentUser") {
  static readonly layer: Layer.Layer<CurrentUser, never, SqlClient.SqlClient | Events> = Layer.effect(
    CurrentUser,
    Effect.gen(function* () {
      const users = yield* Users
      const members = yield* Members
      const organizations = yield* Organizations
      const tokens = yield* Tokens

      const describeUser = Effect.fnUntraced(function* (principal: Principal, userId: string) {
        const user = yield* users.findById(userId)
        if (Option.isNone(user)) return yield* gone
        const { id, login, name, email, avatarUrl } = user.value
        const reached = (yield* members.organizationsOf(id)).filter((one) => principal.memberships.has(one.name))
        return {
          ...unmanaged,
          id,
          scmLogin: login,
          name,
          email,
          avatarUrl,
          organizations: reached.map((one) => toSummary(one, one.role)),
          siteAdmin: principal.siteAdmin,
          registryAdmin: principal.registryAdmin,
          ...(principal.tokenKind === "agent" ? { isAgent: true } : {})
        } satisfies User
      })

      const describeToken = Effect.fnUntraced(function* (principal: Principal) {
        const token = yield* tokens.find(principal.tokenId)
        const organization = yield* organizations.find(principal.login)
        if (Option.isNone(token) || Option.isNone(organization)) return yield* gone
        const { name, displayName, avatarUrl } = organization.value
        const role = roleShown(principal.memberships.get(name)?.role)
        return {
          ...unmanaged,
          id: principal.tokenId,
          scmLogin: name,
          name: displayName,
          email: "",
          avatarUrl,
          organizations: [toSummary(organization.value, role)],
          siteAdmin: false,
          registryAdmin: false,
          tokenInfo: { name: token.value.name ?? "", organization: name, team: token.value.team ?? "" }
        } satisfies User
      })

      return CurrentUser.of({
        describe: (principal) =>
          principal.userId === undefined ? describeToken(principal) : describeUser(principal, principal.userId)
      })
    })
  ).pipe(Layer.provide([Users.layer, Members.layer, Organizations.layer, Tokens.layer]))
}
