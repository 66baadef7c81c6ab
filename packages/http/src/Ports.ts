/** Where one area needs another: what each declares as a port is plugged here. The only file that knows both sides. */
import { AuditLayer, Features, type Holding, OrganizationHoldings, Organizations } from "@platform-control/admin/server"
import {
  PolicyAsCode,
  policyChoiceCount,
  policyGroupCount,
  PolicyOrganizations,
  policyPackCount
} from "@platform-control/policy/server"
import { packageCount, Publishers } from "@platform-control/registry/server"
import { Effect, Layer, Option } from "effect"
import type { SqlClient } from "effect/sql"

/** Nobody can be held who is not there. */
const isHeld = Effect.match({ onFailure: () => false, onSuccess: () => true })

/** The registry's publishers are the organizations. */
const publishers = Layer.effect(
  Publishers,
  Effect.map(Organizations, (organizations) => ({
    find: (name) =>
      Effect.map(
        organizations.find(name),
        Option.map((found) => ({ name: found.name, displayName: found.displayName }))
      ),
    hold: (name) => isHeld(organizations.hold(name))
  }))
)

/** Policy packs belong to the organizations. */
const policyOrganizations = Layer.effect(
  PolicyOrganizations,
  Effect.map(Organizations, (organizations) => ({
    exists: (name) => Effect.map(organizations.find(name), Option.isSome),
    hold: (name) => isHeld(organizations.hold(name))
  }))
)

/** Whether an organization uses policy as code is one of its switches. */
const policyAsCode = Layer.effect(
  PolicyAsCode,
  Effect.map(Features, (features) => ({
    isEnabled: (organization) => Effect.map(features.of(organization), ({ policyAsCode }) => policyAsCode)
  }))
)

/** What every area keeps under an organization's name; a further area is a further line. */
export const holdings: Layer.Layer<never, never, SqlClient.SqlClient> = Layer.effect(
  OrganizationHoldings,
  Effect.map(
    Effect.all({
      packages: packageCount,
      "policy packs": policyPackCount,
      "policy groups": policyGroupCount,
      "added or denied policy packs": policyChoiceCount
    }),
    (counts) => ({
      of: Effect.fnUntraced(function* (organization: string) {
        const held: Array<Holding> = []
        for (const [what, countOf] of Object.entries(counts)) {
          const count = yield* countOf(organization)
          if (count > 0) held.push({ what, count })
        }
        return held
      })
    })
  )
)

/** Every port that another area fills. */
export const layer: Layer.Layer<never, never, Features | Organizations | SqlClient.SqlClient> = Layer.mergeAll(
  publishers,
  policyOrganizations,
  policyAsCode,
  AuditLayer
)
