/** `inventory:index/getTags:getTags`. */
import { Effect, Schema } from "effect"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { sameNames } from "../filters.ts"
import { listInputs, listOutputs, listRows } from "../lists.ts"
import { tagOf, tagOutputs, TagRow } from "../tags.ts"

const supported = sameNames(
  "id",
  "id__gt",
  "id__gte",
  "id__lt",
  "id__lte",
  "name",
  "name__ic",
  "name__iew",
  "name__isw",
  "name__niew",
  "name__nisw",
  "slug",
  "slug__ic",
  "slug__iew",
  "slug__isw",
  "slug__niew",
  "slug__nisw"
)

const Tag = Schema.Struct({ ...tagOutputs, tagId: required(Schema.Int, "The number under which it is kept.") })

/** Every tag that fits. */
export const getTags = Lookup.make("getTags", {
  description: "Lists tags. Nothing that fits is an empty list.",
  input: Schema.Struct(listInputs(supported)),
  output: Schema.Struct({ ...listOutputs(supported), tags: required(Schema.Array(Tag), "The tags.") }),
  example: { filters: [{ name: "name__isw", value: "prod" }] },
  find: Effect.fnUntraced(function* (input) {
    const { echoed, rows } = yield* listRows({ path: "/extras/tags/", row: TagRow, order: "name,id", supported }, input)
    return { ...echoed, tags: rows.map((row) => ({ tagId: row.id, ...tagOf(row) })) }
  })
})
