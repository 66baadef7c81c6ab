/** Applies the platform file that the settings name, when a server starts. */
import { Effect } from "effect"
import { type ServerConfig, settings } from "../../ServerConfig.ts"
import { refused } from "../Refusal.ts"
import { applyFile } from "./applyFile.ts"

/** Does nothing where none is named. A file that is refused stops the start. */
export const applyAtStart = Effect.fnUntraced(function* ({ apply: path }: ServerConfig) {
  if (path === undefined) return
  const changes = yield* Effect.mapError(applyFile(path, { dryRun: false }), ({ message }) =>
    refused(`The file that ${settings.apply.variable} names can't be applied.`, message)
  )
  for (const { action, details, what } of changes) {
    yield* Effect.logInfo(`${path}: ${action} ${what}${details.length === 0 ? "" : ` (${details.join(", ")})`}`)
  }
})
