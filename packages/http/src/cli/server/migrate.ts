/** `platform-control migrate`: every area's tables, brought up to date. */
import { Effect, type Option } from "effect"
import * as Database from "../../Database.ts"
import { runMigrations } from "../../Migrations.ts"
import { printList } from "../output/print.ts"
import { sayCannotStart } from "./sayCannotStart.ts"
import { settingsWith } from "./settings.ts"

/** Prints what was applied. */
export const migrate = Effect.fnUntraced(function* (input: {
  readonly data: Option.Option<string>
  readonly json: boolean
}) {
  const settings = yield* settingsWith(input)
  const applied = yield* runMigrations.pipe(Effect.provide(Database.layer(settings)), Effect.mapError(sayCannotStart))
  yield* printList(input.json, applied, {
    header: ["AREA", "ID", "MIGRATION"],
    row: ({ area, id, name }) => [area, `${id}`, name],
    empty: "Nothing to do: the tables are up to date."
  })
})
