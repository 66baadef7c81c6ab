/** Reading and deleting versions, and what `latest` means (Spec A, Registry; Spec A, Versioning). */
import { rule, type Rule } from "../engine/Rule.ts"
import { objectOf } from "../wire/Exchange.ts"
import * as packages from "./packages.ts"

const { newPackage, publish, publishNew, read, remove } = packages

export const readRules: ReadonlyArray<Rule> = [
  rule("REG-052", async (trial) => {
    const id = await publishNew(trial, "1.2.3")
    trial.met()
    const shown = trial.status(await read(trial.admin, id, "1.2.3"), [200], "An available version can be read")
    trial.same(objectOf(shown)["version"], "1.2.3", "It is that version", shown)
    trial.same(objectOf(shown)["name"], id.name, "of that package", shown)
  }),
  rule("REG-053", async (trial) => {
    const id = await publishNew(trial)
    trial.met()
    for (const version of ["9.9.9", "1.0.0-rc.1", "1.0.1"])
      trial.status(await read(trial.admin, id, version), [404], "An unknown version is not found")
  }),
  rule("REG-054", async (trial) => {
    const id = await publishNew(trial)
    trial.met()
    const cases = [
      { ...id, name: `${id.name}-unknown` },
      { ...id, publisher: `${trial.context.name()}-nobody` },
      { ...id, source: "platform" }
    ]
    for (const unknown of cases)
      trial.status(await read(trial.admin, unknown, id.version), [404], "Of an unknown package nothing is found")
    const source = await read(trial.admin, { ...id, source: "nowhere" }, id.version)
    trial.status(source, [404, 400], "Of an unknown source nothing is found")
  }),
  rule("REG-055", async (trial) => {
    const id = newPackage(trial)
    await publish(trial, { ...id, version: "2.0.0" })
    await publish(trial, { ...id, version: "1.0.1" })
    trial.met()
    const latest = trial.status(await read(trial.admin, id, "latest"), [200], "latest can be read")
    trial.same(objectOf(latest)["version"], "1.0.1", "latest is the most recently published version", latest)
  }),
  rule("REG-056", async (trial) => {
    const id = newPackage(trial)
    for (const version of ["1.0.0", "3.0.0", "2.0.0"]) await publish(trial, { ...id, version })
    for (const [gone, left] of [
      ["2.0.0", "3.0.0"],
      ["3.0.0", "1.0.0"]
    ] as const) {
      trial.needs(await read(trial.admin, id, "latest"), 200, "Reading latest")
      trial.needs(await remove(trial.admin, id, gone), 204, "A deletion")
      trial.met()
      const latest = trial.status(await read(trial.admin, id, "latest"), [200], "latest follows a deletion")
      trial.same(objectOf(latest)["version"], left, "It is the most recent one that remains", latest)
    }
  }),
  rule("REG-057", async (trial) => {
    const id = await publishNew(trial)
    trial.needs(await remove(trial.admin, id, id.version), 204, "The deletion of the only version")
    trial.met()
    trial.status(await read(trial.admin, id, "latest"), [404], "Without versions there is no latest")
    const never = await read(trial.admin, newPackage(trial), "latest")
    trial.status(never, [404], "A package that never was has no latest")
  }),
  rule("REG-058", async (trial) => {
    const id = newPackage(trial)
    await publish(trial, { ...id, version: "1.0.0" })
    await publish(trial, { ...id, version: "2.0.0" }, { publishedAt: "2020-01-01T00:00:00.000Z" })
    trial.met()
    const latest = trial.status(await read(trial.admin, id, "latest"), [200], "latest can be read")
    const [entry] = await packages.listAll(trial.admin, { name: id.name })
    trial.note(`After back-filling 2.0.0 into the past latest is ${String(objectOf(latest)["version"])}.`)
    trial.same(entry?.["version"], objectOf(latest)["version"], "The list means the same by latest", latest)
    if (trial.isOurs)
      trial.same(objectOf(latest)["version"], "1.0.0", "latest goes by publishedAt (open points, section 3)", latest)
  }),
  rule("REG-060", async (trial) => {
    const id = newPackage(trial)
    await publish(trial, { ...id, version: "1.0.0" })
    await publish(trial, { ...id, version: "1.1.0" })
    const latest = trial.status(await read(trial.admin, id, "latest"), [200], "latest can be read")
    trial.met()
    const exact = await read(trial.admin, id, String(objectOf(latest)["version"]))
    trial.same(objectOf(exact), objectOf(latest), "latest is the version that it names", exact)
  }),
  rule("REG-061", async (trial) => {
    const id = newPackage(trial)
    await publish(trial, { ...id, version: "1.0.0" })
    await publish(trial, { ...id, version: "1.1.0" })
    trial.met()
    trial.status(await remove(trial.admin, id, "1.1.0"), [204], "An available version can be deleted")
    trial.status(await read(trial.admin, id, "1.1.0"), [404], "A deleted version is gone")
    trial.status(await read(trial.admin, id, "1.0.0"), [200], "Other versions stay")
    trial.status(await remove(trial.admin, id, "1.0.0"), [204], "The last version can be deleted")
    trial.same(await packages.listAll(trial.admin, { name: id.name }), [], "A package without versions is not listed")
  }),
  rule(
    "REG-062",
    async (trial) => {
      const id = await publishNew(trial)
      trial.met()
      const refusal = trial.refused(
        await remove(trial.as("unprivileged"), id, id.version),
        "Deleting needs RegistryPublish"
      )
      if (trial.isOurs) trial.status(refusal, [403], "Authenticated and not allowed is 403 (open points, section 1)")
      trial.status(await read(trial.admin, id, id.version), [200], "The version stays")
      const again = trial.refused(
        await packages.start(trial.as("unprivileged"), id, { version: "1.0.1" }),
        "Publishing needs RegistryPublish"
      )
      if (trial.isOurs) trial.status(again, [403], "Authenticated and not allowed is 403 (open points, section 1)")
      const pending = { ...id, version: "1.0.2" }
      const { operationID } = await packages.prepare(trial, pending)
      trial.refused(
        await packages.complete(trial.as("unprivileged"), pending, operationID),
        "Completing needs RegistryPublish"
      )
    },
    { requires: ["admin", "unprivileged"] }
  ),
  rule("REG-063", async (trial) => {
    const id = await publishNew(trial)
    trial.met()
    const answer = trial.refused(await remove(trial.admin, id, "9.9.9"), "An unknown version can't be deleted")
    trial.note(`Deleting an unknown version is answered ${answer.status}.`)
    if (trial.isOurs) trial.status(answer, [404], "An unknown version is not found")
  }),
  rule("REG-064", async (trial) => {
    const id = await publishNew(trial)
    trial.met()
    const answer = await remove(trial.admin, id, "latest")
    trial.note(`Deleting latest is answered ${answer.status}.`)
    if (answer.status >= 500)
      throw trial.violated("Deleting latest is no fault", "below 500", `${answer.status}`, answer)
    if (trial.isOurs) trial.status(answer, [400], "A deletion names its version (open points, section 3)")
  }),
  rule("REG-065", async (trial) => {
    const answers: Array<number> = []
    for (let round = 0; round < 2; round += 1) {
      const id = await publishNew(trial)
      trial.needs(await remove(trial.admin, id, id.version), 204, "The deletion")
      trial.met()
      answers.push(
        trial.status(await packages.start(trial.admin, id, { version: id.version }), [202, 409], "Again").status
      )
    }
    trial.note(`Publishing a deleted version again is answered ${answers[0]}.`)
    trial.same(answers[1], answers[0], "The answer is the same each time")
  })
]
