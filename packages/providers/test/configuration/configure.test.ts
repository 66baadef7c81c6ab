import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Logger, Redacted, Schema } from "effect"
import { configure } from "../../src/configuration/configure.ts"
import * as kinds from "../../src/configuration/kinds.ts"
import { defaulted, environmentName, optional, required } from "../../src/configuration/Variable.ts"
import { inventoryVariables } from "../../src/inventory/variables.ts"

const variables = {
  address: required(kinds.webAddress("https://a.example"), { meaning: "Where.", environment: ["T_ADDRESS", "T_URL"] }),
  secret: optional(kinds.secret("a secret"), { meaning: "What for.", environment: ["T_SECRET"] }),
  flag: defaulted(kinds.flag, false, { meaning: "Whether.", environment: ["T_FLAG"] }),
  seconds: defaulted(kinds.positive("seconds", 60), 10, { meaning: "How long.", environment: ["T_SECONDS"] }),
  headers: defaulted(kinds.textMap, {}, { meaning: "Which.", environment: ["T_HEADERS"] }),
  old: optional(kinds.text("a text"), { meaning: "Formerly.", environment: ["T_OLD"], deprecated: "Use address." })
}

const settle = (env: Readonly<Record<string, string>>, given: Parameters<typeof configure<typeof variables>>[1] = {}) =>
  configure(variables, given).pipe(Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env }))))

const problem = (env: Readonly<Record<string, string>>, given = {}) =>
  Effect.map(Effect.flip(settle(env, given)), ({ message }) => message)

describe("configure", () => {
  it.effect("takes what is given, then the environment, then the defaults", () =>
    Effect.gen(function* () {
      const settled = yield* settle(
        { T_URL: "http://b.example", T_SECRET: " s3cret\n", T_SECONDS: "2.5", T_FLAG: "T", T_HEADERS: '{"a": "b"}' },
        { seconds: 3 }
      )
      assert.strictEqual(settled.address, "http://b.example")
      assert.strictEqual(settled.secret && Redacted.value(settled.secret), "s3cret")
      assert.deepInclude(settled, { seconds: 3, flag: true, headers: { a: "b" }, old: undefined })
      assert.deepInclude(yield* settle({ T_ADDRESS: "http://b.example" }), { seconds: 10, flag: false })
    })
  )

  it.effect("takes the first name that is set, and an empty variable for none", () =>
    Effect.gen(function* () {
      const both = { T_ADDRESS: "http://first.example", T_URL: "http://second.example" }
      assert.strictEqual((yield* settle(both)).address, "http://first.example")
      assert.strictEqual((yield* settle({ ...both, T_ADDRESS: " " })).address, "http://second.example")
    })
  )

  it.effect("names the variable, in both of its names, and never shows its value", () =>
    Effect.gen(function* () {
      const address = { T_ADDRESS: "https://a.example" }
      assert.strictEqual(yield* problem({}), "address (T_ADDRESS or T_URL): it is required, and not set.")
      for (const wrong of ["a.example", "ftp://a.example", "http://", "http://u:p@a.example", "http://a.example/?x"])
        assert.match(yield* problem({ T_ADDRESS: wrong }), /^address \(T_ADDRESS or T_URL\): expected an address/)
      assert.match(yield* problem({ ...address, T_FLAG: "yes" }), /^flag \(T_FLAG\): expected true or false/)
      for (const wrong of ["0", "-1", "61", "1e1", "ten"])
        assert.match(
          yield* problem({ ...address, T_SECONDS: wrong }),
          /^seconds \(T_SECONDS\): expected seconds above 0/
        )
      for (const wrong of ["a=b", "[1]", '{"a": 1}'])
        assert.match(
          yield* problem({ ...address, T_HEADERS: wrong }),
          /^headers \(T_HEADERS\): expected a map of texts/
        )
      const said = yield* problem({ ...address, T_SECRET: "two words" })
      assert.match(said, /^secret \(T_SECRET\): expected a secret/)
      assert.notInclude(said, "two words")
    })
  )

  it.effect("refuses a variable that there is not", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(configure(variables, { adress: "http://a.example" } as object))
      assert.strictEqual(error.variable, "adress")
      assert.include(error.message, "It has address, secret")
    })
  )

  it.effect("warns of a deprecated variable that is set", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.make(({ message }) => lines.push(String(message)))
      const logging = Layer.effectDiscard(Effect.void).pipe(Layer.provideMerge(Logger.layer([logger])))
      yield* settle({ T_ADDRESS: "http://a.example" }).pipe(Effect.provide(logging))
      assert.deepStrictEqual(lines, [])
      yield* settle({ T_ADDRESS: "http://a.example", T_OLD: "x" }).pipe(Effect.provide(logging))
      assert.deepStrictEqual(lines, ["old (T_OLD): Use address."])
    })
  )
})

describe("the variables of inventory", () => {
  it("have the names of the specification in the environment, and none where it has none", () => {
    const names = Object.fromEntries(
      Object.entries(inventoryVariables).map(([name, { environment }]) => [name, environment[0]])
    )
    assert.deepStrictEqual(names, {
      serverUrl: "NETBOX_SERVER_URL",
      apiToken: "NETBOX_API_TOKEN",
      allowInsecureHttps: "NETBOX_ALLOW_INSECURE_HTTPS",
      caCertFile: "NETBOX_CA_CERT_FILE",
      defaultTags: undefined,
      headers: "NETBOX_HEADERS",
      requestTimeout: "NETBOX_REQUEST_TIMEOUT",
      skipVersionCheck: undefined,
      stripTrailingSlashesFromUrl: "NETBOX_STRIP_TRAILING_SLASHES_FROM_URL"
    })
  })
})

describe("environmentName", () => {
  it.prop(
    "is the prefix and upper case with underscores, from which the name can be read back",
    { words: Schema.NonEmptyArray(Schema.String.check(Schema.isPattern(/^[a-z]{1,8}$/))) },
    ({ words: [first, ...others] }) => {
      const name = [first, ...others.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join("")
      assert.strictEqual(environmentName("P_", name), `P_${[first, ...others].join("_").toUpperCase()}`)
    }
  )
})
