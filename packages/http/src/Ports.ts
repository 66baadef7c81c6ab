/** Where one area needs another: what each declares as a port is plugged here. The only file that knows both sides. */
import { AuditLayer, Organizations } from "@platform-control/admin/server"
import { Publishers } from "@platform-control/registry/server"
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

/** Every port that another area fills. */
export const layer: Layer.Layer<never, never, Organizations | SqlClient.SqlClient> = Layer.merge(publishers, AuditLayer)
