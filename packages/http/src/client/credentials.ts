/** Which server a client talks to, and with which token. */
import { Authorization, OptionalAuthorization, ReadAuthorization } from "@platform-control/core/Authorization"
import { Layer, Redacted } from "effect"
import { HttpClientRequest } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"

/** What every client needs to know. */
export interface ClientOptions {
  /** The server's public address. */
  readonly url: string
  /** An access token; without one only what is open to everybody can be asked for. Files often end it with a line break. */
  readonly token?: Redacted.Redacted | undefined
}

/** Sends the token to every operation that looks at one. */
export const credentials = ({ token }: ClientOptions) => {
  const withToken = (request: HttpClientRequest.HttpClientRequest) =>
    token === undefined ? request : HttpClientRequest.bearerToken(request, Redacted.value(token).trim())
  return Layer.mergeAll(
    HttpApiMiddleware.layerClient(Authorization, ({ next, request }) => next(withToken(request))),
    HttpApiMiddleware.layerClient(OptionalAuthorization, ({ next, request }) => next(withToken(request))),
    HttpApiMiddleware.layerClient(ReadAuthorization, ({ next, request }) => next(withToken(request)))
  )
}
