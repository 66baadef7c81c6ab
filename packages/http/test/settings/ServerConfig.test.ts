import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Redacted } from "effect"
import { readFileSync } from "node:fs"
import { config, settings } from "../../src/ServerConfig.ts"
import { settingProblem } from "../../src/settings/settingProblem.ts"
import { settingsPage } from "../../src/settings/settingsPage.ts"

const read = (env: Record<string, string>) => config.parse(ConfigProvider.fromEnv({ env }))

const problem = (env: Record<string, string>) => Effect.map(Effect.flip(read(env)), settingProblem)

describe("settings", () => {
  it("stand in docs/settings.md as in the table (`pnpm --filter @platform-control/http settings` writes it)", () => {
    assert.strictEqual(
      readFileSync(new URL("../../../../docs/settings.md", import.meta.url), "utf8"),
      settingsPage(settings)
    )
  })

  it("have variables of their own, with one prefix", () => {
    const variables = Object.values(settings).map(({ variable }) => variable)
    assert.strictEqual(new Set(variables).size, variables.length)
    for (const variable of variables) assert.match(variable, /^PLATFORM_CONTROL_[A-Z0-9_]+$/)
  })

  it.effect("have defaults that can be read", () =>
    Effect.gen(function* () {
      const values = yield* read({})
      assert.strictEqual(values.port, 8080)
      assert.strictEqual(values.maxBodyBytes, 1024 * 1024)
      assert.strictEqual(values.requestTimeoutMillis, 300_000)
      assert.strictEqual(values.publicUrl, undefined)
      assert.strictEqual(values.anonymousReads, false)
    })
  )

  it.effect("count as absent when empty", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read({ PLATFORM_CONTROL_PORT: "", PLATFORM_CONTROL_BLOBS: " " }), yield* read({}))
    })
  )

  it.effect("are read in the ways that people write them", () =>
    Effect.gen(function* () {
      const values = yield* read({
        PLATFORM_CONTROL_PUBLIC_URL: "https://control.example/base/",
        PLATFORM_CONTROL_TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.1,::1",
        PLATFORM_CONTROL_DATABASE_URL: "postgres://me:secret@db/control",
        PLATFORM_CONTROL_SECRET_KEY: "00".repeat(32),
        PLATFORM_CONTROL_BLOBS: "s3://bucket/some/prefix/?region=eu-1&endpoint=http%3A%2F%2Flocalhost%3A9000",
        PLATFORM_CONTROL_CORS_ORIGINS: "https://app.example,http://localhost:3000",
        PLATFORM_CONTROL_MAX_BODY: "2 MiB",
        PLATFORM_CONTROL_MAX_HEADERS: "8192",
        PLATFORM_CONTROL_REQUEST_TIMEOUT: "90s",
        PLATFORM_CONTROL_SHUTDOWN_TIMEOUT: "1.5 minutes",
        PLATFORM_CONTROL_RATE_LIMIT: "off",
        PLATFORM_CONTROL_LOG_LEVEL: "debug",
        PLATFORM_CONTROL_OTLP_SAMPLING_RATIO: ".25"
      })
      assert.strictEqual(values.publicUrl, "https://control.example/base")
      assert.strictEqual(values.trustedProxies?.length, 3)
      assert.deepStrictEqual(values.blobs, {
        _tag: "S3",
        bucket: "bucket",
        prefix: "some/prefix",
        region: "eu-1",
        endpoint: "http://localhost:9000"
      })
      assert.deepStrictEqual(values.corsOrigins, ["https://app.example", "http://localhost:3000"])
      assert.deepStrictEqual(
        [values.maxBodyBytes, values.maxHeaderBytes, values.requestTimeoutMillis, values.shutdownTimeoutMillis],
        [2 * 1024 * 1024, 8192, 90_000, 90_000]
      )
      assert.deepStrictEqual([values.rateLimit, values.logLevel, values.otlpSamplingRatio], [false, "Debug", 0.25])
      assert.strictEqual(String(values.databaseUrl), "<redacted>")
      assert.strictEqual(String(values.secretKey), "<redacted>")
    })
  )

  it.effect("take a secret key in base64 and in hex", () =>
    Effect.gen(function* () {
      const bytes = Buffer.from(Array.from({ length: 32 }, (_, index) => index))
      for (const encoding of ["base64", "base64url", "hex"] as const) {
        const { secretKey } = yield* read({ PLATFORM_CONTROL_SECRET_KEY: bytes.toString(encoding) })
        assert.deepStrictEqual(secretKey === undefined ? undefined : Buffer.from(Redacted.value(secretKey)), bytes)
      }
    })
  )

  const refused: ReadonlyArray<readonly [variable: string, value: string, expected: string]> = [
    ["PORT", "65536", "a port from 0 to 65535"],
    ["PORT", "80a", "a port from 0 to 65535"],
    ["PUBLIC_URL", "control.example", "an http or https URL"],
    ["DATABASE_URL", "mysql://db/control", "`sqlite:<file>` or `postgres://"],
    ["DATABASE_URL", "sqlite::memory:", "`sqlite:<file>` or `postgres://"],
    ["SECRET_KEY", "c2hvcnQ=", "openssl rand -base64 32"],
    ["BLOBS", "s3://bucket?zone=1", "`s3://bucket/prefix?region"],
    ["BLOBS", "./blobs", "`file:<folder>`"],
    ["CORS_ORIGINS", "https://app.example/path", "origins such as"],
    ["MAX_BODY", "1 bucket", "a size such as `64 KiB`"],
    ["REQUEST_TIMEOUT", "0s", "a time such as `15 minutes`"],
    ["TRUSTED_PROXIES", "10.0.0.0/33", "addresses or networks"],
    ["LOG_FORMAT", "xml", "`json` or `pretty`"],
    ["RATE_LIMIT", "maybe", "`true` or `false`"],
    ["OTLP_SAMPLING_RATIO", "2", "a number from 0 to 1"]
  ]
  for (const [name, value, expected] of refused) {
    it.effect(`name the variable and what is expected: ${name}=${value}`, () =>
      Effect.gen(function* () {
        const said = yield* problem({ [`PLATFORM_CONTROL_${name}`]: value })
        assert.isTrue(said.startsWith(`PLATFORM_CONTROL_${name}: Expected `), said)
        assert.include(said, expected)
      })
    )
  }

  it.effect("never show a refused secret", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(read({ PLATFORM_CONTROL_SECRET_KEY: "hunter2hunter2" }))
      assert.notInclude(`${error.message} ${settingProblem(error)} ${JSON.stringify(error)}`, "hunter2")
    })
  )
})
