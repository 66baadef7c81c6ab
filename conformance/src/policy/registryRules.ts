/** Policy packs in the registry: reads, two-phase publish, deletes (Spec A, Policy packs, registry-scoped). */
import type { Caller } from "../engine/Caller.ts"
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import type { Exchange } from "../wire/Exchange.ts"
import * as packs from "./packs.ts"

const { completeStarted, newPack, packOf, publish, publishNew, registeredPath, registeredVersion, start, upload } =
  packs

const publishStarted = async (trial: Trial, id: packs.PackId, version: string): Promise<void> => {
  const begun = trial.needs(await start(trial.admin, id, version), 202, "The start of a publish")
  await upload(trial, begun)
  trial.needs(await completeStarted(trial.admin, id, version, begun), 201, "The completion of a publish")
}

const refusedWithout = async (
  trial: Trial,
  id: packs.PackId,
  send: (caller: Caller) => Promise<Exchange>,
  why: string
) => {
  trial.met()
  const answer = trial.refused(await send(trial.as("unprivileged")), why)
  if (trial.isOurs) trial.status(answer, [403], `${why}: 403 (open points, section 1)`)
  trial.status(await trial.admin.get(registeredVersion(id, "latest")), [200], "Nothing was changed")
}

const withUnprivileged = { requires: ["admin", "organization", "unprivileged"] } as const

export const registryRules: ReadonlyArray<Rule> = [
  rule(
    "POL-068",
    async (trial) => {
      const id = await publishNew(trial)
      await refusedWithout(trial, id, (as) => as.delete(registeredPath(id)), "A pack delete takes RegistryPublish")
    },
    withUnprivileged
  ),
  rule("POL-069", async (trial) => {
    trial.met()
    trial.status(await trial.admin.delete(registeredPath(newPack(trial))), [404], "An unknown pack can't be deleted")
  }),
  rule("POL-070", async (trial) => {
    const id = await publishNew(trial)
    const second = await publish(trial, id)
    trial.met()
    const answer = await trial.admin.delete(registeredPath(id))
    trial.status(answer, trial.isOurs ? [204] : [200, 202, 204], "A pack can be deleted")
    for (const version of [id.version, second])
      trial.status(await packs.read(trial.admin, id, version), [404], "All its versions are gone")
    trial.status(await trial.admin.get(`${registeredPath(id)}/versions`), [404], "The pack is gone")
  }),
  rule(
    "POL-072",
    async (trial) => {
      const id = await publishNew(trial)
      await refusedWithout(trial, id, (as) => start(as, id, "9.0.0"), "A publish takes RegistryPublish")
    },
    withUnprivileged
  ),
  rule("POL-073", async (trial) => {
    const id = newPack(trial)
    const { name: _, ...rest } = packs.packBody(id.name)
    const body = { ...rest, version: "1.0.0" }
    for (const path of [
      registeredPath(id, "nowhere"),
      registeredPath({ ...id, organization: `${trial.context.name()}-nobody` })
    ]) {
      trial.nextCase()
      trial.met()
      trial.status(await trial.admin.post(`${path}/versions`, body), [404], "Where there is no source, nothing starts")
    }
  }),
  rule("POL-074", async (trial) => {
    const id = newPack(trial)
    await publishStarted(trial, id, "2.0.0")
    await publishStarted(trial, id, "1.0.1")
    trial.met()
    const answer = trial.status(await trial.admin.get(registeredVersion(id, "latest")), [200], "latest can be read")
    trial.same(packOf(answer)["version"], "1.0.1", "latest is the most recently published", answer)
    if (!Array.isArray(packOf(answer)["policies"]))
      throw trial.violated("A version has its policies", "policies", answer.text.slice(0, 80), answer)
    const older = trial.status(await trial.admin.get(registeredVersion(id, "2.0.0")), [200], "So can another one")
    trial.same(packOf(older)["version"], "2.0.0", "It is the version of the path", older)
    if (!trial.isOurs) return
    trial.same((await packs.listed(trial.admin, id))?.["versions"], [2, 1], "Both scopes have one store")
    trial.status(await start(trial.admin, id, "2.0.0"), [409], "A version is published once (open points, section 5)")
  }),
  rule("POL-075", async (trial) => {
    const id = await publishNew(trial)
    for (const path of [registeredVersion(id, "9.9.9"), registeredVersion(newPack(trial), "1.0.0")]) {
      trial.nextCase()
      trial.met()
      trial.status(await trial.admin.get(path), [404], "An unknown version is not found")
    }
  }),
  rule(
    "POL-076",
    async (trial) => {
      const id = newPack(trial)
      await publishStarted(trial, id, "1.0.0")
      const path = registeredVersion(id, "1.0.0")
      await refusedWithout(trial, id, (as) => as.delete(path), "A version delete takes RegistryPublish")
      trial.status(await trial.admin.delete(path), trial.isOurs ? [204] : [200, 202, 204], "With it, it is deleted")
    },
    withUnprivileged
  ),
  rule("POL-077", async (trial) => {
    const id = await publishNew(trial)
    trial.met()
    trial.status(await trial.admin.delete(registeredVersion(id, "9.9.9")), [404], "An unknown version can't be deleted")
    const path = registeredVersion(newPack(trial), "1.0.0")
    trial.status(await trial.admin.delete(path), [404], "Nor one of an unknown pack")
    trial.status(await packs.read(trial.admin, id, id.version), [200], "What is there stays")
  }),
  rule("POL-078", async (trial) => {
    const id = await publishNew(trial)
    for (const source of ["platform", "bridged"]) {
      trial.met()
      const path = registeredPath(id, source)
      const answers = [await trial.admin.get(`${path}/versions`), await trial.admin.delete(path)]
      trial.note(`The source ${source} is answered ${answers.map(({ status }) => status).join(" and ")}.`)
      for (const answer of answers) trial.status(answer, [400, 404], "Another source has no packs")
    }
    trial.status(await packs.read(trial.admin, id, id.version), [200], "What is there stays")
  }),
  rule("POL-079", async (trial) => {
    const id = newPack(trial)
    const begun = await start(trial.admin, id, "1.0.0")
    if (trial.isOurs) trial.status(begun, [202], "A publish is started (open points, section 5)")
    trial.met()
    const early = await completeStarted(trial.admin, id, "1.0.0", begun)
    const path = `${registeredVersion(id, "1.0.0")}/complete`
    const unknown = await trial.admin.post(path, { operationID: "7c1f3a52-0000-4000-8000-5d2f0c9be001" })
    if (trial.isOurs) trial.status(unknown, [404], "An unknown operation is not found (open points, section 5)")
    await upload(trial, begun)
    const done = await completeStarted(trial.admin, id, "1.0.0", begun)
    const again = await completeStarted(trial.admin, id, "1.0.0", begun)
    trial.note(`Without an upload ${early.status}, with it ${done.status}, repeated ${again.status}.`)
    const expected = trial.isOurs ? [400, 201, 409] : [early.status, done.status, again.status]
    trial.same([early.status, done.status, again.status], expected, "Completion (open points, section 5)", again)
    if ([early, done, again].some(({ status }) => status >= 500))
      throw trial.violated("A completion is no fault", "below 500", "500 or more", again)
  })
]
