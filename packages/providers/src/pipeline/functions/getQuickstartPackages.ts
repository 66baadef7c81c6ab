/** `pipeline:index/getQuickstartPackages:getQuickstartPackages`. */
import { Effect, Schema } from "effect"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { QuickstartPackage, quickstartPackageOf, QuickstartPackageRow } from "../quickstartPackages.ts"
import { readAll } from "../reading.ts"
import { listId, WHOLE_ACCOUNT } from "../rows.ts"

/** Every ready-made transformation (Spec C, Data-pipeline functions). */
export const getQuickstartPackages = Lookup.make("getQuickstartPackages", {
  description: "Lists the ready-made transformations.",
  input: Schema.Struct({}),
  output: Schema.Struct({ packages: required(Schema.Array(QuickstartPackage), "The packages."), id: listId }),
  example: {},
  find: () =>
    Effect.map(readAll({ path: "/transformations/package-metadata", row: QuickstartPackageRow }), (rows) => ({
      packages: rows.map(quickstartPackageOf),
      id: WHOLE_ACCOUNT
    }))
})
