/** Completing, reading and deleting versions and packs (Spec A, States and transitions). */
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { objectOf } from "../wire/Exchange.ts"
import * as packs from "./packs.ts"

const {
  complete,
  create,
  createdOf,
  listed,
  newPack,
  packBody,
  prepare,
  publish,
  publishNew,
  read,
  remove,
  removePack
} = packs

/** Texts that name no version of any pack. */
const strange = ["abc", "0", "-1", "1.0", "01", "100000000000000000000", "9.9.9", "%00", " 1", "1e3"]

const nowhere = (trial: Trial, id: packs.PackId): ReadonlyArray<readonly [packs.PackId, number | string]> => [
  [{ ...id, name: trial.context.name() }, 1],
  [id, 4711],
  [id, "9.9.9"]
]

const isGone = async (trial: Trial, id: packs.PackId, version: number) => {
  trial.status(await read(trial.admin, id, version), [404], "What was deleted can't be read")
  trial.status(await complete(trial.admin, id, version), [404], "What was deleted can't be completed")
}

export const versionRules: ReadonlyArray<Rule> = [
  rule("POL-013", async (trial) => {
    const id = newPack(trial)
    const first = await publish(trial, id)
    const second = await publish(trial, id)
    trial.needs(await remove(trial.admin, id, second), 200, "The deletion of a version")
    trial.met()
    const next = createdOf(trial.needs(await create(trial.admin, id), 201, "The create after a deletion")).version
    if (next <= second)
      throw trial.violated("A number is never used again", `more than ${second}`, `${next} (after ${first}, ${second})`)
  }),
  rule("POL-014", async (trial) => {
    const id = await publishNew(trial)
    trial.needs(await removePack(trial.admin, id), 200, "The deletion of a pack")
    trial.met()
    const { version } = createdOf(trial.needs(await create(trial.admin, id), 201, "The create after a deletion"))
    trial.note(`After the deletion of a pack with version 1 the next one is ${version}.`)
    if (trial.isOurs) trial.same(version, 2, "Numbers are never used again (open points, section 5)")
  }),
  rule("POL-028", async (trial) => {
    const id = newPack(trial)
    const version = await prepare(trial, id)
    trial.met()
    trial.status(await complete(trial.admin, id, version), [204], "An incomplete version can be completed")
    trial.status(await read(trial.admin, id, version), [200], "It is available then")
  }),
  rule("POL-029", async (trial) => {
    const id = await publishNew(trial)
    const before = await read(trial.admin, id, id.version)
    trial.met()
    trial.status(await complete(trial.admin, id, id.version), [400], "A complete version is not completed again")
    trial.same((await read(trial.admin, id, id.version)).text, before.text, "Nothing has changed")
  }),
  rule("POL-030", async (trial) => {
    const id = await publishNew(trial)
    for (const [pack, version] of nowhere(trial, id)) {
      trial.nextCase()
      trial.met()
      trial.status(await complete(trial.admin, pack, version), [404], "What is not there can't be completed")
    }
  }),
  rule("POL-032", async (trial) => {
    const id = newPack(trial)
    const { version } = createdOf(trial.needs(await create(trial.admin, id), 201, "The create of a policy pack"))
    trial.met()
    trial.status(await read(trial.admin, id, version), [400], "An incomplete version can't be read")
  }),
  rule("POL-033", async (trial) => {
    const id = await publishNew(trial)
    trial.met()
    const shown = trial.status(await read(trial.admin, id, id.version), [200], "A complete version can be read")
    trial.same(objectOf(shown)["applied"], false, "Nothing applies it yet", shown)
  }),
  rule("POL-034", async (trial) => {
    const id = await publishNew(trial)
    const elsewhere = { ...id, organization: trial.context.name() }
    for (const [pack, version] of [...nowhere(trial, id), [elsewhere, id.version] as const]) {
      trial.nextCase()
      trial.met()
      trial.status(await read(trial.admin, pack, version), [404], "What is not there can't be read")
    }
  }),
  rule("POL-035", async (trial) => {
    const id = newPack(trial)
    for (const versionTag of ["1.0.0", "2.1.0-rc.1"]) {
      const version = await publish(trial, id, { versionTag })
      trial.met()
      const shown = trial.status(await read(trial.admin, id, version), [200], "A complete version can be read")
      const { name, version: number, versionTag: tag } = objectOf(shown)
      trial.same([name, number, tag], [id.name, version, versionTag], "It is the version of the path", shown)
      if (!trial.isOurs) continue
      const byTag = trial.status(await read(trial.admin, id, versionTag), [200], "A tag names its version")
      trial.same(byTag.text, shown.text, "By tag it is the same (open points, section 5)", byTag)
    }
  }),
  rule("POL-036", async (trial) => {
    const id = await publishNew(trial)
    for (const version of strange) {
      trial.nextCase()
      trial.met()
      const answer = await read(trial.admin, id, version)
      trial.status(answer, [400, 404], "What names no version is refused")
    }
  }),
  rule("POL-038", async (trial) => {
    const id = newPack(trial)
    const first = await publish(trial, id)
    const second = await publish(trial, id)
    trial.met()
    trial.status(await remove(trial.admin, id, second), [200], "A version that nobody applies can be deleted")
    await isGone(trial, id, second)
    trial.same((await listed(trial.admin, id))?.["versions"], [first], "The list shows the others")
  }),
  rule("POL-041", async (trial) => {
    const id = await publishNew(trial)
    for (const [pack, version] of nowhere(trial, id)) {
      trial.nextCase()
      trial.met()
      trial.status(await remove(trial.admin, pack, version), [404], "What is not there can't be deleted")
    }
    trial.status(await read(trial.admin, id, id.version), [200], "What is there stays")
  }),
  rule("POL-042", async (trial) => {
    const id = newPack(trial)
    const { version } = createdOf(trial.needs(await create(trial.admin, id), 201, "The create of a policy pack"))
    trial.met()
    const answer = await remove(trial.admin, id, version)
    trial.note(`The deletion of an incomplete version is answered ${answer.status}.`)
    trial.status(answer, trial.isOurs ? [200] : [200, 400, 404, 409], "It is deleted or refused")
  }),
  rule("POL-045", async (trial) => {
    const id = newPack(trial)
    for (let count = 0; count < 3; count += 1) await publish(trial, id)
    trial.met()
    trial.status(await removePack(trial.admin, id), [200], "A pack that nobody uses can be deleted")
    for (const version of [1, 2, 3]) await isGone(trial, id, version)
  }),
  rule("POL-047", async (trial) => {
    trial.met()
    const answer = await trial.admin.delete(packs.packPath({ ...newPack(trial) }))
    trial.status(answer, [404], "A pack that is not there can't be deleted")
  }),
  rule("POL-048", async (trial) => {
    const id = newPack(trial)
    await publish(trial, id, { versionTag: "1.0.0" })
    await publish(trial, id)
    const pending = await prepare(trial, id)
    trial.needs(await removePack(trial.admin, id), 200, "The deletion of a pack")
    trial.met()
    for (const version of [1, 2, pending]) await isGone(trial, id, version)
    trial.same(await listed(trial.admin, id), undefined, "The list does not show it")
    const inRegistry = await trial.admin.get(`${packs.registeredPath(id)}/versions`)
    trial.status(inRegistry, [404], "The registry does not show it")
    trial.status(await trial.admin.get(packs.registeredVersion(id, "1.0.0")), [404], "Nor any version of it")
  }),
  rule("OUR-501", async (trial) => {
    const id = newPack(trial)
    const begun = trial.needs(await create(trial.admin, id, packBody(id.name)), 201, "The create of a policy pack")
    const path = packs.versionPath(id, createdOf(begun).version)
    trial.met()
    trial.status(await trial.admin.send("POST", `${path}/complete`), [400], "Without an upload nothing is completed")
    const bad = [Buffer.from("no archive"), packs.archiveWith("../outside"), packs.archiveWith("/etc/passwd")]
    for (const bytes of bad) {
      await packs.upload(trial, begun, bytes)
      trial.status(await trial.admin.send("POST", `${path}/complete`), [400], "An archive stays inside itself")
    }
    await packs.upload(trial, begun)
    trial.status(await trial.admin.send("POST", `${path}/complete`), [204], "Put right, it completes")
  })
]
