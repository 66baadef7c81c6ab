/** The hooks by which a run of the conformance suite gets tokens that no operation of the API makes. */
import { Members, ServiceTokens, Tokens, Users } from "@platform-control/admin/server"
import { Effect, Redacted, Schema } from "effect"
import { randomBytes } from "node:crypto"

const OfService = Schema.Struct({
  organization: Schema.String,
  ownerType: Schema.String,
  ownerName: Schema.String,
  name: Schema.String
})

const OfOrganization = Schema.Struct({ organization: Schema.String })

const stated = { description: "For a rule of the conformance suite", expiresAt: 0 } as const

/** Names of an organization's tokens are given once and for ever. */
const unusedName = () => `cf-hook-${randomBytes(9).toString("hex")}`

/** By the name of the hook. */
export const serviceHooks = Effect.gen(function* () {
  const serviceTokens = yield* ServiceTokens
  const users = yield* Users
  const members = yield* Members
  const tokens = yield* Tokens

  return {
    serviceToken: Effect.fnUntraced(function* (body: unknown) {
      const { name, organization, ownerName, ownerType } = yield* Schema.decodeUnknownEffect(OfService)(body)
      const { value } = yield* serviceTokens.create(
        { orgName: organization, ownerType, ownerName, serviceName: name },
        { ...stated, name: unusedName(), createdBy: "platform-control" }
      )
      return { token: Redacted.value(value) }
    }),
    orphanedToken: Effect.fnUntraced(function* (body: unknown) {
      const { organization } = yield* Schema.decodeUnknownEffect(OfOrganization)(body)
      const login = unusedName()
      yield* users.create({ login })
      yield* members.add(organization, login, "admin")
      const { value } = yield* tokens.create({
        ...stated,
        kind: "organization",
        organization,
        name: unusedName(),
        createdBy: login
      })
      yield* members.remove(organization, login)
      yield* users.remove(login)
      return { token: Redacted.value(value) }
    })
  }
})
