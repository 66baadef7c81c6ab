import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import { HttpClientRequest, HttpServer } from "effect/http"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware, HttpApiTest } from "effect/http-api"
import { BaseApi } from "@platform-control/core/ApiId"
import {
  AnonymousReads,
  Authorization,
  Caller,
  CurrentPrincipal,
  OptionalAuthorization,
  ReadAuthorization
} from "@platform-control/core/Authorization"
import { AuthorizationLayer } from "../../src/server.ts"
import { layerTestAdmin, makeUser } from "../../src/testing.ts"
import { makeValue } from "../../src/tokens/TokenValue.ts"

const login = Schema.Struct({ login: Schema.String })

const Doors = HttpApiGroup.make("doors").add(
  HttpApiEndpoint.get("shut", "/shut", { success: login }).middleware(Authorization),
  HttpApiEndpoint.get("open", "/open", { success: login }).middleware(OptionalAuthorization),
  HttpApiEndpoint.get("read", "/read", { success: login }).middleware(ReadAuthorization)
)
const Api = BaseApi.add(Doors)

const callerLogin = Effect.map(Caller, (caller) => ({
  login: caller._tag === "Principal" ? caller.login : "(anonymous)"
}))

const handlers = HttpApiBuilder.group(Api, "doors", (handlers) =>
  handlers.handleAll({
    shut: () => Effect.map(CurrentPrincipal, ({ login }) => ({ login })),
    open: () => callerLogin,
    read: () => callerLogin
  })
)

/** The `Authorization` header of the requests made with it. */
const Header = Context.Reference<string | undefined>("test/Header", { defaultValue: () => undefined })

const withHeader = Effect.fnUntraced(function* ({
  next,
  request
}: Parameters<HttpApiMiddleware.HttpApiMiddlewareClient<never, never, never>>[0]) {
  const header = yield* Header
  return yield* next(header === undefined ? request : HttpClientRequest.setHeader(request, "authorization", header))
})

const clients = Layer.mergeAll(
  HttpApiMiddleware.layerClient(Authorization, withHeader),
  HttpApiMiddleware.layerClient(OptionalAuthorization, withHeader),
  HttpApiMiddleware.layerClient(ReadAuthorization, withHeader)
)

type Door = keyof typeof Doors.endpoints

/** The login that the handler behind a door saw, or the status that the door answered. */
const knock = Effect.fnUntraced(function* (door: Door, header: string | undefined) {
  const client = yield* HttpApiTest.groups(Api, ["doors"])
  return yield* client.doors[door]({}).pipe(
    Effect.map(({ login }) => login),
    Effect.catchTag("Unauthorized", ({ code }) => Effect.succeed(code)),
    Effect.provideService(Header, header)
  )
})

const application = (anonymousReads: boolean) =>
  handlers.pipe(
    Layer.provideMerge(AuthorizationLayer),
    Layer.provide(Layer.succeed(AnonymousReads, anonymousReads)),
    Layer.provideMerge(layerTestAdmin),
    Layer.provideMerge(Layer.mergeAll(clients, HttpServer.layerServices))
  )

const doors: ReadonlyArray<Door> = ["shut", "open", "read"]

for (const anonymousReads of [false, true]) {
  describe(`the doors, anonymous reads ${anonymousReads ? "on" : "off"}`, () => {
    it.layer(application(anonymousReads))((it) => {
      it.effect("let a valid token in everywhere, in both schemes and in any case", () =>
        Effect.gen(function* () {
          const user = yield* makeUser("alice")
          for (const door of doors) {
            for (const scheme of ["Bearer", "token", "bearer", "TOKEN", "bEaReR "]) {
              assert.strictEqual(yield* knock(door, `${scheme} ${Redacted.value(user.token)}`), "alice")
            }
          }
        })
      )

      it.effect("let no one in without a header, but where that is allowed", () =>
        Effect.gen(function* () {
          assert.strictEqual(yield* knock("shut", undefined), 401)
          assert.strictEqual(yield* knock("open", undefined), "(anonymous)")
          assert.strictEqual(yield* knock("read", undefined), anonymousReads ? "(anonymous)" : 401)
        })
      )

      it.effect("answer 401 to a bad header everywhere", () =>
        Effect.gen(function* () {
          const user = yield* makeUser("bob")
          const text = Redacted.value(user.token)
          const unknown = Redacted.value(yield* makeValue("personal"))
          const bad = ["", text, "Bearer", "Bearer ", `Basic ${text}`, `Bearer ${text} x`, `Bearer ${text}x`]
          for (const door of doors) {
            for (const header of [...bad, `Bearer ${unknown}`]) assert.strictEqual(yield* knock(door, header), 401)
          }
        })
      )
    })
  })
}
