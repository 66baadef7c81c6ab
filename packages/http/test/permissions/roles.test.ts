/**
 * Every operation of an organization and of a user, asked for by every role. What each role may stands written out here;
 * who is refused is refused before the request is looked at, so that these requests need no sense.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Members, Organizations, Teams, Tokens, Users } from "@platform-control/admin/server"
import type { Role } from "@platform-control/core/Authorization"
import { type Need, needOf } from "@platform-control/core/Needs"
import { isRole, type Permission, roles } from "@platform-control/core/Permissions"
import { PublicUrl } from "@platform-control/core/PublicUrl"
import { Effect, ManagedRuntime, Redacted } from "effect"
import { HttpApi } from "effect/http-api"
import { ControlPlaneApi } from "../../src/ControlPlaneApi.ts"
import { layerTest } from "../../src/testing.ts"

type Allowed = ReadonlySet<Permission> | "all"

/** What each role may, as `docs/permissions.md` says; the tables of the server are not asked. */
const serviceReader: ReadonlyArray<Permission> = ["OrganizationRead", "ServicesRead"]
const serviceWriter: ReadonlyArray<Permission> = [...serviceReader, "ServicesWrite"]

const allowed: Readonly<Record<Role, Allowed>> = {
  admin: "all",
  member: new Set<Permission>([...serviceWriter, "StacksRead", "StacksWrite", "EnvironmentsRead", "EnvironmentsWrite"]),
  "billing-manager": new Set<Permission>(["OrganizationRead"]),
  "stack-read": new Set<Permission>([...serviceReader, "StacksRead"]),
  "stack-write": new Set<Permission>([...serviceWriter, "StacksRead", "StacksWrite"]),
  "stack-admin": new Set<Permission>([...serviceWriter, "StacksRead", "StacksWrite"]),
  "environment-read": new Set<Permission>([...serviceReader, "EnvironmentsRead"]),
  "environment-write": new Set<Permission>([...serviceWriter, "EnvironmentsRead", "EnvironmentsWrite"]),
  "environment-admin": new Set<Permission>([...serviceWriter, "EnvironmentsRead", "EnvironmentsWrite"]),
  "environment-open": new Set<Permission>([...serviceReader, "EnvironmentsRead"]),
  "insights-account-read": new Set<Permission>(["OrganizationRead"]),
  "insights-account-write": new Set<Permission>(["OrganizationRead"]),
  "insights-account-admin": new Set<Permission>(["OrganizationRead"])
}

interface CallerUnderTest {
  readonly name: string
  readonly token: string
  /** Undefined for one who does not see the organization. */
  readonly allowed: Allowed | undefined
  readonly isUser: boolean
  readonly isInPerson: boolean
}

const makeCallers = Effect.gen(function* () {
  const tokens = yield* Tokens
  const users = yield* Users
  const members = yield* Members
  yield* (yield* Organizations).create({ name: "acme" })
  yield* (yield* Organizations).create({ name: "globex" })
  const stated = { description: "", createdBy: "test", expiresAt: 0 }
  const callers: Array<CallerUnderTest> = []
  const valueOf = (token: Parameters<typeof tokens.create>[0]) =>
    Effect.map(tokens.create(token), ({ value }) => Redacted.value(value))

  for (const role of ["member", "admin", "billing-manager"] as const) {
    const { id: userId } = yield* users.create({ login: `user-${role}` })
    yield* members.add("acme", `user-${role}`, role)
    const person = { allowed: allowed[role], isUser: true }
    callers.push(
      {
        ...person,
        name: `user, ${role}`,
        isInPerson: true,
        token: yield* valueOf({ ...stated, kind: "personal", userId })
      },
      {
        ...person,
        name: `token of a user, ${role}, bound to the organization`,
        isInPerson: false,
        token: yield* valueOf({ ...stated, kind: "personal", userId, organization: "acme" })
      },
      {
        ...person,
        name: `token of a user, ${role}, bound to another organization`,
        allowed: undefined,
        isInPerson: false,
        token: yield* valueOf({ ...stated, kind: "personal", userId, organization: "globex" })
      },
      {
        ...person,
        name: `agent of a user, ${role}`,
        isInPerson: false,
        token: yield* valueOf({ ...stated, kind: "agent", userId })
      }
    )
  }
  const user = { isUser: true, isInPerson: true }
  const { id: outsider } = yield* users.create({ login: "outsider" })
  yield* members.add("globex", "outsider", "admin")
  callers.push({
    ...user,
    name: "administrator of another organization",
    allowed: undefined,
    token: yield* valueOf({ ...stated, kind: "personal", userId: outsider })
  })
  const { id: root } = yield* users.create({ login: "root", siteAdmin: true })
  callers.push({
    ...user,
    name: "site administrator",
    allowed: "all",
    token: yield* valueOf({ ...stated, kind: "personal", userId: root })
  })

  const machine = { isUser: false, isInPerson: false }
  const ofAcme = { ...stated, organization: "acme" }
  for (const roleId of Object.keys(roles).filter(isRole)) {
    const token = yield* valueOf({ ...ofAcme, kind: "organization", name: roleId, roleId })
    callers.push({ ...machine, name: `organization token, ${roleId}`, allowed: allowed[roleId], token })
  }
  yield* (yield* Teams).create("acme", { name: "crew" })
  callers.push(
    {
      ...machine,
      name: "organization token, administrator",
      allowed: "all",
      token: yield* valueOf({ ...ofAcme, kind: "organization", name: "administrator", admin: true })
    },
    {
      ...machine,
      name: "team token",
      allowed: allowed.member,
      token: yield* valueOf({ ...ofAcme, kind: "team", name: "team", team: "crew" })
    },
    {
      ...machine,
      name: "runner token",
      allowed: allowed.member,
      token: yield* valueOf({ ...ofAcme, kind: "runner", name: "runner" })
    },
    {
      ...machine,
      name: "administrator's token of another organization",
      allowed: undefined,
      token: yield* valueOf({ ...stated, kind: "organization", organization: "globex", name: "other", admin: true })
    }
  )
  return callers
})

/** Of what only people may. */
const inPerson: ReadonlySet<Permission> = new Set(["TokensManage"])

/** The refusal that the caller has to meet; undefined where the operation goes on to look at the request. */
const refusalFor = (need: Need, caller: CallerUnderTest): 403 | 404 | undefined => {
  if (need._tag === "User") return caller.isUser ? undefined : 403
  if (need._tag === "Person") return caller.isInPerson ? undefined : 403
  if (need._tag !== "Organization") return undefined
  if (caller.allowed === undefined) return 404
  const holds = caller.allowed === "all" || caller.allowed.has(need.permission)
  return holds && (caller.isInPerson || !inPerson.has(need.permission)) ? undefined : 403
}

const operations: Array<{ readonly id: string; readonly method: string; readonly path: string; readonly need: Need }> =
  []

HttpApi.reflect(ControlPlaneApi, {
  onGroup: () => {},
  onEndpoint: ({ endpoint, group }) => {
    const need = needOf(endpoint)
    if (need === undefined || !["Organization", "User", "Person", "Token"].includes(need._tag)) return
    const path = endpoint.path.replace(":orgName", "acme").replaceAll(/:\w+|\*/g, "nothing")
    operations.push({ id: `${group.identifier}.${endpoint.identifier}`, method: endpoint.method, path, need })
  }
})

describe("what every role may", () => {
  const runtime = ManagedRuntime.make(layerTest())
  let origin = ""
  let callers: ReadonlyArray<CallerUnderTest> = []

  beforeAll(async () => {
    origin = (await runtime.runPromise(PublicUrl)).origin
    callers = await runtime.runPromise(makeCallers)
  })

  afterAll(() => runtime.dispose())

  const ask = async (method: string, path: string, token: string | undefined) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const response = await fetch(origin + path, { method, headers })
    return { status: response.status, text: await response.text() }
  }

  it("has a row for every role", () => {
    assert.sameMembers(Object.keys(allowed), Object.keys(roles))
  })

  for (const { id, method, need, path } of operations) {
    it(`${id}: each caller is let in or refused as the table says`, async () => {
      assert.strictEqual((await ask(method, path, undefined)).status, 401)
      for (const caller of callers) {
        const refusal = refusalFor(need, caller)
        const { status, text } = await ask(method, path, caller.token)
        const who = `${caller.name}: ${status} ${text}`
        if (refusal === undefined) {
          // Past the door: whatever is said now is about the request, not about who asks for it.
          assert.notInclude([401, 403], status, who)
          assert.isBelow(status, 500, who)
          assert.notInclude(text, "Organization acme not found", who)
        } else {
          assert.strictEqual(status, refusal, who)
          if (refusal === 404 && method !== "HEAD") assert.include(text, "Organization acme not found", who)
          if (need._tag === "Organization" && refusal === 403 && method !== "HEAD")
            assert.include(text, need.permission)
        }
      }
    })
  }
})
