/** A server as the commands reach it: the typed client with its token, and plain requests for signed places. */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Effect, Option, Redacted } from "effect"
import type { HttpClient } from "effect/http"
import type { ClientOptions } from "../client/credentials.ts"
import { make, type RegistryClient } from "../client/registry.ts"
import { type Advice, explain } from "./explain.ts"
import { misused, type Refusal } from "./Refusal.ts"
import { isServerAddress, withoutPassword } from "./serverAddress.ts"

/** The flags that every command has which talks to a server. */
export interface ConnectionOptions {
  readonly url: string
  readonly token: Option.Option<Redacted.Redacted>
}

/** The typed client of the server's registry. */
export type Client = RegistryClient["Service"]

/** What could be sent as a token, with the white space around it that files and shells leave there. */
const isToken = (text: string): boolean => /^[!-~]*$/.test(text.trim())

const checked = ({ token, url }: ConnectionOptions): Effect.Effect<ClientOptions, Refusal> => {
  if (!isServerAddress(url))
    return Effect.fail(
      misused(`${withoutPassword(url)} is no address of a server.`, "Write it as in --url http://127.0.0.1:8080")
    )
  if (Option.isSome(token) && !isToken(Redacted.value(token.value)))
    return Effect.fail(
      misused(
        "The access token holds a space or a letter that no access token has.",
        "PLATFORM_CONTROL_TOKEN and --token take the token alone, as it was printed."
      )
    )
  return Effect.succeed({ url, token: Option.getOrUndefined(token) })
}

/** Uses a server by a client. Every failure is explained: by `advice` where the operation knows better, else in general words. */
export const connectedBy =
  <C, E0, R0>(client: (options: ClientOptions) => Effect.Effect<C, E0, R0>) =>
  <A, E, R>(
    options: ConnectionOptions,
    advice: Advice,
    use: (client: C) => Effect.Effect<A, E, R>
  ): Effect.Effect<A, Refusal, Exclude<R | R0, HttpClient.HttpClient>> =>
    checked(options).pipe(
      Effect.flatMap(client),
      Effect.flatMap(use),
      Effect.mapError((error) => explain(options.url, error, advice)),
      Effect.provide(NodeHttpClient.layerNodeHttp)
    )

/** Uses a server's registry. */
export const connected = connectedBy(make)
