import { NodeHttpServer } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { BaseApi } from "@platform-control/core/ApiId"
import * as Errors from "@platform-control/core/Errors"
import { integerText } from "@platform-control/core/Paging"
import { RequestErrors, RequestErrorsLayer } from "@platform-control/core/RequestErrors"

const statuses = [
  [400, Errors.BadRequest],
  [401, Errors.Unauthorized],
  [403, Errors.Forbidden],
  [404, Errors.NotFound],
  [405, Errors.MethodNotAllowed],
  [406, Errors.NotAcceptable],
  [409, Errors.Conflict],
  [412, Errors.PreconditionFailed],
  [413, Errors.PayloadTooLarge],
  [415, Errors.UnsupportedMediaType],
  [429, Errors.TooManyRequests],
  [500, Errors.InternalError],
  [503, Errors.ServiceUnavailable]
] as const

const group = HttpApiGroup.make("refusals")
  .add(
    HttpApiEndpoint.get("refuse", "/refuse/:status", {
      params: { status: integerText(400, 599) },
      success: Schema.String,
      error: statuses.map(([, error]) => error)
    }),
    HttpApiEndpoint.post("take", "/take/:id", {
      params: { id: integerText(1, 9) },
      query: { limit: Schema.optionalKey(integerText(1, 9)) },
      headers: { "x-count": Schema.optionalKey(integerText(1, 9)) },
      payload: Schema.Struct({ name: Schema.String, tags: Schema.Array(Schema.String) }).annotate({
        identifier: "NewThing"
      }),
      success: Schema.String
    })
  )
  .middleware(RequestErrors)

const api = BaseApi.add(group)

const detail = { resource: "thing", attribute: "name", errorType: "invalid", customMessage: "bad" } as const

const handlers = HttpApiBuilder.group(api, "refusals", (all) =>
  all.handleAll({
    refuse: ({ params }) => {
      const known = statuses.find(([status]) => status === params.status)
      return known === undefined
        ? Effect.succeed("none")
        : Effect.fail(new known[1]({ message: "No", errors: [detail] }))
    },
    take: () => Effect.succeed("taken")
  })
).pipe(Layer.provide(RequestErrorsLayer))

const { dispose, handler } = HttpRouter.toWebHandler(
  HttpApiBuilder.layer(api).pipe(Layer.provide(handlers), Layer.provide(NodeHttpServer.layerHttpServices)),
  { disableLogger: true }
)

const ask = (path: string, init?: RequestInit) =>
  Effect.promise(async () => {
    const response = await handler(new Request(`http://localhost${path}`, init), Context.empty())
    return { status: response.status, body: (await response.json()) as unknown }
  })

it.layer(Layer.effectDiscard(Effect.addFinalizer(() => Effect.promise(dispose))))((it) => {
  describe("each refusal", () => {
    for (const [status, error] of statuses) {
      it.effect(`${error.name} is ${status}, with the decided body and nothing else`, () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* ask(`/refuse/${status}`), {
            status,
            body: { code: status, message: "No", errors: [detail] }
          })
          assert.deepStrictEqual(yield* ask(`/refuse/${status}`), {
            status,
            body: yield* Schema.encodeEffect(error as typeof Errors.BadRequest)(
              new error({ message: "No", errors: [detail] }) as Errors.BadRequest
            )
          })
        })
      )
    }
  })

  describe("an undecodable request", () => {
    const post = (path: string, body: string, headers: Record<string, string> = {}) =>
      ask(path, { method: "POST", body, headers: { "content-type": "application/json", ...headers } })

    const good = JSON.stringify({ name: "a", tags: [] })

    it.effect("400 for a path, query or header that breaks its rule, naming it", () =>
      Effect.gen(function* () {
        for (const [path, headers, resource, attribute] of [
          ["/take/0", {}, "path", "id"],
          ["/take/1?limit=10", {}, "query", "limit"],
          ["/take/1", { "x-count": "many" }, "headers", "x-count"]
        ] as const) {
          const message = "Expected an integer between 1 and 9"
          assert.deepStrictEqual(yield* post(path, good, headers), {
            status: 400,
            body: {
              code: 400,
              message: `${resource}.${attribute}: ${message}`,
              errors: [{ resource, attribute, errorType: "invalid", customMessage: message }]
            }
          })
        }
      })
    )

    it.effect("400 with one entry for each problem of the body", () =>
      Effect.gen(function* () {
        const { body, status } = yield* post("/take/1", JSON.stringify({ tags: ["a", 1] }))
        assert.strictEqual(status, 400)
        const { errors } = body as Errors.BadRequest
        assert.deepStrictEqual(
          errors?.map(({ attribute, errorType, resource }) => [resource, attribute, errorType]),
          [
            ["body", "name", "required"],
            ["body", "tags.1", "invalid"]
          ]
        )
      })
    )

    it.effect("400 for a body that is no object, without the names of the code", () =>
      Effect.gen(function* () {
        for (const sent of ["[]", "5", '"x"', "null"]) {
          const { body } = yield* post("/take/1", sent)
          assert.deepStrictEqual((body as Errors.BadRequest).errors, [
            { resource: "body", errorType: "invalid", customMessage: "Expected an object" }
          ])
        }
      })
    )

    it.effect("400 for a body that is no JSON", () =>
      Effect.gen(function* () {
        const { body, status } = yield* post("/take/1", "{")
        assert.deepStrictEqual([status, (body as Errors.BadRequest).code], [400, 400])
      })
    )

    it.effect("400 that lists no more problems than a person would read", () =>
      Effect.gen(function* () {
        const { body } = yield* post("/take/1", JSON.stringify({ name: "a", tags: Array(1000).fill(1) }))
        assert.lengthOf((body as Errors.BadRequest).errors ?? [], 20)
      })
    )

    it.effect("200 for unknown fields, which are ignored", () =>
      Effect.gen(function* () {
        const body = JSON.stringify({ name: "a", tags: [], unknown: 1 })
        assert.deepStrictEqual(yield* post("/take/1?unknown=1", body), { status: 200, body: "taken" })
      })
    )
  })
})
