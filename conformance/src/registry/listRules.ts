/** Who sees which packages in the list, and how many at a time (Spec A, Registry). */
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { judgeValue } from "../table/judgeBody.ts"
import { packageMetadata } from "../table/registryTable.ts"
import { objectOf } from "../wire/Exchange.ts"
import { shelfOf } from "./packageLists.ts"
import * as packages from "./packages.ts"

const { identityOf, list, listAll, packagesOf } = packages

const MANY = 101

/** Publishes at a time. */
const PUBLISHERS = 8

/** More packages than a default page holds, found by one search. */
const makeMany = async (trial: Trial): Promise<string> => {
  const prefix = trial.context.name()
  const numbers = Array.from({ length: MANY }, (_, index) => index)
  const worker = async () => {
    for (let index = numbers.shift(); index !== undefined; index = numbers.shift()) {
      const name = `${prefix}-q${index.toString().padStart(3, "0")}`
      await packages.publish(trial, { source: "private", publisher: trial.organization, name, version: "1.0.0" })
    }
  }
  await Promise.all(Array.from({ length: PUBLISHERS }, worker))
  return prefix
}

const manyRules: ReadonlyArray<Rule> = [
  rule("REG-001", async (trial) => {
    const search = await manyOf(trial)
    trial.met()
    const page = trial.status(await list(trial.admin, { search }), [200], "The list is answered")
    trial.same(packagesOf(page).length, 100, "Without limit a page holds 100 packages", page)
  }),
  rule("REG-003", async (trial) => {
    const search = await manyOf(trial)
    for (const limit of [1, 2, 99, 100, 101]) {
      trial.nextCase()
      trial.met()
      const page = await list(trial.admin, { search, limit })
      if (page.status === 400 && limit > 100 && !trial.isOurs) continue
      trial.status(page, [200], `limit=${limit} is answered`)
      const { length } = packagesOf(page)
      if (length > limit || (trial.isOurs && length !== limit))
        throw trial.violated("limit bounds a page", `${limit}`, `${length}`, page)
    }
  })
]

const manyOf = (trial: Trial): Promise<string> =>
  trial.context.shared("a hundred packages", async () => {
    const prefix = await makeMany(trial)
    trial.keepForRun()
    return prefix
  })

const seenRules: ReadonlyArray<Rule> = [
  rule("REG-002", async (trial) => {
    await shelfOf(trial)
    for (const query of [{}, { publisher: trial.organization }, { name: "cf-no-such-package" }]) {
      const answer = trial.status(await list(trial.admin, query), [200], "The list is answered")
      const found = objectOf(answer)["packages"]
      if (!Array.isArray(found))
        throw trial.violated("packages is always present", "an array", answer.text.slice(0, 200), answer)
      for (const entry of found) {
        trial.met()
        const deviation = judgeValue(packageMetadata, entry).find(({ kind }) => kind !== "unknown")
        if (deviation !== undefined)
          throw trial.violated(
            `Each is a PackageMetadata: ${deviation.path}`,
            deviation.expected,
            deviation.got,
            answer
          )
      }
    }
  }),
  rule("REG-004", async (trial) => {
    for (const limit of [1000, 10_000]) {
      trial.met()
      const answer = await list(trial.admin, { limit })
      trial.note(`limit=${limit} is answered ${answer.status}.`)
      trial.status(answer, trial.isOurs ? [400] : [200, 400], "A very large limit is honoured, clamped or refused")
    }
    if (trial.isOurs) {
      trial.status(await list(trial.admin, { limit: 500 }), [200], "500 is the largest limit (open points, section 1)")
      trial.status(
        await list(trial.admin, { limit: 501 }),
        [400],
        "501 is more than the largest limit (open points, section 1)"
      )
    }
  }),
  rule("REG-005", async (trial) => {
    trial.met()
    const answer = await list(trial.admin, { limit: 0 })
    trial.note(`limit=0 is answered ${answer.status}.`)
    trial.status(answer, trial.isOurs ? [400] : [200, 400], "limit=0 is refused or means the default")
  }),
  rule("REG-017", async (trial) => {
    await shelfOf(trial)
    for (const query of [{}, { publisher: trial.organization }]) {
      const answer = trial.status(await list(trial.anonymous, query), [200], "Anonymous callers read the list")
      for (const entry of packagesOf(answer)) {
        trial.met()
        if (entry["usageStats"] !== undefined)
          throw trial.violated(
            "Anonymous callers see no usage",
            "no usageStats",
            JSON.stringify(entry["usageStats"]),
            answer
          )
      }
    }
  }),
  rule("REG-020", async (trial) => {
    const id = await packages.publishNew(trial)
    for (const query of [
      {},
      { publisher: trial.organization },
      { name: id.name },
      { visibility: "private" },
      { search: id.name }
    ]) {
      trial.met()
      const answer = trial.status(await list(trial.anonymous, query), [200, 400], "Anonymous callers read the list")
      const seen = packagesOf(answer).find((entry) => entry["visibility"] !== "public" || entry["name"] === id.name)
      if (seen !== undefined)
        throw trial.violated("Anonymous callers see no private package", "public ones only", identityOf(seen), answer)
    }
    trial.refused(await packages.read(trial.anonymous, id, id.version), "Nor can they read one")
  }),
  rule(
    "REG-021",
    async (trial) => {
      const id = await packages.publishNew(trial)
      const outsider = trial.as("outsider")
      for (const query of [
        { publisher: trial.organization },
        { orgLogin: trial.organization },
        { name: id.name },
        { search: id.name }
      ]) {
        trial.met()
        const answer = await list(outsider, query)
        const seen = packagesOf(answer).find((entry) => entry["name"] === id.name)
        if (seen !== undefined)
          throw trial.violated("Outsiders see no private package", "no such entry", identityOf(seen), answer)
      }
      trial.refused(await packages.read(outsider, id, id.version), "Nor can they read it")
    },
    { requires: ["admin", "outsider"] }
  ),
  rule(
    "REG-024",
    async (trial) => {
      await shelfOf(trial)
      const found = (await listAll(trial.admin, {})).map(identityOf)
      trial.met()
      const twice = found.find((one, index) => found.indexOf(one) !== index)
      if (twice !== undefined) throw trial.violated("No two entries are one package", "each once", `${twice} twice`)
    },
    { turn: "alone" }
  )
]

export const listRules: ReadonlyArray<Rule> = [...manyRules, ...seenRules]
