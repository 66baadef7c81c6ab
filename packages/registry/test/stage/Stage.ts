/** The registry behind its real handlers, on one engine and a memory blob store, asked over HTTP without a socket. */
import { BaseApi } from "@platform-control/core/ApiId"
import {
  Authorization,
  type Membership,
  OptionalAuthorization,
  ReadAuthorization
} from "@platform-control/core/Authorization"
import * as MemoryBlobStore from "@platform-control/core/blobs/MemoryBlobStore"
import { signedPlaceRoutes } from "@platform-control/core/blobs/signedPlaceRoutes"
import type { Unauthorized } from "@platform-control/core/Errors"
import { PublicUrl } from "@platform-control/core/PublicUrl"
import { RequestErrorsLayer } from "@platform-control/core/RequestErrors"
import { layerTestAuthorization, testPrincipal } from "@platform-control/core/testing/authorization"
import type { TestEngine } from "@platform-control/core/testing/databases"
import { layerTestKey } from "@platform-control/core/testing/ServerKeys"
import { Context, Effect, Layer } from "effect"
import { HttpClientRequest, HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiMiddleware, HttpApiTest } from "effect/http-api"
import { ArtifactsGroup, DocsGroup, PackagesGroup, PublishGroup } from "../../src/contract/index.ts"
import { RegistryHandlers, RegistryLayer, registryMigrations } from "../../src/server.ts"

export const ORIGIN = "http://registry.test/base"

const publisher: Membership = { role: "member", grants: new Set(["RegistryPublish"]) }
const member: Membership = { role: "member", grants: new Set() }
const admin: Membership = { role: "admin", grants: new Set() }

/** Callers by their tokens. */
export const callers = {
  /** May publish privately to acme. */
  alice: testPrincipal("alice", { acme: publisher }),
  /** Sees acme's private packages and may not publish. */
  bob: testPrincipal("bob", { acme: member }),
  /** Knows nothing of acme. */
  carol: testPrincipal("carol", { globex: admin }),
  /** May publish everywhere for acme, globex and initech. */
  rita: testPrincipal("rita", { acme: admin, globex: admin, initech: admin }, { registryAdmin: true }),
  site: testPrincipal("site", {}, { siteAdmin: true })
}
export type CallerName = keyof typeof callers

const Api = BaseApi.add(PackagesGroup, PublishGroup, DocsGroup, ArtifactsGroup)

/** Sent with every request of the typed client; undefined for none. */
export const Token = Context.Reference<CallerName | undefined>("test/Token", { defaultValue: () => undefined })

/** Requests of `effect` carry this caller's token. */
export const as = (caller: CallerName | undefined) => Effect.provideService(Token, caller)

const send: HttpApiMiddleware.HttpApiMiddlewareClient<Unauthorized, never, never> = ({ next, request }) =>
  Effect.flatMap(Token, (token) => next(token === undefined ? request : HttpClientRequest.bearerToken(request, token)))

const clientAuthorization = Layer.mergeAll(
  HttpApiMiddleware.layerClient(Authorization, send),
  HttpApiMiddleware.layerClient(OptionalAuthorization, send),
  HttpApiMiddleware.layerClient(ReadAuthorization, send)
)

export interface RawRequest {
  readonly token?: CallerName | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface RawResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Undefined when the body is not JSON. */
  readonly json: Json
}

/** A JSON value that a test looks into without saying first what it expects. */
export type Json = ReturnType<typeof JSON.parse>

export type RawSend = (method: string, path: string, request?: RawRequest) => Effect.Effect<RawResponse>

export class Raw extends Context.Service<Raw, { readonly send: RawSend }>()("test/Raw") {
  static readonly layer = Layer.effect(
    Raw,
    Effect.gen(function* () {
      const handler = yield* HttpRouter.toHttpEffect(Layer.merge(HttpApiBuilder.layer(Api), signedPlaceRoutes)).pipe(
        Effect.provideService(HttpRouter.RouterConfig, { caseSensitive: true, maxParamLength: 2048 })
      )
      const send: RawSend = (method, path, { body, headers, token } = {}) =>
        Effect.gen(function* () {
          const request = new Request(path.startsWith("http") ? path : `http://registry.test${path}`, {
            method,
            ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
            headers: {
              ...(body === undefined ? {} : { "content-type": "application/json" }),
              ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
              ...headers
            }
          })
          const answered = yield* handler.pipe(
            Effect.provideService(HttpServerRequest.HttpServerRequest, HttpServerRequest.fromWeb(request)),
            Effect.scoped,
            Effect.catchCause((cause) => Effect.die(cause))
          )
          const response = HttpServerResponse.toWeb(answered)
          const text = yield* Effect.promise(() => response.text())
          const isJson = response.headers.get("content-type")?.startsWith("application/json") === true
          return {
            status: response.status,
            headers: response.headers,
            text,
            json: isJson && text !== "" ? JSON.parse(text) : undefined
          }
        })
      return Raw.of({ send })
    })
  )
}

/** The typed client of the contract. */
export const client = HttpApiTest.groups(Api, ["packages", "publish", "docs", "artifacts"])

/** A test may put references (settings, ports) beneath it, or something between it and its blobs. */
export const layerStage = (engine: TestEngine, blobs = MemoryBlobStore.layer) =>
  Raw.layer.pipe(
    Layer.provideMerge(RegistryHandlers),
    Layer.provideMerge(RegistryLayer),
    Layer.provideMerge([layerTestAuthorization(callers), RequestErrorsLayer, clientAuthorization]),
    Layer.provideMerge(blobs),
    Layer.provideMerge([PublicUrl.layer(ORIGIN), layerTestKey, HttpServer.layerServices]),
    Layer.provideMerge(engine.layer(registryMigrations))
  )
