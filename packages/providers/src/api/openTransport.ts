/** Opens the way to a service: one pool of connections with its TLS options and the proxy that the environment names. */
import { Effect, Layer } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"

/** How servers are verified. */
export interface TransportOptions {
  /** PEM certificates of the only authorities to trust; else those that Node.js trusts. */
  readonly certificates?: string | undefined
  /** Takes any certificate. */
  readonly insecure?: boolean | undefined
}

/**
 * An HTTP client whose connections close with the scope. `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` count. Redirects are
 * answers: following one could carry the credential to another host.
 */
export const openTransport = Effect.fnUntraced(function* (options: TransportOptions) {
  // The default export: bundlers that split a program keep no other of a CommonJS library.
  const { EnvHttpProxyAgent, fetch } = (yield* Effect.promise(() => import("undici"))).default
  const tls = {
    ...(options.certificates === undefined ? {} : { ca: options.certificates }),
    rejectUnauthorized: options.insecure !== true
  }
  const dispatcher = yield* Effect.acquireRelease(
    Effect.sync(() => new EnvHttpProxyAgent({ connect: tls, requestTls: tls })),
    (agent) => Effect.promise(() => agent.destroy())
  )
  const context = yield* Layer.build(FetchHttpClient.layer)
  return HttpClient.HttpClient.pipe(
    Effect.map(
      HttpClient.transformResponse((response) =>
        response.pipe(
          Effect.provideService(FetchHttpClient.Fetch, fetch as unknown as typeof globalThis.fetch),
          Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual", dispatcher } as RequestInit),
          // Trace headers tell a third party how this program is built.
          Effect.provideService(HttpClient.TracerPropagationEnabled, false)
        )
      )
    ),
    Effect.provide(context)
  )
}, Effect.flatten)
