import { assert, describe, it } from "@effect/vitest"
import { Authorization, OptionalAuthorization, ReadAuthorization } from "@platform-control/core/Authorization"
import { describeNeed, type Need, needOf, OrganizationDoor, UserDoor } from "@platform-control/core/Needs"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"
import { readFileSync } from "node:fs"
import { ControlPlaneApi } from "../../src/ControlPlaneApi.ts"
import { permissionsPage } from "../../src/permissions/permissionsPage.ts"

interface Operation {
  readonly id: string
  readonly endpoint: HttpApiEndpoint.Top
  readonly need: Need | undefined
  readonly declared: ReadonlySet<number>
}

const operations: Array<Operation> = []

HttpApi.reflect(ControlPlaneApi, {
  onGroup: () => {},
  onEndpoint: ({ endpoint, errors, group }) => {
    const id = `${group.identifier}.${endpoint.identifier}`
    operations.push({ id, endpoint, need: needOf(endpoint), declared: new Set(errors.keys()) })
  }
})

/** The position of a door among an endpoint's middlewares: a later one stands further out. */
const place = ({ endpoint }: Operation, door: object) =>
  [...endpoint.middlewares].findIndex((middleware) => Object.is(middleware, door))

const isBehind = (operation: Operation, door: object) => place(operation, door) >= 0

describe("every operation", () => {
  it("names what it needs", () => {
    assert.deepStrictEqual(
      operations.filter(({ need }) => need === undefined).map(({ id }) => id),
      []
    )
  })

  for (const operation of operations) {
    const { declared, endpoint, id, need } = operation
    if (need === undefined) continue

    it(`${id} stands behind the doors that its need asks for`, () => {
      const needsOrganization = need._tag === "Organization"
      const needsUser = need._tag === "User" || need._tag === "Person"
      assert.strictEqual(isBehind(operation, OrganizationDoor), needsOrganization)
      assert.strictEqual(isBehind(operation, UserDoor), needsUser)
      if (needsOrganization) assert.include(endpoint.path, "/:orgName")
      if (need._tag === "Nothing") assert.isFalse(isBehind(operation, Authorization))
      else if (need._tag === "PackageRead") {
        assert.isTrue(isBehind(operation, ReadAuthorization) || isBehind(operation, OptionalAuthorization))
      } else assert.isTrue(isBehind(operation, Authorization))
      // Who calls has to be known before anybody asks what they may.
      for (const door of [OrganizationDoor, UserDoor]) {
        assert.isBelow(place(operation, door), Math.max(place(operation, Authorization), 0) + 1)
      }
    })

    it(`${id} declares every status that is answered when its need is missing`, () => {
      const undeclared = describeNeed(need).missing.filter(([status]) => !declared.has(status))
      assert.deepStrictEqual(undeclared, [])
    })
  }
})

describe("docs/permissions.md", () => {
  it("is made from the API (`pnpm --filter @platform-control/http permissions` writes it)", () => {
    assert.strictEqual(
      readFileSync(new URL("../../../../docs/permissions.md", import.meta.url), "utf8"),
      permissionsPage(ControlPlaneApi)
    )
  })
})
