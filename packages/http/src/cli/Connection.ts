/** A server as the commands reach it: the typed client with its token, and plain requests for signed places. */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Effect, Option, type Redacted } from "effect"
import type { HttpClient } from "effect/http"
import type { ClientOptions } from "../client/credentials.ts"
import { make, type RegistryClient } from "../client/registry.ts"
import { type Advice, explain } from "./explain.ts"
import type { Refusal } from "./Refusal.ts"

/** The flags that every command has which talks to a server. */
export interface ConnectionOptions {
  readonly url: string
  readonly token: Option.Option<Redacted.Redacted>
}

/** The typed client of the server's registry. */
export type Client = RegistryClient["Service"]

/** Uses a server by a client. Every failure is explained: by `advice` where the operation knows better, else in general words. */
export const connectedBy =
  <C, E0, R0>(client: (options: ClientOptions) => Effect.Effect<C, E0, R0>) =>
  <A, E, R>(
    options: ConnectionOptions,
    advice: Advice,
    use: (client: C) => Effect.Effect<A, E, R>
  ): Effect.Effect<A, Refusal, Exclude<R | R0, HttpClient.HttpClient>> =>
    client({ url: options.url, token: Option.getOrUndefined(options.token) }).pipe(
      Effect.flatMap(use),
      Effect.mapError((error) => explain(options.url, error, advice)),
      Effect.provide(NodeHttpClient.layerNodeHttp)
    )

/** Uses a server's registry. */
export const connected = connectedBy(make)
