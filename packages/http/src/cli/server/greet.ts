/** Makes what the first start needs, and tells whoever started the server how to reach it. */
import { bootstrap, type FirstNames, type FirstStart, Users } from "@platform-control/admin/server"
import { PublicUrl } from "@platform-control/core/PublicUrl"
import { Console, Effect, Option } from "effect"
import type { ServerConfig } from "../../ServerConfig.ts"
import { misused } from "../Refusal.ts"
import { welcome } from "./welcome.ts"

/** Who is meant when a new token is made: the first start's administrator, if that name is still there. */
const administratorOf = Effect.fnUntraced(function* (names: FirstNames) {
  const found = yield* (yield* Users).find(names.login)
  return Option.isSome(found) ? names.login : "<login>"
})

/** An organization, an administrator and their token, when the database has no organization. */
export const makeFirst = (names: FirstNames) => Effect.mapError(bootstrap(names), ({ message }) => misused(message))

/** Prints the address, and the token if it was made just now. */
export const greet = Effect.fnUntraced(function* (
  settings: ServerConfig,
  told: { readonly first: Option.Option<FirstStart>; readonly names: FirstNames; readonly data: Option.Option<string> }
) {
  const { origin } = yield* PublicUrl
  const administrator = yield* administratorOf(told.names)
  yield* Console.log(
    welcome({ url: origin, reference: settings.docsPage, first: told.first, administrator, data: told.data })
  )
})
