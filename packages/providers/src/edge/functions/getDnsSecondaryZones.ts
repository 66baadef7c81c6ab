/** `edge:index/getDnsSecondaryZones:getDnsSecondaryZones`. */
import { Effect, Schema } from "effect"
import { optional, required, Text } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { nullAsAbsent } from "../../wire.ts"
import { Edge } from "../Edge.ts"

const { String } = Schema

/** No public source has this path: it follows those of the primary zones. */
const SECONDARY_ZONES = "/v2/secondary_zones"

const Answer = nullAsAbsent(
  Schema.Struct({
    zones: Schema.Array(
      Schema.Struct({
        id: Schema.Int,
        name: String,
        updated_at: Schema.optionalKey(Schema.Finite),
        // The key itself is a secret, and is not read.
        tsig: Schema.optionalKey(
          Schema.Struct({ master: Schema.optionalKey(String), name: Schema.optionalKey(String) })
        )
      })
    )
  })
)

const SecondaryZone = Schema.Struct({
  name: required(String, "The zone's name."),
  master: required(String, "Address of the server that the zone is copied from; empty where none is set."),
  tsigName: required(String, "Name of the key that transfers are signed with; empty where none is set."),
  zoneId: required(Schema.Int, "The zone's number."),
  updatedAt: required(String, "When it was changed last, in ISO 8601; empty where it never was.")
}).annotate({ identifier: "SecondaryZone" })

const NANOSECONDS_PER_MILLI = 1_000_000

/** The latest moment that a date can be. */
const LATEST_MILLIS = 8.64e15

const timeOf = (nanoseconds = 0): string => {
  const millis = nanoseconds / NANOSECONDS_PER_MILLI
  return millis <= 0 || millis > LATEST_MILLIS ? "" : new Date(millis).toISOString()
}

/** The secondary zones of the account (Spec C, Edge-cloud functions). */
export const getDnsSecondaryZones = Lookup.make("getDnsSecondaryZones", {
  description: "Lists the DNS zones that are copied from another server.",
  input: Schema.Struct({ id: optional(Text, "Has no effect.") }),
  output: Schema.Struct({
    id: required(String, "`secondary_zones`."),
    zones: required(Schema.Array(SecondaryZone), "The zones.")
  }),
  example: {},
  find: Effect.fnUntraced(function* () {
    const { dns } = yield* Edge
    const { zones } = yield* dns.get({ path: SECONDARY_ZONES, answer: Answer })
    return {
      id: "secondary_zones",
      zones: zones.map(({ id, name, tsig, updated_at }) => ({
        name,
        master: tsig?.master ?? "",
        tsigName: tsig?.name ?? "",
        zoneId: id,
        updatedAt: timeOf(updated_at)
      }))
    }
  })
})
