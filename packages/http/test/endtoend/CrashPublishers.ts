/**
 * Publishers who work until the server dies under them, and what they know afterwards: what was acknowledged, and what
 * they can't be sure of. Knows no process.
 */
import { randomUUID } from "node:crypto"
import type { Api } from "./Api.ts"
import { madeUpFiles, type PackageFiles } from "./packageFiles.ts"
import { complete, type Started, started, uploadAll, type VersionName } from "./publishing.ts"

/** One attempt to publish. */
export interface Attempt {
  readonly version: VersionName
  readonly files: PackageFiles
  /** Occurs in the description of this version only. */
  readonly word: string
  /** How far it got; `completing` says that no answer to the completion arrived. */
  stage: "starting" | "uploading" | "completing" | "acknowledged"
  begun?: Started
}

const newAttempt = (name: string, count: number): Attempt => {
  const version = `1.0.${count}`
  const word = `w${randomUUID().replaceAll("-", "")}`
  return {
    version: { publisher: "acme", name, version },
    files: madeUpFiles(name, version, word),
    word,
    stage: "starting"
  }
}

/** A connection that broke is what these tests are about; anything else that goes wrong is a fault. */
const isBroken = (fault: unknown): boolean =>
  (fault instanceof TypeError && fault.message === "fetch failed") ||
  (fault instanceof TypeError && fault.message === "terminated")

const run = async (api: Api, attempt: Attempt, answered: () => void): Promise<void> => {
  attempt.begun = await started(api, attempt.version)
  answered()
  attempt.stage = "uploading"
  await uploadAll(attempt.begun, attempt.files)
  answered()
  attempt.stage = "completing"
  const reply = await complete(api, attempt.version, attempt.begun.operationID)
  if (reply.status !== 201) throw new Error(`A complete was answered ${reply.status}: ${reply.text}`)
  attempt.stage = "acknowledged"
  answered()
}

/** Publishes the versions of one package one after the other until the connection breaks. `answered` hears of every answer. */
export const publishUntilBroken = async (
  api: Api,
  name: string,
  answered: () => void
): Promise<ReadonlyArray<Attempt>> => {
  const attempts: Array<Attempt> = []
  for (;;) {
    const attempt = newAttempt(name, attempts.length)
    attempts.push(attempt)
    try {
      await run(api, attempt, answered)
    } catch (fault) {
      if (isBroken(fault)) return attempts
      throw fault
    }
  }
}

/** Uploads the files of so many versions of packages of their own, so that all that is left is to complete them. */
export const prepared = (
  api: Api,
  prefix: string,
  count: number
): Promise<ReadonlyArray<Attempt & { begun: Started }>> =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const attempt = newAttempt(`${prefix}-${index}`, 0)
      const begun = await started(api, attempt.version)
      await uploadAll(begun, attempt.files)
      return { ...attempt, stage: "completing" as const, begun }
    })
  )

/** Completes all at once until the connection breaks. */
export const completeAll = (api: Api, attempts: ReadonlyArray<Attempt & { begun: Started }>, answered: () => void) =>
  Promise.all(
    attempts.map(async (attempt) => {
      try {
        const reply = await complete(api, attempt.version, attempt.begun.operationID)
        if (reply.status !== 201) throw new Error(`A complete was answered ${reply.status}: ${reply.text}`)
        attempt.stage = "acknowledged"
        answered()
      } catch (fault) {
        if (!isBroken(fault)) throw fault
      }
    })
  )
