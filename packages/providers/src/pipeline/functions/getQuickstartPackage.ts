/** `pipeline:index/getQuickstartPackage:getQuickstartPackage`. */
import { Effect, Schema } from "effect"
import { segment } from "../../api/ApiClient.ts"
import * as Lookup from "../../Lookup.ts"
import { QuickstartPackage, quickstartPackageOf, QuickstartPackageRow } from "../quickstartPackages.ts"
import { readOne } from "../reading.ts"
import { idOf } from "../rows.ts"

/** One ready-made transformation (Spec C, Data-pipeline functions). */
export const getQuickstartPackage = Lookup.make("getQuickstartPackage", {
  description: "Looks up a ready-made transformation by its id.",
  input: Schema.Struct({ id: idOf("package") }),
  output: QuickstartPackage,
  example: { id: "rock_lever" },
  find: ({ id }) =>
    Effect.map(
      readOne({ path: `/transformations/package-metadata/${segment(id)}`, row: QuickstartPackageRow }),
      quickstartPackageOf
    )
})
