/** Applies a platform file to the database at hand, and says what was refused by line and column. */
import { PlatformFiles } from "@platform-control/admin/server"
import { Effect } from "effect"
import { refused } from "../Refusal.ts"
import { readPlatformFile } from "./readPlatformFile.ts"

/** What changed, or would change on a dry run. Nothing was changed when it is refused. */
export const applyFile = Effect.fnUntraced(function* (path: string, options: { readonly dryRun: boolean }) {
  const { content, problemsText } = yield* readPlatformFile(path)
  const files = yield* PlatformFiles
  const made = options.dryRun ? files.plan(content) : files.apply(content)
  return yield* Effect.mapError(made, ({ problems }) => refused(...problemsText(problems), "Nothing was changed."))
})
