/** Port: whether an organization uses policy as code (open points, section 4, "feature switches"). */
import { Context, Effect } from "effect"

export interface PolicyAsCode {
  /** Asked at each request that depends on it. */
  readonly isEnabled: (organization: string) => Effect.Effect<boolean>
}

/** Unless plugged, every organization does. */
export const PolicyAsCode = Context.Reference<PolicyAsCode>("platform-control/policy/PolicyAsCode", {
  defaultValue: () => ({ isEnabled: () => Effect.succeed(true) })
})
