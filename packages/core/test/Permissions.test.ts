import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { anonymous, type Membership } from "@platform-control/core/Authorization"
import {
  holds,
  isRole,
  maySeePrivate,
  mayPublish,
  membershipIn,
  missingPermission,
  permissionNames,
  requireMembership,
  requirePermission,
  roleHolds,
  teamRoleIn
} from "@platform-control/core/Permissions"
import { testPrincipal } from "@platform-control/core/testing/authorization"

const member: Membership = { role: "member", grants: new Set() }
const publisher: Membership = { role: "member", grants: new Set(["RegistryPublish"]) }
const admin: Membership = { role: "admin", grants: new Set() }
const billing: Membership = { role: "billing-manager", grants: new Set() }

const people = {
  stranger: testPrincipal("stranger", { other: admin }),
  member: testPrincipal("member", { acme: member }),
  "billing manager": testPrincipal("billing", { acme: billing }),
  "member with RegistryPublish": testPrincipal("publisher", { acme: publisher }),
  administrator: testPrincipal("admin", { acme: admin }),
  "registry administrator elsewhere": testPrincipal("registry", {}, { registryAdmin: true }),
  "registry administrator and member": testPrincipal("registry", { acme: member }, { registryAdmin: true }),
  "registry administrator with RegistryPublish": testPrincipal(
    "registry",
    { acme: publisher },
    { registryAdmin: true }
  ),
  "site administrator": testPrincipal("site", {}, { siteAdmin: true }),
  "site administrator and member": testPrincipal("site", { acme: member }, { siteAdmin: true })
}

type Person = keyof typeof people

const names = Object.keys(people) as ReadonlyArray<Person>

const table = (deed: string, allowed: ReadonlyArray<Person>, may: (person: Person) => boolean) => {
  describe(`who may ${deed}`, () => {
    for (const name of names) {
      it(`${allowed.includes(name) ? "allows" : "refuses"} a ${name}`, () => {
        assert.strictEqual(may(name), allowed.includes(name))
      })
    }
  })
}

table(
  "publish to private",
  [
    "member with RegistryPublish",
    "administrator",
    "registry administrator with RegistryPublish",
    "site administrator",
    "site administrator and member"
  ],
  (name) => mayPublish(people[name], "private", "acme")
)

for (const source of ["platform", "bridged"] as const) {
  table(
    `publish to ${source}`,
    ["registry administrator with RegistryPublish", "site administrator", "site administrator and member"],
    (name) => mayPublish(people[name], source, "acme")
  )
}

table(
  "see what is private to an organization",
  names.filter((name) => name !== "stranger" && name !== "registry administrator elsewhere"),
  (name) => maySeePrivate(people[name], "acme")
)

describe("maySeePrivate", () => {
  it("refuses a caller without a credential", () => {
    assert.isFalse(maySeePrivate(anonymous, "acme"))
  })
})

describe("membershipIn", () => {
  it("is compared letter by letter", () => {
    assert.isUndefined(membershipIn(people.member, "ACME"))
    assert.isUndefined(membershipIn(people.member, "__proto__"))
  })

  it("is an administrator's for site administrators, also where they are members", () => {
    for (const name of ["site administrator", "site administrator and member"] as const) {
      assert.strictEqual(membershipIn(people[name], "acme")?.role, "admin")
    }
  })
})

describe("requireMembership", () => {
  it.effect("gives the membership", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* requireMembership(people.administrator, "acme"), admin)
    })
  )

  it.effect("404 that does not tell whether the organization exists", () =>
    Effect.gen(function* () {
      const refusal = yield* Effect.flip(requireMembership(people.stranger, "acme"))
      assert.deepStrictEqual([refusal.code, refusal.message], [404, "Organization acme not found"])
    })
  )
})

describe("missingPermission", () => {
  it("403 that names the permission", () => {
    const refusal = missingPermission("RegistryPublish", "acme")
    assert.deepStrictEqual([refusal.code, refusal.message], [403, "The permission RegistryPublish on acme is missing"])
  })
})

describe("requirePermission", () => {
  it.effect("lets in who holds it", () => requirePermission(people.administrator, "TokensRead", "acme"))

  it.effect("404 for who can't see the organization, whatever is asked for", () =>
    Effect.gen(function* () {
      for (const permission of permissionNames) {
        const refusal = yield* Effect.flip(requirePermission(people.stranger, permission, "acme"))
        assert.deepStrictEqual([refusal.code, refusal.message], [404, "Organization acme not found"])
      }
    })
  )

  it.effect("403 that names the permission for who can", () =>
    Effect.gen(function* () {
      const refusal = yield* Effect.flip(requirePermission(people["billing manager"], "ServicesRead", "acme"))
      assert.deepStrictEqual([refusal.code, refusal.message], [403, "The permission ServicesRead on acme is missing"])
    })
  )
})

describe("what takes a person", () => {
  const delegated = testPrincipal("delegated", { acme: admin }, { delegated: true })
  const machine = { ...people.administrator, userId: undefined }

  it("is not held by delegated tokens or by organizations' own, everything else is", () => {
    for (const permission of permissionNames) {
      assert.isTrue(holds(people.administrator, permission, "acme"))
      assert.strictEqual(holds(delegated, permission, "acme"), permission !== "TokensManage", permission)
      assert.strictEqual(holds(machine, permission, "acme"), permission !== "TokensManage", permission)
    }
  })
})

describe("roles", () => {
  it("are the thirteen of the wire, and nothing that only looks like one", () => {
    for (const text of ["constructor", "__proto__", "toString", "", "Admin", "stack-", "none"])
      assert.isFalse(isRole(text))
    assert.isTrue(isRole("environment-open"))
  })

  it("the administrator's holds every permission, every role that of seeing the organization", () => {
    for (const permission of permissionNames) assert.isTrue(roleHolds("admin", permission))
    assert.isTrue(roleHolds("insights-account-read", "OrganizationRead"))
    assert.isFalse(roleHolds("member", "TokensRead"))
  })
})

describe("teamRoleIn", () => {
  const teams = new Map([["crew", "member" as const]])
  const inCrew = testPrincipal("crew", { acme: { ...member, teams } })

  it("is what the membership says; administrators of the organization administer every team", () => {
    assert.strictEqual(teamRoleIn(inCrew, "acme", "crew"), "member")
    assert.isUndefined(teamRoleIn(inCrew, "acme", "others"))
    assert.isUndefined(teamRoleIn(inCrew, "globex", "crew"))
    assert.strictEqual(teamRoleIn(people.administrator, "acme", "crew"), "admin")
    assert.strictEqual(teamRoleIn(people["site administrator"], "acme", "crew"), "admin")
  })
})
