/** What authorizes requests to the edge cloud: the permanent token, or tokens that a user's password is traded for. */
import { Effect, Redacted, Schema, Semaphore } from "effect"
import type { ApiClient } from "../api/ApiClient.ts"
import { InvalidConfiguration } from "../configuration/InvalidConfiguration.ts"
import type { LookupError } from "../LookupError.ts"
import { called } from "./places.ts"
import type { EdgeSettings } from "./variables.ts"

/** For every product alike. */
export interface Credentials {
  /** The value of `Authorization`. */
  readonly authorization: Effect.Effect<string, LookupError>
  /** As `Service` has it; a permanent token can't be renewed. */
  readonly renew?: Effect.Effect<boolean, LookupError>
  /** The variables that hold the credential. */
  readonly words: string
}

const Tokens = Schema.Struct({
  access: Schema.RedactedFromValue(Schema.String),
  refresh: Schema.optionalKey(Schema.RedactedFromValue(Schema.String))
})

interface User {
  readonly userName: string
  readonly password: Redacted.Redacted
}

/** Signs in when the first request is made. A token that is refused is refreshed, or else the user signs in anew. */
const makeUserCredentials = Effect.fnUntraced(function* (platform: ApiClient, { password, userName }: User) {
  const turn = yield* Semaphore.make(1)
  let tokens: typeof Tokens.Type | undefined
  const signIn = Effect.suspend(() =>
    platform.post({
      path: "/auth/jwt/login",
      body: { username: userName, password: Redacted.value(password) },
      answer: Tokens
    })
  )
  const refresh = (token: Redacted.Redacted) =>
    platform.post({ path: "/auth/jwt/refresh", body: { token: Redacted.value(token) }, answer: Tokens })
  const keep = (made: Effect.Effect<typeof Tokens.Type, LookupError>) =>
    Effect.tap(made, (found) => Effect.sync(() => (tokens = { ...tokens, ...found })))
  const authorization = Effect.suspend(() => (tokens === undefined ? keep(signIn) : Effect.succeed(tokens))).pipe(
    turn.withPermits(1),
    Effect.map(({ access }) => `Bearer ${Redacted.value(access)}`)
  )
  const renew = Effect.suspend(() => {
    const token = tokens?.refresh
    return token === undefined ? signIn : Effect.catch(refresh(token), () => signIn)
  }).pipe(keep, Effect.as(true), turn.withPermits(1))
  const credentials: Credentials = { authorization, renew, words: `${called("userName")} and ${called("password")}` }
  return credentials
})

/** The permanent token where there is one, else the user; fails where there is neither. */
export const makeCredentials = Effect.fnUntraced(function* (settings: EdgeSettings, platform: ApiClient) {
  const { password, permanentApiToken, userName } = settings
  if (permanentApiToken !== undefined) {
    const token = Redacted.value(permanentApiToken).replace(/^apikey\s+/i, "")
    const permanent: Credentials = {
      authorization: Effect.succeed(`APIKey ${token}`),
      words: called("permanentApiToken")
    }
    return permanent
  }
  if (userName !== undefined && password !== undefined)
    return yield* makeUserCredentials(platform, { userName, password })
  return yield* new InvalidConfiguration({
    variable: "permanentApiToken",
    message: `${called("permanentApiToken")}: it is required, and not set.`
  })
})
