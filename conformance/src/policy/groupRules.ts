/** Applying and enabling packs by policy groups, which the API has no operation for (Spec A, States and transitions). */
import { Inconclusive } from "../engine/Outcome.ts"
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { objectOf } from "../wire/Exchange.ts"
import * as packs from "./packs.ts"

const { publish, publishNew, read, remove, removePack } = packs

const withApply = { requires: ["admin", "hook:applyPack"] } as const
const withEnable = { requires: ["admin", "hook:enablePack"] } as const

/** Applies a version, or takes it out of use; what is applied is taken out, and deleted, when the rule ends. */
export const apply = async (trial: Trial, id: packs.PackId, version: number, applied = true): Promise<void> => {
  const input = { organization: id.organization, name: id.name, version }
  await trial.hook("applyPack", { ...input, applied })
  if (!applied) return
  trial.finally(async () => {
    await trial.hook("applyPack", { ...input, applied: false })
    await packs.forget(trial.admin, id)
  })
}

const enable = async (trial: Trial, id: packs.PackId, enabled = true): Promise<void> => {
  const input = { organization: id.organization, name: id.name }
  await trial.hook("enablePack", { ...input, enabled })
  if (!enabled) return
  trial.finally(async () => {
    await trial.hook("enablePack", { ...input, enabled: false })
    await packs.forget(trial.admin, id)
  })
}

const appliedOf = async (trial: Trial, id: packs.PackId, version: number): Promise<unknown> =>
  objectOf(trial.status(await read(trial.admin, id, version), [200], "A complete version can be read"))["applied"]

const ROUNDS = 4

export const groupRules: ReadonlyArray<Rule> = [
  rule(
    "POL-037",
    async (trial) => {
      const id = await publishNew(trial)
      const second = await publish(trial, id)
      await apply(trial, id, id.version)
      trial.met()
      trial.same(await appliedOf(trial, id, id.version), true, "An applied version says so")
      trial.same(await appliedOf(trial, id, second), false, "Another version of the pack does not")
      await apply(trial, id, id.version, false)
      trial.same(await appliedOf(trial, id, id.version), false, "A version that is not applied any more says so")
    },
    withApply
  ),
  rule(
    "POL-039",
    async (trial) => {
      const id = await publishNew(trial)
      await apply(trial, id, id.version)
      trial.met()
      trial.status(await remove(trial.admin, id, id.version), [409], "An applied version can't be deleted")
      trial.status(await read(trial.admin, id, id.version), [200], "It is still there")
    },
    withApply
  ),
  rule(
    "POL-040",
    async (trial) => {
      const { name, version } = trial.fixture("externalPack")
      const id = { organization: trial.organization, name }
      trial.met()
      trial.status(await remove(trial.admin, id, version), [400], "An external pack can't be deleted")
      trial.status(await read(trial.admin, id, version), [200], "It is still there")
    },
    { requires: ["admin", "organization", "fixture:externalPack"] }
  ),
  rule(
    "POL-043",
    async (trial) => {
      const id = await publishNew(trial)
      await apply(trial, id, id.version)
      await apply(trial, id, id.version, false)
      trial.met()
      trial.status(await remove(trial.admin, id, id.version), [200], "What is not applied any more can be deleted")
    },
    withApply
  ),
  rule(
    "POL-044",
    async (trial) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        trial.nextCase()
        const id = await publishNew(trial)
        const applying = apply(trial, id, id.version).then(
          () => true,
          (error: unknown) => {
            if (error instanceof Inconclusive) return false
            throw error
          }
        )
        const [applied, deleted] = await Promise.all([applying, remove(trial.admin, id, id.version)])
        const shown = await read(trial.admin, id, id.version)
        trial.met()
        const [isApplied, isDeleted] = [applied && shown.status === 200, deleted.status === 200]
        if (isDeleted && shown.status !== 404)
          throw trial.violated("What was deleted is gone", "status 404", `status ${shown.status}`, shown)
        if (isApplied === isDeleted)
          throw trial.violated(
            "A version is applied or deleted, never both or none",
            "one of both",
            `apply ${applied ? "succeeded" : "failed"}, delete answered ${deleted.status}, get ${shown.status}`,
            deleted
          )
      }
    },
    withApply
  ),
  rule(
    "POL-046",
    async (trial) => {
      const id = await publishNew(trial)
      const second = await publish(trial, id)
      await enable(trial, id)
      trial.met()
      trial.status(await removePack(trial.admin, id), [400], "An enabled pack can't be deleted")
      for (const version of [id.version, second])
        trial.status(await read(trial.admin, id, version), [200], "Every version stays")
      await enable(trial, id, false)
      trial.status(await removePack(trial.admin, id), [200], "When it is not enabled any more it can")
    },
    withEnable
  )
]
