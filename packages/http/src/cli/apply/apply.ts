/** What `platform-control apply` does. */
import { platformFileJsonSchema } from "@platform-control/admin/server"
import { Console, Effect, Option } from "effect"
import { onDatabase, type OnDatabase } from "../admin/onDatabase.ts"
import { printList } from "../output/print.ts"
import { misused } from "../Refusal.ts"
import { applyFile } from "./applyFile.ts"

interface ApplyInput extends OnDatabase {
  readonly file: Option.Option<string>
  readonly dryRun: boolean
  readonly schema: boolean
  readonly json: boolean
}

/** Prints every change, and says of a dry run that it was one. */
const applied = onDatabase(
  Effect.fnUntraced(function* (input: ApplyInput & { readonly path: string }) {
    const changes = yield* applyFile(input.path, input)
    yield* printList(input.json, changes, {
      header: ["ACTION", "WHAT", "DETAILS"],
      row: ({ action, details, what }) => [action, what, details.join(", ")],
      empty: "Nothing to do: everything is as the file says."
    })
    if (input.dryRun && changes.length > 0) yield* Console.error("Nothing was changed: this was a dry run.")
  })
)

/** The schema needs no database. */
export const apply = (input: ApplyInput) => {
  if (input.schema) return Console.log(JSON.stringify(platformFileJsonSchema(), null, 2))
  return Option.match(input.file, {
    onNone: () => Effect.fail(misused("Name the file: platform-control apply platform.yaml")),
    onSome: (path) => applied({ ...input, path })
  })
}
