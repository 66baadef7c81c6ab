/** Proves that the lint settings keep the rooms apart: each wall refuses what it is there for, and lets the rest through. */
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const root = join(import.meta.dirname, "../..")

interface Wall {
  readonly may: ReadonlyArray<string>
  readonly mayNot: ReadonlyArray<string>
}

/** By the place of a file: what it may import, and what it may not. */
const walls: Record<string, Wall> = {
  "packages/core/src/events/Room.ts": {
    may: ["effect", "effect/http-api", "node:crypto", "node:fs/promises", "./Events.ts", "../Errors.ts"],
    mayNot: [
      "effect/unstable/http",
      "@platform-control/admin/contract",
      "@platform-control/http/Server",
      "@effect/platform-node",
      "@effect/sql-pg",
      "@aws-sdk/client-s3",
      "semver",
      "../../../admin/src/server.ts"
    ]
  },
  "packages/core/src/Paging.ts": {
    may: ["effect", "effect/http-api", "./Errors.ts"],
    mayNot: ["node:crypto", "effect/sql", "effect/unstable/http", "./PageTokens.ts", "./database/Migrations.ts"]
  },
  "packages/core/src/database/PostgresClient.ts": {
    may: ["effect/sql", "@effect/sql-pg", "@effect/sql-pg/PgClient"],
    mayNot: ["@aws-sdk/client-s3", "@effect/platform-node", "effect/unstable/sql"]
  },
  "packages/core/src/blobs/S3BlobStore.ts": {
    may: ["@aws-sdk/client-s3", "@aws-sdk/s3-request-presigner", "../Errors.ts"],
    mayNot: ["@effect/sql-pg", "semver"]
  },
  "packages/registry/src/publish/Room.ts": {
    may: [
      "effect/sql",
      "node:crypto",
      "semver",
      "@platform-control/core/Errors",
      "@platform-control/core/database/Migrations",
      "./PublishRepository.ts",
      "../packages/Packages.ts"
    ],
    mayNot: [
      "effect/unstable/sql",
      "@platform-control/admin/server",
      "@platform-control/http/client",
      "@effect/platform-node/NodeHttpServer",
      "@effect/sql-pg",
      "@aws-sdk/client-s3",
      "node:sqlite",
      "vitest",
      "../packages/PackagesRepository.ts",
      "../../../core/src/Errors.ts"
    ]
  },
  "packages/registry/src/publish/uploads/Room.ts": {
    may: ["../PublishRepository.ts", "../../packages/Packages.ts"],
    mayNot: ["../../packages/PackagesRepository.ts"]
  },
  "packages/registry/src/server.ts": { may: ["./packages/PackagesRepository.ts"], mayNot: [] },
  "packages/registry/src/contract/Room.ts": {
    may: ["effect", "effect/http-api", "@platform-control/core/Paging", "./PublishGroup.ts"],
    mayNot: [
      "effect/sql",
      "effect/sql/SqlClient",
      "effect/unstable/http",
      "node:crypto",
      "semver",
      "@platform-control/core/BlobStore",
      "@platform-control/core/database/Migrations",
      "@platform-control/admin/contract",
      "../publish/Publish.ts"
    ]
  },
  "packages/admin/test/tokens/Room.test.ts": {
    may: [
      "vitest",
      "@effect/vitest",
      "@platform-control/core/testing/databases",
      "../../src/tokens/TokensRepository.ts"
    ],
    mayNot: ["@platform-control/registry/server", "@effect/platform-node", "../../../registry/src/server.ts"]
  },
  "packages/http/src/cli/admin/Room.ts": {
    may: ["@platform-control/admin/server", "@effect/platform-node/NodeHttpServer", "../admin/token.ts", "../Flags.ts"],
    mayNot: [
      "effect/unstable/http",
      "@platform-control/conformance",
      "../../../../../conformance/src/rules.ts",
      "../../../../admin/src/tokens/Tokens.ts"
    ]
  },
  "conformance/src/Room.ts": {
    may: ["fast-check", "yaml", "effect", "@effect/platform-node/NodeRuntime", "./rules.ts"],
    mayNot: [
      "effect/unstable/http",
      "@platform-control/core/Errors",
      "@platform-control/registry/contract",
      "@platform-control/http/server",
      "../../packages/registry/src/publish/Publish.ts"
    ]
  },
  "conformance/test/Room.ts": {
    may: ["fast-check", "@platform-control/registry/contract", "@platform-control/http/server"],
    mayNot: [
      "effect/unstable/http",
      "@platform-control/registry/server",
      "@platform-control/http/ControlPlaneApi",
      "../../packages/registry/src/publish/Publish.ts"
    ]
  },
  "examples/room.ts": { may: ["@platform-control/http/client"], mayNot: ["effect/unstable/http"] }
}

interface Report {
  readonly diagnostics: ReadonlyArray<{ readonly code: string; readonly filename: string; readonly message: string }>
}

/** The imports that oxlint refuses in a file, as they are written there. */
const refusedIn = (report: Report, file: string): ReadonlyArray<string> =>
  report.diagnostics
    .filter(({ code, filename }) => filename === file && code === "eslint(no-restricted-imports)")
    .map(({ message }) => /^'(.+)' import/.exec(message)?.[1] ?? message)

describe("lint walls", () => {
  let folder = ""
  let report: Report = { diagnostics: [] }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "platform-control-walls-"))
    const settings = JSON.parse(readFileSync(join(root, ".oxlintrc.json"), "utf8")) as object
    writeFileSync(join(folder, ".oxlintrc.json"), JSON.stringify({ ...settings, options: { typeAware: false } }))
    for (const [file, { may, mayNot }] of Object.entries(walls)) {
      mkdirSync(join(folder, dirname(file)), { recursive: true })
      writeFileSync(join(folder, file), [...may, ...mayNot].map((module) => `export * from "${module}"\n`).join(""))
    }
    const linter = join(root, "node_modules/.bin/oxlint")
    const { stdout } = spawnSync(linter, ["--format", "json"], { cwd: folder, encoding: "utf8" })
    report = JSON.parse(stdout) as Report
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  for (const [file, { mayNot }] of Object.entries(walls)) {
    it(`${file}: refuses ${mayNot.length} imports and no other`, () => {
      expect(refusedIn(report, file).toSorted()).toEqual(mayNot.toSorted())
    })
  }
})
