/** Starting and completing a publish (Spec A, Registry; Spec A, States and transitions). */
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { matchesFormat } from "../table/formats.ts"
import { isRecord, objectOf } from "../wire/Exchange.ts"
import { partPath } from "./docs/documented.ts"
import * as packages from "./packages.ts"

const { artifacts, complete, newPackage, prepare, publish, publishNew, read, start, startedOf, upload } = packages

const UNKNOWN_OPERATION = "7c1f3a52-0000-4000-8000-5d2f0c9be001"

/** Spoilt versions: what is no semantic version, and what looks like one. */
const notSemver: ReadonlyArray<unknown> = [
  "",
  "1",
  "1.2",
  "v1.2.3",
  "01.2.3",
  "1.2.3.4",
  "latest",
  "1.2.3-",
  "1.2.3-01",
  " 1.2.3",
  1
]

const isAbsent = async (trial: Trial, id: packages.VersionId, why: string) =>
  trial.status(await read(trial.admin, id, id.version), [404], why)

/** The seven sets of artifacts that leave one out at least; the empty one too. */
const properSubsets = Array.from({ length: 7 }, (_, bits) =>
  artifacts.filter((_artifact, index) => (bits & (1 << index)) !== 0)
)

/** Open points, section 3: the installation configuration may be left out. */
const lacksRequired = (which: ReadonlyArray<packages.Artifact>) => !which.includes("schema") || !which.includes("index")

export const publishRules: ReadonlyArray<Rule> = [
  rule("REG-029", async (trial) => {
    const id = newPackage(trial)
    for (const version of ["1.0.0", "1.0.1"]) {
      trial.met()
      const begun = trial.status(await start(trial.admin, id, { version }), [202], "A new version can be started")
      const body = objectOf(begun)
      if (typeof body["operationID"] !== "string" || body["operationID"] === "" || !isRecord(body["uploadURLs"]))
        throw trial.violated("The start answers operationID and uploadURLs", "both", begun.text, begun)
      await publish(trial, { ...id, version })
    }
  }),
  rule("REG-030", async (trial) => {
    const begun = trial.needs(await start(trial.admin, newPackage(trial), { version: "1.0.0" }), 202, "The start")
    trial.met()
    const places = Object.values(startedOf(begun).places)
    if (!places.every((place) => matchesFormat("url", place)) || new Set(places).size !== artifacts.length)
      throw trial.violated("Three places to upload to", "three distinct absolute URLs", places.join(", "), begun)
  }),
  rule("REG-031", async (trial) => {
    const id = await publishNew(trial)
    trial.met()
    trial.status(await start(trial.admin, id, { version: id.version }), [409], "An existing version can't be started")
  }),
  rule("REG-032", async (trial) => {
    trial.met()
    const id = newPackage(trial)
    const cases = [
      { ...id, source: "nowhere" },
      { ...id, publisher: `${trial.context.name()}-nobody` }
    ]
    for (const missing of cases)
      trial.status(
        await start(trial.admin, missing, { version: "1.0.0" }),
        [404],
        "Where there is no source, nothing starts"
      )
  }),
  rule("REG-033", async (trial) => {
    trial.met()
    const id = newPackage(trial)
    for (const body of [{}, ...notSemver.map((version) => ({ version }))]) {
      trial.nextCase()
      const refusal = trial.refused(await start(trial.admin, id, body), "A version has to be semver")
      if (trial.isOurs)
        trial.status(refusal, [400], "What is no semantic version is a bad request (open points, section 3)")
    }
  }),
  rule("REG-034", async (trial) => {
    for (const version of ["1.0.0-rc.1", "1.0.0+b1", "1.0.0-alpha.1.x-y+build.5"]) {
      trial.met()
      const id = { ...newPackage(trial), version }
      const begun = trial.status(await start(trial.admin, id, { version }), [202], "Full semver is accepted")
      const started = startedOf(begun)
      await upload(trial, id, started, artifacts)
      trial.status(await complete(trial.admin, id, started.operationID), [201], "Full semver can be completed")
      const shown = trial.status(await read(trial.admin, id, version), [200], "Full semver can be read")
      trial.same(objectOf(shown)["version"], version, "It is the version that was published", shown)
    }
  }),
  rule("REG-035", async (trial) => {
    trial.met()
    const id = newPackage(trial)
    for (const publishedAt of [
      "yesterday",
      "2024-13-01T00:00:00Z",
      "2024-02-30T00:00:00Z",
      "",
      1_700_000_000,
      true,
      {}
    ]) {
      trial.nextCase()
      trial.status(await start(trial.admin, id, { version: "1.0.0", publishedAt }), [400], "publishedAt is a timestamp")
    }
  }),
  rule("REG-036", async (trial) => {
    const before = Date.now() - trial.context.skewMillis
    const id = await publishNew(trial)
    const after = Date.now() + trial.context.skewMillis
    trial.met()
    const shown = trial.status(await read(trial.admin, id, id.version), [200], "The version can be read")
    const createdAt = Date.parse(String(objectOf(shown)["createdAt"]))
    if (!(createdAt >= before && createdAt <= after))
      throw trial.violated(
        "The version carries the current server time",
        `${new Date(before).toISOString()} to ${new Date(after).toISOString()}`,
        String(objectOf(shown)["createdAt"]),
        shown
      )
  }),
  rule("REG-037", async (trial) => {
    const id = { ...newPackage(trial), version: "1.0.0" }
    const publishedAt = "2021-03-04T05:06:07.000Z"
    await publish(trial, id, { publishedAt })
    trial.met()
    const shown = trial.status(await read(trial.admin, id, id.version), [200], "The version can be read")
    trial.same(
      Date.parse(String(objectOf(shown)["createdAt"])),
      Date.parse(publishedAt),
      "It carries the time given",
      shown
    )
  }),
  rule("REG-038", async (trial) => {
    trial.met()
    const publishedAt = new Date(Date.now() + 86_400_000).toISOString()
    const answer = await start(trial.admin, newPackage(trial), { version: "1.0.0", publishedAt })
    trial.note(`A publishedAt of tomorrow is answered ${answer.status}.`)
    trial.status(answer, [202, 400], "A time in the future is accepted or refused")
  }),
  rule("REG-039", async (trial) => {
    const id = await publishNew(trial)
    await prepare(trial, { ...id, version: "2.0.0" })
    trial.met()
    await isAbsent(trial, { ...id, version: "2.0.0" }, "A pending version is not there")
    for (const part of ["nav", "readme"])
      trial.refused(await trial.admin.get(partPath({ ...id, version: "2.0.0" }, part)), "Nor is its documentation")
    const latest = trial.status(await read(trial.admin, id, "latest"), [200], "latest is still there")
    trial.same(objectOf(latest)["version"], id.version, "latest is unchanged", latest)
    const listed = await packages.listAll(trial.admin, { name: id.name, publisher: id.publisher })
    trial.same(
      listed.map((one) => one["version"]),
      [id.version],
      "The list does not show it"
    )
    const fresh = newPackage(trial)
    await prepare(trial, { ...fresh, version: "1.0.0" })
    const unseen = await packages.listAll(trial.admin, { name: fresh.name, publisher: fresh.publisher })
    trial.same(unseen, [], "A package without a version is not listed")
  }),
  rule("REG-040", async (trial) => {
    const id = newPackage(trial)
    const first = trial.status(await start(trial.admin, id, { version: "1.0.0" }), [202], "The first start")
    trial.met()
    const second = trial.status(
      await start(trial.admin, id, { version: "1.0.0" }),
      [202],
      "The version does not exist yet"
    )
    if (startedOf(first).operationID === startedOf(second).operationID)
      throw trial.violated(
        "Every start begins an operation of its own",
        "two operationIDs",
        startedOf(first).operationID,
        second
      )
  }),
  rule("REG-041", async (trial) => {
    const id = { ...newPackage(trial), version: "1.0.0" }
    const { operationID } = await prepare(trial, id)
    trial.met()
    trial.status(await complete(trial.admin, id, operationID), [201], "With all artifacts it can be completed")
    trial.status(await read(trial.admin, id, id.version), [200], "The version is available")
    trial.same(
      (await packages.listAll(trial.admin, { name: id.name })).map(({ version }) => version),
      [id.version],
      "The list shows it"
    )
  }),
  rule("REG-042", async (trial) => {
    const id = newPackage(trial)
    for (const [index, which] of properSubsets.entries()) {
      trial.nextCase()
      const version = `1.0.${index}`
      const { operationID } = await prepare(trial, { ...id, version }, { which })
      const answer = await complete(trial.admin, { ...id, version }, operationID)
      if (lacksRequired(which)) {
        trial.met()
        trial.status(
          answer,
          [400],
          `Without ${artifacts.filter((one) => !which.includes(one)).join(", ")} nothing is completed`
        )
        await isAbsent(trial, { ...id, version }, "What was not completed is not there")
      } else {
        trial.note(`Without installationConfiguration a completion is answered ${answer.status}.`)
        trial.status(answer, trial.isOurs ? [201] : [201, 400], "The installation configuration may be optional")
      }
    }
  }),
  rule("REG-043", async (trial) => {
    const id = { ...newPackage(trial), version: "1.0.0" }
    const started = await prepare(trial, id, { which: ["schema"] })
    trial.needs(await complete(trial.admin, id, started.operationID), 400, "A completion without index")
    trial.met()
    await upload(trial, id, started, ["index", "installationConfiguration"])
    trial.status(
      await complete(trial.admin, id, started.operationID),
      [201],
      "After the rest was uploaded it completes"
    )
  }),
  rule("REG-044", async (trial) => {
    const id = { ...newPackage(trial), version: "1.0.0" }
    await prepare(trial, id)
    trial.met()
    trial.status(await complete(trial.admin, id, UNKNOWN_OPERATION), [404], "An unknown operation is not found")
    for (const operationID of ["", "no-such-operation", "x".repeat(300), 7, null]) {
      trial.nextCase()
      trial.status(await complete(trial.admin, id, operationID), [404, 400], "What is no operation completes nothing")
    }
    await isAbsent(trial, id, "Nothing was published")
  }),
  rule("REG-045", async (trial) => {
    const id = { ...newPackage(trial), version: "1.0.0" }
    await prepare(trial, id)
    trial.met()
    const answer = await trial.admin.post(`${packages.versionPath(id, id.version)}/complete`, {})
    trial.status(answer, [400], "operationID is required")
  }),
  rule("REG-046", async (trial) => {
    const one = { ...newPackage(trial), version: "1.0.0" }
    const other = { ...newPackage(trial), version: "1.0.0" }
    const { operationID } = await prepare(trial, one)
    await prepare(trial, other)
    await prepare(trial, { ...one, version: "2.0.0" })
    trial.met()
    for (const crossed of [other, { ...one, version: "2.0.0" }]) {
      trial.nextCase()
      trial.status(
        await complete(trial.admin, crossed, operationID),
        [404, 400],
        "Another one's operation completes nothing"
      )
      await isAbsent(trial, crossed, "Nothing was published by it")
    }
    await isAbsent(trial, one, "Nor was the operation's own version")
  }),
  rule("REG-047", async (trial) => {
    const id = { ...newPackage(trial), version: "1.0.0" }
    const first = await prepare(trial, id)
    const second = await prepare(trial, id)
    trial.needs(await complete(trial.admin, id, first.operationID), 201, "The first completion")
    trial.met()
    trial.status(await complete(trial.admin, id, second.operationID), [409], "The version exists by now")
  }),
  rule("REG-048", async (trial) => {
    const id = { ...newPackage(trial), version: "1.0.0" }
    const { operationID } = await prepare(trial, id)
    trial.needs(await complete(trial.admin, id, operationID), 201, "The first completion")
    trial.met()
    const again = trial.status(await complete(trial.admin, id, operationID), [409, 404], "A second completion")
    if (trial.isOurs) trial.status(again, [409], "A repeated completion finds the version (open points, section 1)")
  })
]
