/** `inventory:index/getAsns:getAsns`. */
import { Effect, Schema } from "effect"
import { optional, required, Text } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { NotFound } from "../../LookupError.ts"
import { sameNames } from "../filters.ts"
import { listInputs, listOutputs, listRows } from "../lists.ts"
import { OptionalReference, present, tagNames, Tags } from "../rows.ts"

const supported = sameNames("asn", "asn__gte", "asn__lte", "asn__n")

const Row = Schema.Struct({ id: Schema.Int, asn: Schema.Int, rir: OptionalReference, tags: Tags })

const Asn = Schema.Struct({
  id: required(Schema.Int, "The number under which it is kept."),
  asn: required(Schema.Int, "The number of the autonomous system."),
  rirId: optional(Schema.Int, "The registry that gave the number away."),
  tags: required(Schema.Array(Schema.String), "The names of its tags.")
})

/** Every autonomous system that fits (Spec C, Inventory functions). */
export const getAsns = Lookup.make("getAsns", {
  description: "Lists autonomous systems, by their numbers.",
  input: Schema.Struct({
    ...listInputs(supported),
    id: optional(Text, "Names the question, instead of an id of its own.")
  }),
  output: Schema.Struct({
    ...listOutputs(supported),
    asns: required(Schema.Array(Asn), "The autonomous systems.")
  }),
  example: { filters: [{ name: "asn__gte", value: "65000" }] },
  find: Effect.fnUntraced(function* (input) {
    const { echoed, rows } = yield* listRows({ path: "/ipam/asns/", row: Row, order: "asn,id", supported }, input)
    if (rows.length === 0) return yield* new NotFound({ message: "no result" })
    return {
      ...echoed,
      ...present("id", input.id),
      asns: rows.map(({ id, asn, rir, tags }) => ({ id, asn, ...present("rirId", rir?.id), tags: tagNames(tags) }))
    }
  })
})
