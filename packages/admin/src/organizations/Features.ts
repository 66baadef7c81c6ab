/** Which parts of the control plane an organization uses (open points, section 4). Knows none of these parts. */
import { Context, Effect, Layer, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { Audit } from "@platform-control/core/Audit"
import type { NotFound } from "@platform-control/core/Errors"
import { featuresRepository } from "./FeaturesRepository.ts"
import { Organizations } from "./Organizations.ts"

/** Every switch, with what it is by default. */
const defaults = { agents: true, policyAsCode: true } as const

export type Feature = keyof typeof defaults

/** In the order in which they are shown. */
export const features = Struct.keys(defaults)

export type FeatureSwitches = Readonly<Record<Feature, boolean>>

const isFeature = (text: string): text is Feature => Object.hasOwn(defaults, text)

/** What changes here holds from the next request on, in every process. */
export class Features extends Context.Service<
  Features,
  {
    /** Every switch of an organization; of one that does not exist, the defaults. */
    readonly of: (organization: string) => Effect.Effect<FeatureSwitches>
    /** Switches that are left out stay as they are. 404 for an unknown organization. */
    readonly set: (
      organization: string,
      switches: { readonly [Name in Feature]?: boolean | undefined }
    ) => Effect.Effect<FeatureSwitches, NotFound>
  }
>()("platform-control/admin/Features") {
  static readonly layer: Layer.Layer<Features, never, SqlClient.SqlClient> = Layer.effect(
    Features,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* featuresRepository
      const audit = yield* Audit
      const organizations = yield* Organizations

      const of = Effect.fn("Features.of")(function* (organization: string) {
        const switched = organization.includes("\0") ? [] : yield* rows.list(organization)
        const known = switched.filter(({ feature }) => isFeature(feature))
        return { ...defaults, ...Object.fromEntries(known.map(({ enabled, feature }) => [feature, enabled])) }
      })

      const set = Effect.fn("Features.set")(
        function* (organization: string, switches: { readonly [Name in Feature]?: boolean | undefined }) {
          yield* organizations.hold(organization)
          const before = yield* of(organization)
          for (const feature of features) {
            const enabled = switches[feature]
            if (enabled === undefined || enabled === before[feature]) continue
            yield* rows.set(organization, feature, enabled)
            const verb = enabled ? "enable" : "disable"
            yield* audit.record({ action: `feature.${verb}`, target: feature, organization })
          }
          return yield* of(organization)
        },
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      return Features.of({ of, set })
    })
  ).pipe(Layer.provide(Organizations.layer))
}
