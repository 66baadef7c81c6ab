/** Policy packs behind their real handlers, on one engine and a memory blob store, asked over HTTP without a socket. */
import { BaseApi } from "@platform-control/core/ApiId"
import type { Membership } from "@platform-control/core/Authorization"
import { BlobStore } from "@platform-control/core/BlobStore"
import * as MemoryBlobStore from "@platform-control/core/blobs/MemoryBlobStore"
import { signedPlaceRoutes } from "@platform-control/core/blobs/signedPlaceRoutes"
import { NeedsLayer } from "@platform-control/core/Needs"
import { PublicUrl } from "@platform-control/core/PublicUrl"
import { RequestErrorsLayer } from "@platform-control/core/RequestErrors"
import { layerTestAuthorization, testPrincipal } from "@platform-control/core/testing/authorization"
import type { TestEngine } from "@platform-control/core/testing/databases"
import { layerTestKey } from "@platform-control/core/testing/ServerKeys"
import { Context, Effect, Layer, Stream } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { PolicyPacksGroup, RegistryPolicyPacksGroup } from "../../src/contract/index.ts"
import { PolicyHandlers, PolicyLayer, policyMigrations } from "../../src/server.ts"
import { sampleArchive } from "../../src/testing.ts"

export const ORIGIN = "http://policy.test/base"

const publisher: Membership = { role: "member", grants: new Set(["RegistryPublish"]) }
const member: Membership = { role: "member", grants: new Set() }
const admin: Membership = { role: "admin", grants: new Set() }

/** Callers by their tokens. */
export const callers = {
  /** May publish for acme. */
  alice: testPrincipal("alice", { acme: publisher }),
  /** Sees acme's packs and may not publish. */
  bob: testPrincipal("bob", { acme: member }),
  /** Knows nothing of acme. */
  carol: testPrincipal("carol", { globex: admin }),
  /** Belongs to acme and globex. */
  rita: testPrincipal("rita", { acme: admin, globex: admin }),
  site: testPrincipal("site", {}, { siteAdmin: true })
}
export type CallerName = keyof typeof callers

const Api = BaseApi.add(PolicyPacksGroup, RegistryPolicyPacksGroup)

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
          const bytes = body instanceof Uint8Array ? Buffer.from(body) : undefined
          const text = typeof body === "string" ? body : JSON.stringify(body)
          const request = new Request(path.startsWith("http") ? path : `http://policy.test${path}`, {
            method,
            ...(body === undefined ? {} : { body: bytes ?? text }),
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
          const answer = yield* Effect.promise(() => response.text())
          const isJson = response.headers.get("content-type")?.startsWith("application/json") === true
          return {
            status: response.status,
            headers: response.headers,
            text: answer,
            json: isJson && answer !== "" ? JSON.parse(answer) : undefined
          }
        })
      return Raw.of({ send })
    })
  )
}

/** A test may put references (settings, ports) beneath it. */
export const layerStage = (engine: TestEngine) =>
  Raw.layer.pipe(
    Layer.provideMerge(PolicyHandlers),
    Layer.provideMerge(PolicyLayer),
    Layer.provideMerge([layerTestAuthorization(callers), RequestErrorsLayer, NeedsLayer]),
    Layer.provideMerge(MemoryBlobStore.layer),
    Layer.provideMerge([PublicUrl.layer(ORIGIN), layerTestKey, HttpServer.layerServices]),
    Layer.provideMerge(engine.layer(policyMigrations))
  )

/** One request as alice, unless another caller is named; null for none. */
export const ask = Effect.fnUntraced(function* (
  method: string,
  path: string,
  body?: unknown,
  token: CallerName | null = "alice"
) {
  return yield* (yield* Raw).send(method, path, {
    ...(body === undefined ? {} : { body }),
    ...(token === null ? {} : { token })
  })
})

/** Sends an archive to a place, as a client does. */
export const put = Effect.fnUntraced(function* (uploadURI: string, archive: Uint8Array) {
  const { pathname, search } = new URL(uploadURI)
  const path = pathname.replace("/base", "") + search
  return yield* (yield* Raw).send("PUT", path, {
    body: archive,
    headers: { "content-type": "application/gzip" }
  })
})

/** Under which acme's packs stand. */
export const PACKS = "/api/orgs/acme/policypacks"
export const REGISTRY = "/api/registry/policypacks"

/** Creates, uploads and completes a version over HTTP; gives its number. */
export const publish = Effect.fnUntraced(function* (body: object, organization = "acme", token: CallerName = "alice") {
  const path = `/api/orgs/${organization}/policypacks`
  const { json, status, text } = yield* ask("POST", path, body, token)
  if (status !== 201) return yield* Effect.die(new Error(`create: ${status} ${text}`))
  yield* put(json.uploadURI, yield* sampleArchive)
  const name = (body as { readonly name: string }).name
  const completed = yield* ask("POST", `${path}/${name}/versions/${json.version}/complete`, undefined, token)
  if (completed.status !== 204) return yield* Effect.die(new Error(`complete: ${completed.status} ${completed.text}`))
  return json.version as number
})

/** Keys of all blobs. */
export const blobKeys = Effect.gen(function* () {
  const found = yield* Stream.runCollect((yield* BlobStore).list("policypacks/"))
  return found.map(({ key }) => key).toSorted()
})
