/**
 * What survives when the server is killed while it publishes: everything that was acknowledged, whole; and of the rest
 * each version whole or not at all. A kill is not a power cut: that the disk was told to keep it is `core`'s to show.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Api } from "./Api.ts"
import { type Attempt, completeAll, prepared, publishUntilBroken } from "./CrashPublishers.ts"
import { isFullRun } from "./fullRun.ts"
import { type PlaceKind, placeKinds } from "./places.ts"
import { complete, fetchArtifact, pathOfVersion, pathOfVersions, publish } from "./publishing.ts"
import { RunningServer } from "./RunningServer.ts"

const KILLS = isFullRun ? 50 : 8
const GROUP_KILLS = isFullRun ? 10 : 2
const PUBLISHERS = 6
const GROUP = 48

/** So many answers arrive at most before the server is killed. */
const MOST_ANSWERS = 150

interface Metadata {
  readonly name: string
  readonly version: string
  readonly schemaURL: string
  readonly readmeURL: string
}

interface Page {
  readonly packages: ReadonlyArray<Metadata>
  readonly continuationToken?: string
}

const listed = async (api: Api): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>()
  let token: string | undefined
  do {
    const query = `?limit=500${token === undefined ? "" : `&continuationToken=${token}`}`
    const page = (await api.get(`/api/registry/packages${query}`)).json as Page
    for (const { name, version } of page.packages) found.set(name, version)
    token = page.continuationToken
  } while (token !== undefined)
  return found
}

const suite = (kind: PlaceKind) => {
  let server: RunningServer
  let api: Api
  /** A 201 was seen before the server was killed. */
  const acknowledged: Array<Attempt> = []
  /** These, and what was whole or published again after a kill. */
  const published: Array<Attempt> = []
  let unsure = 0
  let whole = 0

  beforeAll(async () => {
    server = await RunningServer.start(kind)
    await server.accounts.organization("acme")
    api = await server.apiOf("publisher", { memberships: { acme: "publisher" } })
  })

  afterAll(() => server?.close())

  const isLatest = async (attempt: Attempt) => {
    const reply = await api.get(`${pathOfVersions(attempt.version)}/latest`)
    return reply.status === 200 && (reply.json as Metadata).version === attempt.version.version
  }

  const foundByWord = async (attempt: Attempt) => {
    const reply = await api.get(`/api/registry/packages?search=${attempt.word}`)
    return (reply.json as Page).packages.map(({ version }) => version)
  }

  /** Readable, its bytes as sent, and found when it is the latest. */
  const expectWhole = async (attempt: Attempt, all: ReadonlyMap<string, string>) => {
    const { name, version } = attempt.version
    const reply = await api.get(pathOfVersion(attempt.version))
    assert.strictEqual(reply.status, 200, `${name}@${version} (${attempt.stage}) is gone: ${reply.text}`)
    const metadata = reply.json as Metadata
    assert.deepStrictEqual(await fetchArtifact(api, metadata.schemaURL), attempt.files.schema)
    assert.deepStrictEqual(await fetchArtifact(api, metadata.readmeURL), attempt.files.index)
    const latest = await isLatest(attempt)
    assert.strictEqual(all.get(name) === version, latest, `${name}: listed ${all.get(name)}`)
    assert(all.has(name), `${name} is not listed`)
    assert.deepStrictEqual(await foundByWord(attempt), latest ? [version] : [])
  }

  const expectAbsent = async (attempt: Attempt, all: ReadonlyMap<string, string>) => {
    const { name, version } = attempt.version
    assert.strictEqual(await isLatest(attempt), false, `${name}@${version} is the latest, but can't be read`)
    assert.notStrictEqual(all.get(name), version, `${name}@${version} is listed, but can't be read`)
    assert.deepStrictEqual(await foundByWord(attempt), [])
  }

  /** Clients repeat what they did not hear of: the completion first, else all of it. */
  const repeat = async (attempt: Attempt) => {
    if (attempt.stage === "completing" && attempt.begun !== undefined) {
      const reply = await complete(api, attempt.version, attempt.begun.operationID)
      if (reply.status === 201) return
      assert.strictEqual(reply.status, 201, reply.text)
    }
    assert.strictEqual((await publish(api, attempt.version, attempt.files)).status, 201)
  }

  const verifyUnsure = async (attempt: Attempt, all: ReadonlyMap<string, string>) => {
    unsure += 1
    const { status } = await api.get(pathOfVersion(attempt.version))
    assert.include([200, 404], status)
    if (status === 200) {
      whole += 1
      await expectWhole(attempt, all)
      assert.strictEqual((await complete(api, attempt.version, attempt.begun?.operationID ?? "")).status, 409)
    } else {
      await expectAbsent(attempt, all)
    }
    return status === 404
  }

  /** Each version is as its publisher may believe; then what is missing is published again, and all are there. */
  const verify = async (attempts: ReadonlyArray<Attempt>) => {
    const known = attempts.filter(({ stage }) => stage === "acknowledged")
    acknowledged.push(...known)
    const all = await listed(api)
    for (const { version } of acknowledged) assert(all.has(version.name), `${version.name} is not listed any more`)
    await Promise.all(known.map((attempt) => expectWhole(attempt, all)))
    const rest = attempts.filter(({ stage }) => stage !== "acknowledged")
    const absent = await Promise.all(rest.map((attempt) => verifyUnsure(attempt, all)))
    await Promise.all(rest.filter((_, index) => absent[index]).map(repeat))
    const afterwards = await listed(api)
    await Promise.all(attempts.map((attempt) => expectWhole(attempt, afterwards)))
    published.push(...attempts)
  }

  it(`kill -9 at ${KILLS} random moments of publishing loses nothing acknowledged and leaves nothing half`, async () => {
    for (let round = 0; round < KILLS; round++) {
      let left = 1 + Math.floor(Math.random() * MOST_ANSWERS)
      let killed: Promise<void> | undefined
      const answered = () => {
        left -= 1
        if (left === 0) killed = server.kill()
      }
      const workers = Array.from({ length: PUBLISHERS }, (_, index) =>
        publishUntilBroken(api, `round${round}-${index}`, answered)
      )
      const attempts = (await Promise.all(workers)).flat()
      await killed
      await server.restart()
      await verify(attempts)
    }
    assert.isAtLeast(published.length, KILLS * PUBLISHERS)
  }, 600_000)

  it(`kill -9 among ${GROUP} completions at once, which share commits, loses none that was acknowledged (${GROUP_KILLS} times)`, async () => {
    for (let round = 0; round < GROUP_KILLS; round++) {
      const attempts = await prepared(api, `group${round}`, GROUP)
      let left = 1 + Math.floor(Math.random() * (GROUP / 2))
      let killed: Promise<void> | undefined
      await completeAll(api, attempts, () => {
        left -= 1
        if (left === 0) killed = server.kill()
      })
      await killed
      await server.restart()
      await verify(attempts)
    }
    assert.isAtLeast(acknowledged.length, GROUP_KILLS)
  }, 600_000)

  it("after all kills every version ever published is still whole", async () => {
    const all = await listed(api)
    for (let at = 0; at < published.length; at += PUBLISHERS) {
      await Promise.all(published.slice(at, at + PUBLISHERS).map((attempt) => expectWhole(attempt, all)))
    }
    assert.isAbove(published.length, unsure)
    console.log(
      `${kind.name}: ${KILLS + GROUP_KILLS} kills, ${acknowledged.length} publishes acknowledged and all there; of ${unsure} without an answer ${whole} were whole and ${unsure - whole} absent`
    )
  }, 600_000)
}

for (const kind of placeKinds.filter(({ blobs }) => blobs === "files"))
  describe.skipIf(kind.skip)(`crashes: ${kind.name}`, () => {
    suite(kind)
  })
