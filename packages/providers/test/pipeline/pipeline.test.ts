import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import {
  getConnection,
  getConnections,
  getGroupUsers,
  getQuickstartPackages,
  Pipeline
} from "../../src/pipeline/index.ts"
import { destinationSchemaOf } from "../../src/pipeline/destinationSchema.ts"
import { fakeApi, jsonReply } from "../suite/FakeApi.ts"
import * as rows from "./rows.ts"

const client = (url: string, given: Parameters<typeof Pipeline.layer>[0] = {}) =>
  Pipeline.layer({ apiUrl: `${url}/v1`, apiKey: "key", apiSecret: "sécret", ...given }) as Layer.Layer<Pipeline>

const success = (data: unknown) => jsonReply({ code: "Success", data })

describe("destinationSchema", () => {
  const cases = [
    ["postgres", "copies", { prefix: "copies" }],
    ["mysql_rds", "a.b", { prefix: "a.b" }],
    ["google_sheets", "public.orders", { name: "public", table: "orders" }],
    ["google_sheets", "public.orders.old", { name: "public", table: "orders.old" }],
    ["share_point", "files.group", { name: "files", tableGroupName: "group" }],
    ["salesforce", "crm", { name: "crm" }],
    ["a_service_of_tomorrow", "x.y", { name: "x", table: "y" }]
  ] as const
  for (const [service, schema, parts] of cases)
    it(`${JSON.stringify(parts)} for ${schema} of ${service}`, () => {
      assert.deepStrictEqual(destinationSchemaOf(service, schema), parts)
    })
})

describe("what the service may leave out", () => {
  const without = ({ ...record }: Record<string, unknown>, ...names: ReadonlyArray<string>) => {
    for (const name of names) delete record[name]
    return record
  }

  it.effect("lists of tasks and warnings are empty then, and notices have no code", () =>
    Effect.gen(function* () {
      const api = yield* fakeApi(() =>
        success({
          ...rows.connection,
          status: { ...without(rows.connection.status, "tasks"), warnings: [{ message: "Look" }] }
        })
      )
      const ask = Effect.provide(getConnection({ id: "c" }), client(api.url))
      assert.deepStrictEqual((yield* ask).status.tasks, [])
      assert.deepStrictEqual((yield* ask).status.warnings, [{ message: "Look" }])
    }).pipe(Effect.scoped)
  )

  it.effect("a ready-made transformation is for no service and makes no models then", () =>
    Effect.gen(function* () {
      const row = without(rows.quickstartPackage, "connector_types", "output_model_names")
      const api = yield* fakeApi(() => success({ items: [{ ...row, connector_types: null }] }))
      const { packages } = yield* Effect.provide(getQuickstartPackages({}), client(api.url))
      assert.deepStrictEqual([packages[0]?.connectorTypes, packages[0]?.outputModelNames], [[], []])
    }).pipe(Effect.scoped)
  )
})

describe("getGroupUsers", () => {
  const answered = (account: ReturnType<typeof jsonReply>) =>
    Effect.gen(function* () {
      const users = [rows.user, { ...rows.user, id: "own" }]
      const api = yield* fakeApi(({ path }) =>
        path === "/v1/account/info" ? account : success({ items: users, next_cursor: "" })
      )
      const found = yield* Effect.provide(getGroupUsers({ id: "g" }), client(api.url))
      return found.users.map(({ id }) => id)
    }).pipe(Effect.scoped)

  it.effect("leaves out the user whose key it is", () =>
    Effect.map(answered(success({ user_id: "own" })), (ids) => assert.deepStrictEqual(ids, ["cherry_spoilt"]))
  )

  it.effect("gives all users when the key tells nothing of its user", () =>
    Effect.gen(function* () {
      const all = ["cherry_spoilt", "own"]
      assert.deepStrictEqual(yield* answered(success({ user_id: null })), all)
      assert.deepStrictEqual(yield* answered(jsonReply({ code: "Forbidden", message: "no" }, 403)), all)
    })
  )
})

describe("requests", () => {
  it.effect("carry Basic credentials in UTF-8, and ask for version 2 of connections", () =>
    Effect.gen(function* () {
      const api = yield* fakeApi(() => success(rows.connection))
      yield* Effect.provide(getConnection({ id: "a b/ö" }), client(api.url))
      const [seen] = api.seen
      assert.strictEqual(seen?.path, "/v1/connections/a%20b%2F%C3%B6")
      assert.strictEqual(seen?.headers.accept, "application/json;version=2")
      assert.strictEqual(seen?.headers.authorization, `Basic ${Buffer.from("key:sécret").toString("base64")}`)
    }).pipe(Effect.scoped)
  )

  it.effect("end with an error when cursors go round", () =>
    Effect.gen(function* () {
      const api = yield* fakeApi(() => success({ items: [rows.connection], next_cursor: "again" }))
      const error = yield* Effect.flip(Effect.provide(getConnections({}), client(api.url)))
      assert.strictEqual(error._tag, "UnexpectedAnswer")
      assert.lengthOf(api.seen, 2)
    }).pipe(Effect.scoped)
  )
})

describe("configuration", () => {
  it.effect("refuses a key with a colon, which Basic credentials can't hold", () =>
    Effect.gen(function* () {
      const layer = Pipeline.layer({ apiKey: "a:b", apiSecret: "s" })
      const error = yield* Effect.flip(Effect.provide(getConnections({}), layer))
      assert.include(error.message, "apiKey (FIVETRAN_APIKEY)")
    })
  )
})
