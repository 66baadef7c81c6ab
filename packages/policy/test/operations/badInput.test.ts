import { assert, describe, it } from "@effect/vitest"
import { BlobStore } from "@platform-control/core/BlobStore"
import { testEngines } from "@platform-control/core/testing/databases"
import { Effect, Layer } from "effect"
import { Tar } from "effect/encoding"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { gzipSync } from "node:zlib"
import { PolicySettings } from "../../src/server.ts"
import { archiveOf, sampleArchive, samplePack, samplePolicy } from "../../src/testing.ts"
import { ask, blobKeys, layerStage, PACKS, put } from "../stage/Stage.ts"

const settings = Layer.succeed(PolicySettings, {
  maxArchiveBytes: 200_000,
  maxInflatedBytes: 2_000_000,
  maxEntries: 50,
  uploadExpiresInSeconds: 60,
  operationLifetimeSeconds: 3600
})

/** CPU time of this thread between two turns of the event loop: what it computes in one go, whatever else the machine does. */
const MOST_CPU_MILLIS = 500

/** The same by the clock, for a machine on which everything runs at once. */
const MOST_MILLIS = 2_000

const cpuMillis = () => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1000
}

const gzip = (bytes: Uint8Array | string) => new Uint8Array(gzipSync(bytes))

/** A header of tar with these texts, whose checksum is right; `Tar` itself writes no entries of other kinds. */
const rawEntry = (path: string, typeflag: string, link = ""): Buffer => {
  const block = Buffer.alloc(512)
  block.write(path, 0)
  block.write("0000644\0", 100)
  block.write("0000000\0", 108)
  block.write("0000000\0", 116)
  block.write("00000000000\0", 124)
  block.write("00000000000\0", 136)
  block.write(typeflag, 156)
  block.write(link, 157)
  block.write("ustar\u000000", 257)
  block.fill(" ", 148, 156)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148)
  return block
}

const raw = (...entries: ReadonlyArray<Buffer>) => gzip(Buffer.concat([...entries, Buffer.alloc(1024)]))

const inside = (path: string) => archiveOf(Tar.file(path, "x"))

const paxRecord = (key: string, value: string): string => {
  const rest = ` ${key}=${value}\n`
  const digits = String(rest.length + String(rest.length).length).length
  return `${rest.length + digits}${rest}`
}

/** A header that describes others: the next entry (`x`), or all that follow (`g`). */
const paxHeader = (typeflag: "g" | "x", ...records: ReadonlyArray<readonly [string, string]>) => {
  const text = records.map(([key, value]) => paxRecord(key, value)).join("")
  const block = rawEntry("pax", typeflag)
  block.write(`${text.length.toString(8).padStart(11, "0")}\0`, 124)
  block.fill(" ", 148, 156)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148)
  const data = Buffer.alloc(Math.ceil(text.length / 512) * 512)
  data.write(text)
  return Buffer.concat([block, data])
}

const globalHeader = (key: string, records: number) =>
  paxHeader("g", ...Array.from({ length: records }, (_, index) => [`${key}${index}`, "v".repeat(20)] as const))

/** Archives that are refused, each with a word of the refusal. */
const badArchives: Readonly<Record<string, readonly [Effect.Effect<Uint8Array>, string]>> = {
  "an empty upload": [Effect.succeed(new Uint8Array()), "gzip"],
  "no gzip": [Effect.succeed(new TextEncoder().encode("PK\u0003\u0004 a zip, perhaps")), "gzip"],
  "random bytes": [Effect.sync(() => new Uint8Array(randomBytes(5000))), "gzip"],
  "gzip of a text": [Effect.succeed(gzip("hello ".repeat(500))), "tar"],
  "gzip of nothing": [Effect.succeed(gzip("")), "no files"],
  "gzip that breaks off": [Effect.map(sampleArchive, (bytes) => bytes.slice(0, bytes.length - 20)), "gzip"],
  "tar that is not gzipped": [
    Effect.succeed(new Uint8Array(Buffer.concat([rawEntry("a", "0"), Buffer.alloc(1024)]))),
    "gzip"
  ],
  "tar that breaks off": [Effect.succeed(gzip(rawEntry("a", "0").subarray(0, 300))), "tar"],
  "an archive without entries": [Effect.succeed(gzip(Buffer.alloc(10_240))), "no files"],
  "a zip bomb": [archiveOf(Tar.file("zeros", new Uint8Array(50_000_000))), "2000000 bytes"],
  "a bomb behind the end of the archive": [
    Effect.succeed(gzip(Buffer.concat([rawEntry("a", "0"), Buffer.alloc(60_000_000)]))),
    "headers"
  ],
  "too many entries": [archiveOf(...Array.from({ length: 51 }, (_, index) => Tar.file(`f${index}`, ""))), "50 entries"],
  "an absolute path": [inside("/etc/passwd"), "absolute"],
  "an absolute path of Windows": [inside("C:\\Windows\\x"), "absolute"],
  "a path that starts with a backslash": [inside("\\x"), "absolute"],
  "a path out of it": [inside("../x"), "leads out"],
  "a path out of it, further in": [inside("a/b/../../../x"), "leads out"],
  "a path out of it with backslashes": [inside("a\\..\\..\\x"), "leads out"],
  "a long path out of it": [inside(`${"a/".repeat(100)}../x`), "leads out"],
  "an absolute symbolic link": [archiveOf(Tar.symlink("a", "/etc/passwd")), "link"],
  "a symbolic link out of it": [archiveOf(Tar.symlink("a/b", "../../x")), "link"],
  "a hard link out of it": [archiveOf(Tar.hardlink("a/b/c", "../x")), "link"],
  "a link out of it by way of another link": [
    archiveOf(Tar.symlink("a", "."), Tar.symlink("A/b", ".."), Tar.file("b/x", "x")),
    "behind the link"
  ],
  "a file behind a link": [archiveOf(Tar.symlink("./a//b", "c"), Tar.file("a/b/./x", "x")), "behind the link"],
  "a link to a link that leads out from there": [
    archiveOf(Tar.symlink("a/up", ".."), Tar.hardlink("up", "a/up")),
    "to another link"
  ],
  "a link that goes up behind another": [
    archiveOf(Tar.directory("a/b"), Tar.symlink("a/b/up", "../.."), Tar.symlink("out", "a/b/up/..")),
    "link"
  ],
  "a link to nothing": [Effect.succeed(raw(rawEntry("a", "2"))), "link"],
  "a device": [Effect.succeed(raw(rawEntry("a", "3"))), "neither"],
  "a pipe": [Effect.succeed(raw(rawEntry("a", "6"))), "neither"],
  "a nameless entry": [Effect.succeed(raw(rawEntry("", "0"))), "without a name"],
  "headers that every entry would inherit": [
    Effect.succeed(raw(globalHeader("k", 60), globalHeader("l", 60), rawEntry("a", "0"))),
    "records"
  ],
  "a time of a million digits that every entry would read again": [
    Effect.succeed(raw(paxHeader("g", ["mtime", "0".repeat(1_000_000)]), rawEntry("a", "0"))),
    "describe other entries"
  ],
  "the same behind a file": [
    Effect.succeed(
      raw(
        paxHeader("x", ["comment", "c"]),
        rawEntry("a", "0"),
        paxHeader("g", ["uid", "0".repeat(5000)]),
        rawEntry("b", "0")
      )
    ),
    "describe other entries"
  ],
  "an entry with a header of a hundred thousand records": [
    Effect.succeed(
      raw(paxHeader("x", ...Array.from({ length: 100_000 }, () => ["a", "b"] as const)), rawEntry("a", "0"))
    ),
    "describe other entries"
  ]
}

const goodArchives: Readonly<Record<string, Effect.Effect<Uint8Array>>> = {
  "links that stay inside": archiveOf(
    Tar.directory("a/b"),
    Tar.file("a/c", "x"),
    Tar.symlink("a/b/link", "../c"),
    Tar.symlink("a/b/here", "./x/./y"),
    Tar.symlink("a/b/up", "../../a"),
    Tar.file("a/b/here2", "x"),
    Tar.hardlink("a/hard", "a/c")
  ),
  "dots in names": archiveOf(Tar.file("./a..b/..c/...", "x")),
  "names of other scripts": archiveOf(Tar.file("Überprüfung/検査.js", "x")),
  "what git writes of a commit, and what npm writes of a file": Effect.sync(() =>
    raw(
      paxHeader("g", ["comment", "a".repeat(40)]),
      paxHeader(
        "x",
        ["path", "package/a"],
        ["ctime", "1700000000.123"],
        ["mtime", "1700000000.123456789"],
        ["size", "0"],
        ["uid", "501"],
        ["gid", "20"],
        ["dev", "16777220"],
        ["SCHILY.xattr.user.note", "n".repeat(20_000)]
      ),
      rawEntry("a", "0")
    )
  ),
  "a text in which an archive is described": archiveOf(Tar.file("x", `${"x".repeat(156)}g${"7".repeat(700)}`)),
  "long names": archiveOf(Tar.file(`${"long/".repeat(60)}name`, "x")),
  "incompressible bytes up to the bound": Effect.suspend(() =>
    archiveOf(Tar.file("random", new Uint8Array(randomBytes(190_000))))
  )
}

/** Everything that the area keeps, but for what is loose. */
const rows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const counts: Array<number> = []
  for (const table of ["policy_names", "policy_tags", "policy_packs", "policy_versions", "policy_operations"]) {
    const [row] = yield* sql.unsafe<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table}`)
    counts.push(Number(row?.count))
  }
  return counts
})

const looseBlobs = Effect.gen(function* () {
  const [row] = yield* (yield* SqlClient.SqlClient)`SELECT COUNT(*) AS count FROM policy_loose_blobs`
  return Number(row?.count)
})

const deep = (levels: number) => JSON.parse(`${'{"not":'.repeat(levels)}{}${"}".repeat(levels)}`) as object

const withSchema = (properties: object, more: object = {}) =>
  samplePack("bad", {
    policies: [samplePolicy("p", { configSchema: { type: "object", properties, ...more } as never })]
  })

const withPatterns = (name: string, count: number, pattern: string, type: string) =>
  samplePolicy(name, {
    configSchema: {
      type: "object",
      properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, { type, pattern }]))
    }
  })

/** Bodies that are refused, each with the field that the refusal names. */
const badBodies: Readonly<Record<string, readonly [unknown, string | undefined]>> = {
  "no JSON": ["{", undefined],
  "an array": [[], undefined],
  "a name with a blank": [samplePack("not safe"), "name"],
  "a name with a slash": [samplePack("a/b"), "name"],
  "a name with a question mark": [samplePack("a?b"), "name"],
  "a name with a hash": [samplePack("a#b"), "name"],
  "a name with a percent sign": [samplePack("a%20b"), "name"],
  "a name of other letters": [samplePack("päckchen"), "name"],
  "an empty name": [samplePack(""), "name"],
  "the name of a folder": [samplePack(".."), "name"],
  "a name of 101 letters": [samplePack("x".repeat(101)), "name"],
  "a name that is a number": [{ ...samplePack("a"), name: 5 }, "name"],
  "a displayName that is null": [{ ...samplePack("a"), displayName: null }, "displayName"],
  "1,001 policies": [
    samplePack("a", { policies: Array.from({ length: 1001 }, (_, index) => samplePolicy(`p${index}`)) }),
    "policies"
  ],
  "two policies of one name": [
    samplePack("a", { policies: [samplePolicy("p"), samplePolicy("q"), samplePolicy("p")] }),
    "policies.2.name"
  ],
  "a policy's name that is not safe": [samplePack("a", { policies: [samplePolicy("p q")] }), "policies.0.name"],
  "an unknown enforcement level": [
    samplePack("a", { policies: [samplePolicy("p", { enforcementLevel: "strict" as never })] }),
    "policies.0.enforcementLevel"
  ],
  "an enforcement level in capitals": [
    samplePack("a", { policies: [samplePolicy("p", { enforcementLevel: "Mandatory" as never })] }),
    "policies.0.enforcementLevel"
  ],
  "an unknown severity": [
    samplePack("a", { policies: [samplePolicy("p", { severity: "fatal" as never })] }),
    "policies.0.severity"
  ],
  "a policy without a message": [
    { ...samplePack("a"), policies: [{ ...samplePolicy("p"), message: undefined }] },
    "policies.0.message"
  ],
  "metadata that is no text": [{ ...samplePack("a"), metadata: { commit: 5 } }, "metadata.commit"],
  "a configuration schema of another type": [
    samplePack("a", { policies: [samplePolicy("p", { configSchema: { type: "array" } as never })] }),
    "policies.0.configSchema.type"
  ],
  "a configuration schema that is none": [
    withSchema({ a: { type: "strin" } }),
    "policies.0.configSchema.properties.a.type"
  ],
  "a reference to elsewhere": [
    withSchema({ a: { $ref: "http://169.254.169.254/" } }),
    "policies.0.configSchema.properties.a.$ref"
  ],
  "a reference to itself": [withSchema({ a: { $ref: "#" } }), "policies.0.configSchema.properties.a.$ref"],
  "a pattern that looks back": [
    withSchema({ a: { pattern: "(a)\\1" } }),
    "policies.0.configSchema.properties.a.pattern"
  ],
  "a pattern that would take long to compile": [
    withSchema({ a: { pattern: "a{1000}".repeat(142) } }),
    "policies.0.configSchema.properties.a.pattern"
  ],
  "patterns that would together take long to compile": [
    samplePack("a", {
      policies: Array.from({ length: 40 }, (_, index) => withPatterns(`p${index}`, 50, "a{900}b{900}", "string"))
    }),
    "policies.0.configSchema.properties.p27.pattern"
  ],
  "more patterns in one version, of faulty schemas too": [
    samplePack("a", {
      policies: Array.from({ length: 40 }, (_, index) => withPatterns(`p${index}`, 50, "^a$", "strin"))
    }),
    "policies.0.configSchema.properties.p0.type"
  ],
  "a schema of 200 levels": [withSchema({ a: deep(200) }), undefined],
  "a schema of 100,000 levels": [
    `{"name":"a","displayName":"a","policies":[{"name":"p","displayName":"","description":"","enforcementLevel":"advisory","message":"","configSchema":{"type":"object","x":${"[".repeat(100_000)}${"]".repeat(100_000)}}}]}`,
    undefined
  ],
  "a schema with too many values": [
    withSchema(Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`p${index}`, { type: "string" }]))),
    "policies.0.configSchema"
  ],
  "a schema that grows without end": [
    withSchema(
      { a: { $ref: "#/definitions/d0" } },
      {
        definitions: Object.fromEntries(
          Array.from({ length: 60 }, (_, index) => {
            const next = { $ref: `#/definitions/d${index + 1}` }
            return [`d${index}`, index === 59 ? {} : { allOf: [next, next] }]
          })
        )
      }
    ),
    "policies.0.configSchema"
  ],
  "a schema with the key of a prototype": [
    `{"name":"a","displayName":"a","policies":[{"name":"p","displayName":"","description":"","enforcementLevel":"advisory","message":"","configSchema":{"type":"object","properties":{"__proto__":{"type":"string"}}}}]}`,
    "policies.0.configSchema.properties"
  ]
}

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`bad input on ${engine.name}`, () => {
    it.layer(layerStage(engine).pipe(Layer.provide(settings)))((it) => {
      let count = 0

      for (const [what, [archive, word]] of Object.entries(badArchives)) {
        it.effect(`POST …/complete: 400 for ${what}, nothing kept, and 204 after a proper upload`, () =>
          Effect.gen(function* () {
            const name = `archive-${++count}`
            const [before, looseBefore] = [yield* blobKeys, yield* looseBlobs]
            const { json } = yield* ask("POST", PACKS, samplePack(name))
            const key = new URL(json.uploadURI as string).pathname.replace("/base/blobs/", "")
            // Some are larger than a place takes; a store elsewhere would not have noticed.
            yield* (yield* BlobStore).write(key, yield* archive)
            const path = `${PACKS}/${name}/versions/1`
            const refused = yield* ask("POST", `${path}/complete`)
            assert.strictEqual(refused.status, 400)
            assert.include(refused.json.message, word)
            assert.deepStrictEqual(refused.json.errors[0].resource, "archive")
            assert.strictEqual((yield* ask("GET", path)).status, 400)
            assert.deepStrictEqual(yield* blobKeys, [...before, key].toSorted())
            assert.strictEqual(yield* looseBlobs, looseBefore)
            yield* put(json.uploadURI, yield* sampleArchive)
            assert.strictEqual((yield* ask("POST", `${path}/complete`)).status, 204)
          })
        )
      }

      for (const [what, archive] of Object.entries(goodArchives)) {
        it.effect(`POST …/complete: 204 for ${what}`, () =>
          Effect.gen(function* () {
            const name = `archive-${++count}`
            const { json } = yield* ask("POST", PACKS, samplePack(name))
            yield* put(json.uploadURI, yield* archive)
            const { status, text } = yield* ask("POST", `${PACKS}/${name}/versions/1/complete`)
            assert.strictEqual(status, 204, text)
          })
        )
      }

      it.effect("POST …/complete: 400 for an archive that is larger than its place, however it came there", () =>
        Effect.gen(function* () {
          const { json } = yield* ask("POST", PACKS, samplePack("too-large"))
          const large = new Uint8Array(randomBytes(200_001))
          assert.strictEqual((yield* put(json.uploadURI, large)).status, 413)
          const key = new URL(json.uploadURI as string).pathname.replace("/base/blobs/", "")
          yield* (yield* BlobStore).write(key, large)
          const { json: refusal, status } = yield* ask("POST", `${PACKS}/too-large/versions/1/complete`)
          assert.strictEqual(status, 400)
          assert.include(refusal.message, "200000")
        })
      )

      for (const [what, [body, attribute]] of Object.entries(badBodies)) {
        it.effect(`POST policypacks: 400 for ${what}, and nothing is kept`, () =>
          Effect.gen(function* () {
            const before = yield* rows
            const { json, status } = yield* ask("POST", PACKS, body)
            assert.strictEqual(status, 400, JSON.stringify(json))
            assert.strictEqual(json.code, 400)
            if (attribute !== undefined) assert.strictEqual(json.errors[0].attribute, attribute)
            assert.deepStrictEqual(yield* rows, before)
          })
        )
      }
    })

    it.layer(layerStage(engine))((it) => {
      it.effect(
        "POST policypacks: 400 names the pattern with which a version has too many, of faulty schemas too",
        () =>
          Effect.gen(function* () {
            const policies = Array.from({ length: 15 }, (_, index) => withPatterns(`p${index}`, 50, "^a$", "strin"))
            const { json, status } = yield* ask("POST", PACKS, samplePack("a", { policies }))
            assert.strictEqual(status, 400)
            assert.strictEqual(json.errors.length, 11)
            assert.strictEqual(json.errors[10].attribute, "policies.10.configSchema.properties.p0.pattern")
            assert.include(json.errors[10].customMessage, "500 patterns in one version")
          })
      )

      it.effect("POST policypacks lets others have their turn between the patterns of a policy", () =>
        Effect.gen(function* () {
          let turns = 0
          let over = false
          const turn = () => {
            turns += 1
            if (!over) setImmediate(turn)
          }
          setImmediate(turn)
          const policies = [withPatterns("p", 50, "^a{100}$", "string")]
          const { status } = yield* ask("POST", PACKS, samplePack("turns", { policies }))
          over = true
          assert.strictEqual(status, 201)
          assert.isAbove(turns, 50)
        })
      )

      it.effect(
        "POST …/complete leaves the event loop free while a large archive is read",
        () =>
          Effect.gen(function* () {
            const { json } = yield* ask("POST", PACKS, samplePack("large"))
            const key = new URL(json.uploadURI as string).pathname.replace("/base/blobs/", "")
            const files = Array.from({ length: 20 }, (_, index) => Tar.file(`f${index}`, new Uint8Array(10_000_000)))
            yield* (yield* BlobStore).write(key, yield* archiveOf(...files))
            let mostCpu = 0
            let longest = 0
            let cpuBefore = cpuMillis()
            let before = performance.now()
            const look = () => {
              const [cpu, now] = [cpuMillis(), performance.now()]
              mostCpu = Math.max(mostCpu, cpu - cpuBefore)
              longest = Math.max(longest, now - before)
              cpuBefore = cpu
              before = now
            }
            const timer = setInterval(look, 1)
            const { status } = yield* ask("POST", `${PACKS}/large/versions/1/complete`)
            clearInterval(timer)
            look()
            assert.strictEqual(status, 204)
            assert.isBelow(mostCpu, MOST_CPU_MILLIS)
            assert.isBelow(longest, MOST_MILLIS)
          }),
        120_000
      )
    })
  })
}
