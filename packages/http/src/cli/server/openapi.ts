/** `platform-control openapi`: the API's description, as the server itself gives it. */
import { Console, Effect, FileSystem, Option } from "effect"
import { OpenApi } from "effect/http-api"
import { documentedApi } from "../../reference/apiDocument.ts"
import { refused } from "../Refusal.ts"
import { settingsWith } from "./settings.ts"

/** Prints the document, or writes it to a file. */
export const openapi = Effect.fnUntraced(function* (input: { readonly output: Option.Option<string> }) {
  const settings = yield* settingsWith({ data: Option.none() })
  const publicUrl = settings.publicUrl ?? `http://${settings.host}:${settings.port}`
  const document = OpenApi.fromApi(documentedApi({ publicUrl, anonymousReads: settings.anonymousReads }))
  const text = JSON.stringify(document, null, 2)
  if (Option.isNone(input.output)) return yield* Console.log(text)
  const path = input.output.value
  const files = yield* FileSystem.FileSystem
  yield* Effect.mapError(files.writeFileString(path, `${text}\n`), (error) =>
    refused(`${path} can't be written: ${error.message}`)
  )
})
