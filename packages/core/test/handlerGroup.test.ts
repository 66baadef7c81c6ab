import { NodeHttpServer } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer, Schema, Scope } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware } from "effect/http-api"
import { BaseApi } from "@platform-control/core/ApiId"
import { handlerGroup } from "@platform-control/core/handlerGroup"

class Greeting extends Context.Service<Greeting, { readonly words: string }>()("test/Greeting") {}

class Bystander extends Context.Service<Bystander, { readonly words: string }>()("test/Bystander") {}

class Door extends HttpApiMiddleware.Service<Door>()("test/Door") {}

const group = HttpApiGroup.make("greetings")
  .add(HttpApiEndpoint.get("greet", "/greet", { success: Schema.Struct({ words: Schema.String }) }))
  .middleware(Door)

const api = BaseApi.add(group)

/** What a run of the handlers met, in the order of events. */
const seen: Array<string> = []

const doors = Layer.succeed(Door, (handler) =>
  Effect.andThen(
    Effect.sync(() => seen.push("the door")),
    handler
  )
)

const handlers = handlerGroup(
  api,
  "greetings",
  Effect.fnUntraced(function* (all) {
    const { words } = yield* Greeting
    yield* Effect.acquireRelease(
      Effect.sync(() => seen.push("built")),
      () => Effect.sync(() => seen.push("released"))
    )
    return all.handleAll({
      greet: () =>
        Effect.contextWith((context: Context.Context<never>) => {
          const services = [Greeting.key, Bystander.key].filter((key) => context.mapUnsafe.has(key))
          seen.push(`the handler, with ${services.length} services`)
          return Effect.succeed({ words })
        })
    })
  })
).pipe(
  Layer.provide([Layer.succeed(Greeting, { words: "hello" }), Layer.succeed(Bystander, { words: "not asked" }), doors])
)

it.effect("handlers use what they were built with, which is no part of any request's context", () =>
  Effect.gen(function* () {
    const { dispose, handler } = HttpRouter.toWebHandler(
      HttpApiBuilder.layer(api).pipe(Layer.provide(handlers), Layer.provide(NodeHttpServer.layerHttpServices)),
      { disableLogger: true }
    )
    const scope = yield* Effect.scope
    yield* Scope.addFinalizer(scope, Effect.promise(dispose))
    for (let round = 0; round < 2; round++) {
      const response = yield* Effect.promise(() => handler(new Request("http://localhost/greet"), Context.empty()))
      assert.deepStrictEqual(yield* Effect.promise(() => response.json()), { words: "hello" })
    }
    const request = ["the door", "the handler, with 0 services"]
    assert.deepStrictEqual(seen, ["built", ...request, ...request])
    yield* Effect.promise(dispose)
    assert.strictEqual(seen.at(-1), "released")
  })
)
