/** Makes the organizations and identities that a run of the conformance suite needs, on an empty database only. */
import {
  Features,
  Issuers,
  Members,
  type NewToken,
  Organizations,
  type ServiceTokens,
  Teams,
  Tokens,
  Users
} from "@platform-control/admin/server"
import type { Imports, PolicyGroups } from "@platform-control/policy/server"
import { Clock, Effect, Redacted, type Scope } from "effect"
import { generateKeyPairSync } from "node:crypto"
import { refused, type Refusal } from "../cli/Refusal.ts"
import { makeExternalPack } from "./makeExternalPack.ts"
import { openHooks } from "./openHooks.ts"
import { policyHooks } from "./policyHooks.ts"
import { serviceHooks } from "./serviceHooks.ts"
import { tokenHooks } from "./tokenHooks.ts"

/** What the suite has to be told, by the keys of `conformance.yaml`. */
export interface ConformanceFixtures {
  readonly organization: string
  readonly otherOrganization: string
  readonly identities: Readonly<Record<string, Redacted.Redacted>>
  /** The issuer of identity tokens that the suite is itself, with its private key. */
  readonly issuer: Redacted.Redacted<object>
  /** Addresses by the name of the hook. */
  readonly hooks: Readonly<Record<string, Redacted.Redacted>>
  readonly externalPack: { readonly name: string; readonly version: number }
  readonly publicPack: { readonly name: string; readonly version: number }
}

const ORGANIZATION = "conformance"
const OTHER_ORGANIZATION = "conformance-other"
const TEAM = "cf-team"
const RUNNER = "cf-runner"
const ISSUER = "https://issuer.conformance.invalid"

const stated = {
  description: "For a run of the conformance suite",
  expiresAt: 0,
  createdBy: "platform-control"
} as const

/** A refresh token that ends, so that what it buys can be seen to end before. */
const monthFromNow = Effect.map(Clock.currentTimeMillis, (now) => Math.floor(now / 1000) + 30 * 86_400)

const requireEmpty = Effect.gen(function* () {
  const organizations = yield* (yield* Organizations).list({ limit: 1 })
  const users = yield* (yield* Users).list({ limit: 1 })
  if (organizations.length + users.length === 0) return
  return yield* refused(
    "serve --conformance needs an empty database, and this one holds organizations or users.",
    "Give it a folder of its own with --data, or an empty PLATFORM_CONTROL_DATABASE_URL."
  )
})

const tokenOf = Effect.fnUntraced(function* (token: NewToken) {
  return (yield* (yield* Tokens).create(token)).value
})

interface Person {
  readonly login: string
  readonly organization: string
  readonly role: "admin" | "member"
  readonly publishes?: boolean
  readonly registryAdmin?: boolean
}

/** A user with their part in one organization. */
const makePerson = Effect.fnUntraced(function* (person: Person) {
  const members = yield* Members
  const user = yield* (yield* Users).create({ login: person.login, registryAdmin: person.registryAdmin ?? false })
  yield* members.add(person.organization, person.login, person.role)
  if (person.publishes === true) yield* members.setRegistryPublish(person.organization, person.login, true)
  return { userId: user.id, token: yield* tokenOf({ ...stated, kind: "personal", userId: user.id }) }
})

const allowing = { decision: "allow", claims: { sub: `conformance:${ORGANIZATION}` } } as const

/** Trusts a new key for one token of every type; nobody answers at the issuer's address. */
const makeIssuer = Effect.gen(function* () {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const key = { ...privateKey.export({ format: "jwk" }), kid: "conformance" }
  const { d: _, ...publicKey } = key
  yield* (yield* Issuers).create(ORGANIZATION, {
    name: "conformance",
    url: ISSUER,
    jwks: { keys: [publicKey] },
    rules: [
      { ...allowing, tokenType: "organization" },
      { ...allowing, tokenType: "team", teamName: TEAM },
      { ...allowing, tokenType: "personal", userLogin: "cf-member" },
      { ...allowing, tokenType: "runner", runnerName: RUNNER }
    ]
  })
  const scopes = { team: `team:${TEAM}`, personal: "user:cf-member", runner: `runner:${RUNNER}` }
  return Redacted.make({ url: ISSUER, key, scopes })
})

const makeTeam = Effect.gen(function* () {
  const teams = yield* Teams
  yield* teams.create(ORGANIZATION, { name: TEAM })
  yield* teams.addMember(ORGANIZATION, TEAM, "cf-member", "member")
  return yield* tokenOf({ ...stated, kind: "team", organization: ORGANIZATION, team: TEAM, name: "cf-team-token" })
})

/** Two organizations, and everybody the suite can be. Refused when there is any organization or user already. */
export const prepareConformance: Effect.Effect<
  ConformanceFixtures,
  Refusal,
  | Features
  | Imports
  | Issuers
  | Members
  | Organizations
  | PolicyGroups
  | Scope.Scope
  | ServiceTokens
  | Teams
  | Tokens
  | Users
> = Effect.gen(function* () {
  yield* requireEmpty
  const organizations = yield* Organizations
  yield* organizations.create({ name: ORGANIZATION })
  yield* organizations.create({ name: OTHER_ORGANIZATION })
  yield* (yield* Features).set(OTHER_ORGANIZATION, { policyAsCode: false })
  const organization = ORGANIZATION
  const admin = yield* makePerson({
    login: "cf-admin",
    organization,
    role: "admin",
    publishes: true,
    registryAdmin: true
  })
  const member = yield* makePerson({ login: "cf-member", organization, role: "member", publishes: true })
  const unprivileged = yield* makePerson({ login: "cf-unprivileged", organization, role: "member" })
  const outsider = yield* makePerson({
    login: "cf-outsider",
    organization: OTHER_ORGANIZATION,
    role: "admin",
    publishes: true
  })
  return {
    organization,
    otherOrganization: OTHER_ORGANIZATION,
    identities: {
      admin: admin.token,
      member: member.token,
      outsider: outsider.token,
      unprivileged: unprivileged.token,
      refresh: yield* tokenOf({ ...stated, kind: "refresh", userId: admin.userId, expiresAt: yield* monthFromNow }),
      organizationToken: yield* tokenOf({
        ...stated,
        kind: "organization",
        organization,
        name: "cf-token",
        admin: false
      }),
      teamToken: yield* makeTeam
    },
    issuer: yield* makeIssuer,
    hooks: yield* openHooks({
      ...(yield* policyHooks),
      ...(yield* tokenHooks(member.userId)),
      ...(yield* serviceHooks)
    }),
    externalPack: yield* makeExternalPack(organization, "private"),
    // Something that the organization could add, and has not.
    publicPack: yield* makeExternalPack(OTHER_ORGANIZATION, "public")
  }
}).pipe(Effect.catchTags({ BadRequest: Effect.die, Conflict: Effect.die, NotFound: Effect.die }))

/** The file `conformance.yaml` as text, with the tokens in it. Values are JSON, which YAML includes. */
export const conformanceYaml = (url: string, fixtures: ConformanceFixtures): string =>
  [
    "# For platform-conformance. Holds access tokens of a server made for checking.",
    `url: ${JSON.stringify(url)}`,
    `organization: ${JSON.stringify(fixtures.organization)}`,
    `otherOrganization: ${JSON.stringify(fixtures.otherOrganization)}`,
    "identities:",
    ...Object.entries(fixtures.identities).map(
      ([name, token]) => `  ${name}: ${JSON.stringify(Redacted.value(token))}`
    ),
    "fixtures:",
    `  externalPack: ${JSON.stringify(fixtures.externalPack)}`,
    `  withoutPolicyAsCode: ${JSON.stringify(fixtures.otherOrganization)}`,
    "hooks:",
    ...Object.entries(fixtures.hooks).map(([name, hook]) => `  ${name}: ${JSON.stringify(Redacted.value(hook))}`),
    `  issuer: ${JSON.stringify(Redacted.value(fixtures.issuer))}`
  ].join("\n")
