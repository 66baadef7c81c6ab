/** Where one area needs another: what each declares as a port is plugged here. The only file that knows both sides. */
import { AuditLayer, type Holding, OrganizationHoldings, Organizations } from "@platform-control/admin/server"
import { packageCount, Publishers } from "@platform-control/registry/server"
import { Effect, Layer, Option } from "effect"
import type { SqlClient } from "effect/sql"

/** The registry's publishers are the organizations. */
const publishers = Layer.effect(
  Publishers,
  Effect.map(Organizations, (organizations) => ({
    find: (name) =>
      Effect.map(
        organizations.find(name),
        Option.map((found) => ({ name: found.name, displayName: found.displayName }))
      )
  }))
)

/** What every area keeps under an organization's name; a further area is a further line. */
export const holdings: Layer.Layer<never, never, SqlClient.SqlClient> = Layer.effect(
  OrganizationHoldings,
  Effect.map(Effect.all({ packages: packageCount }), (counts) => ({
    of: Effect.fnUntraced(function* (organization: string) {
      const held: Array<Holding> = []
      for (const [what, countOf] of Object.entries(counts)) {
        const count = yield* countOf(organization)
        if (count > 0) held.push({ what, count })
      }
      return held
    })
  }))
)

/** Every port that another area fills. */
export const layer: Layer.Layer<never, never, Organizations | SqlClient.SqlClient> = Layer.merge(publishers, AuditLayer)
