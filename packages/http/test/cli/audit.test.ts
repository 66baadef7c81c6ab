/** What the command writes is in the audit log as the command's own, and the log is read back whole, on each engine. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { AuditLog } from "@platform-control/admin/server"
import * as Database from "@platform-control/core/database/Database"
import { temporaryFolder, type TestEngine, testEngines } from "@platform-control/core/testing/databases"
import { Effect, Exit, Layer, Redacted, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { userInfo } from "node:os"
import { join } from "node:path"
import { runHere } from "./commandLine.ts"

/** Commands in their order, each with the actions that it writes down and what was written. */
const writes: ReadonlyArray<readonly [line: string, ...actions: ReadonlyArray<string>]> = [
  ["org create acme", "organization.create acme"],
  ["org rename acme Acme", "organization.set-profile acme"],
  ["user create alice", "user.create alice"],
  ["user grant alice site-admin", "user.grant-site-admin alice"],
  ["user revoke alice site-admin", "user.revoke-site-admin alice"],
  ["member add acme alice", "member.add alice"],
  ["team create acme ops", "team.create ops"],
  ["team rename acme ops Operations", "team.rename ops"],
  ["team member add acme ops alice", "team-member.add ops/alice"],
  ["team member rm acme ops alice", "team-member.remove ops/alice"],
  ["issuer create acme ci --url https://ci.example.com", "issuer.create ci"],
  ["issuer rule add acme ci allow organization --no-admin", "issuer.replace ci"],
  ["issuer rm acme ci", "issuer.remove ci"],
  ["policy group create acme default", "policy-group.create acme/default"],
  ["policy group rm acme default", "policy-group.delete acme/default"],
  ["team rm acme ops", "team.remove ops"],
  ["member rm acme alice", "member.remove alice"],
  ["user rm alice", "user.remove alice"]
]

/** Commands that are refused at this point, or have nothing to do. */
const refusals = [
  "org create acme",
  "org rename absent X",
  "user rm absent",
  "member add acme absent",
  "team rm acme absent",
  "issuer rm acme absent",
  "issuer create acme ci --url not-a-url",
  "policy group rm acme absent",
  "token create --organization absent --name x"
]

const suite = (engine: TestEngine) => {
  const scope = Scope.makeUnsafe()
  let data: string
  let url: string

  beforeAll(async () => {
    const acquired = Effect.all([temporaryFolder, engine.emptyDatabase])
    const [folder, database] = await Effect.runPromise(Scope.provide(acquired, scope))
    data = folder
    url = database
    process.env.PLATFORM_CONTROL_DATABASE_URL = url
    process.env.PLATFORM_CONTROL_SECRET_KEY = randomBytes(32).toString("base64")
    await done("migrate")
  })

  afterAll(async () => {
    delete process.env.PLATFORM_CONTROL_DATABASE_URL
    delete process.env.PLATFORM_CONTROL_SECRET_KEY
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const command = (line: string) => runHere([...line.split(" "), "--data", data])

  const done = async (line: string): Promise<string> => {
    const { code, stderr, stdout } = await command(line)
    assert.strictEqual(code, 0, `${line}: ${stderr}`)
    return stdout
  }

  const exported = async (filter = ""): Promise<ReadonlyArray<Record<string, string>>> => {
    const text = await done(`audit export${filter}`)
    if (text === "") return []
    assert.isTrue(text.endsWith("\n"))
    return text
      .slice(0, -1)
      .split("\n")
      .map((line) => JSON.parse(line))
  }

  it("has one entry for each write of the command, by whoever runs it", async () => {
    for (const [line, ...expected] of writes) {
      const before = (await exported()).length
      await done(line)
      const entries = (await exported()).slice(before)
      assert.deepStrictEqual(
        entries.map(({ action, target }) => `${action} ${target}`),
        expected,
        line
      )
      for (const { actor, actorKind, requestId } of entries)
        assert.deepStrictEqual([actorKind, actor, requestId], ["command", userInfo().username, undefined], line)
    }
  })

  it("has none for what is refused", async () => {
    const before = await exported()
    for (const line of refusals) assert.notStrictEqual((await command(line)).code, 0, line)
    assert.deepStrictEqual(await exported(), before)
  })

  it("has what a platform file changed, and none of a dry run or of a file that changes nothing", async () => {
    const file = join(data, "platform.yaml")
    await writeFile(file, "organizations:\n  - name: filed\n    teams:\n      - name: crew\n")
    const before = (await exported()).length
    await done(`apply ${file} --dry-run`)
    assert.lengthOf(await exported(), before)
    await done(`apply ${file}`)
    const entries = (await exported()).slice(before)
    assert.deepStrictEqual(
      entries.map(({ action, actorKind, organization }) => [action, actorKind, organization]),
      [
        ["organization.create", "command", "filed"],
        ["team.create", "command", "filed"]
      ]
    )
    await done(`apply ${file}`)
    assert.lengthOf(await exported(), before + entries.length)
  })

  it("exports more entries than are read at once, each once and in order, also those of one millisecond", async () => {
    const count = 1203
    await Effect.runPromise(
      Effect.gen(function* () {
        const log = yield* AuditLog
        const sql = yield* SqlClient.SqlClient
        yield* Effect.forEach(
          Array.from({ length: count }, (_, index) => index),
          (index) =>
            log.record({
              action: index % 3 === 0 ? "many.third" : "many.other",
              target: `line\n"${index}" \u2028`,
              organization: "many"
            })
        ).pipe(sql.withTransaction)
      }).pipe(
        Effect.provide(
          AuditLog.layer.pipe(Layer.provideMerge(Database.layer({ url: Redacted.make(url), maxConnections: 1 })))
        )
      )
    )
    const entries = await exported(" --organization many")
    assert.deepStrictEqual(
      entries.map(({ target }) => target),
      Array.from({ length: count }, (_, index) => `line\n"${index}" \u2028`)
    )
    assert.lengthOf(await exported(" --organization many --action many.third"), Math.ceil(count / 3))
    assert.lengthOf(await exported(" --organization many --until 2020-01-01"), 0)
    assert.lengthOf(await exported(" --organization many --since 2020-01-01"), count)
    const newest = JSON.parse(await done("audit ls --json --organization many --limit 1000"))
    assert.deepStrictEqual(newest, entries.toReversed().slice(0, 1000))
    assert.lengthOf(JSON.parse(await done("audit ls --json --actor platform-control --limit 7")), 7)
    assert.deepStrictEqual(JSON.parse(await done("audit ls --json --target absent")), [])
  })
}

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`the command and the audit log on ${engine.name}`, () => {
    suite(engine)
  })
}
