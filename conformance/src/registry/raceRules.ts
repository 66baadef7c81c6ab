/** Publishing, deleting and reading one version at the same time (Spec A, States and transitions). */
import fc from "fast-check"
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { isLinearizable, type Step } from "../laws/linearizable.ts"
import { tally, together } from "../laws/together.ts"
import type { Exchange } from "../wire/Exchange.ts"
import * as packages from "./packages.ts"

/** A race is lost now and then only; every round is another chance. */
const ROUNDS = 3

const only = (trial: Trial, exchanges: ReadonlyArray<Exchange>, statuses: ReadonlyArray<number>, why: string) => {
  for (const exchange of exchanges) trial.status(exchange, statuses, why)
}

const exactlyOne = (trial: Trial, exchanges: ReadonlyArray<Exchange>, status: number, why: string) => {
  if (exchanges.filter((one) => one.status === status).length !== 1)
    throw trial.violated(why, `exactly one ${status}`, tally(exchanges), exchanges.at(-1))
}

const rounds = async (
  trial: Trial,
  counts: ReadonlyArray<number>,
  body: (id: packages.VersionId, count: number) => Promise<void>
) => {
  for (let round = 0; round < ROUNDS; round += 1)
    for (const count of counts) {
      trial.nextCase()
      await body({ ...packages.newPackage(trial), version: "1.0.0" }, count)
    }
}

/** A version's life as the model sees it. */
type Life = "absent" | "present"

type Word = "complete" | "delete" | "get"

const legal: Readonly<Record<Word, (life: Life, status: number) => Life | undefined>> = {
  get: (life, status) => (status === (life === "present" ? 200 : 404) ? life : undefined),
  delete: (life, status) => (status === (life === "present" ? 204 : 404) ? "absent" : undefined),
  complete: (life, status) => {
    if (life === "absent") return status === 201 ? "present" : undefined
    return status === 409 || status === 404 ? "present" : undefined
  }
}

const client = async (
  trial: Trial,
  id: packages.VersionId,
  words: ReadonlyArray<Word>,
  operations: Array<packages.Started>,
  history: Array<Step<Life>>
) => {
  for (const word of words) {
    const operation = word === "complete" ? operations.pop() : undefined
    if (word === "complete" && operation === undefined) continue
    const startedAt = performance.now()
    const exchange =
      word === "get"
        ? await packages.read(trial.admin, id, id.version)
        : word === "delete"
          ? await packages.remove(trial.admin, id, id.version)
          : await packages.complete(trial.admin, id, operation?.operationID)
    const endedAt = performance.now()
    history.push({
      name: `${word} ${exchange.status}`,
      startedAt,
      endedAt,
      step: (life) => legal[word](life, exchange.status)
    })
  }
}

const words = fc.array(fc.constantFrom<Word>("complete", "get", "delete", "get"), { minLength: 3, maxLength: 6 })

export const raceRules: ReadonlyArray<Rule> = [
  rule("REG-049", (trial) =>
    rounds(trial, [2, 8], async (id, count) => {
      const operations: Array<packages.Started> = []
      for (let index = 0; index < count; index += 1)
        operations.push(await packages.prepare(trial, id, { which: ["schema", "index"] }))
      trial.met()
      const answers = await together(count, (index) =>
        packages.complete(trial.admin, id, operations[index]?.operationID)
      )
      exactlyOne(trial, answers, 201, "Of parallel completions of one version one wins")
      only(trial, answers, [201, 404, 409], "The others meet the version")
      trial.status(await packages.read(trial.admin, id, id.version), [200], "The version is there")
    })
  ),
  rule("REG-050", (trial) =>
    rounds(trial, [2, 16], async (id, count) => {
      const { operationID } = await packages.prepare(trial, id, { which: ["schema", "index"] })
      trial.met()
      const answers = await together(count, () => packages.complete(trial.admin, id, operationID))
      exactlyOne(trial, answers, 201, "Of parallel completions of one operation one wins")
      only(trial, answers, [201, 404, 409], "The others meet the version")
    })
  ),
  rule("REG-051", (trial) =>
    rounds(trial, [16], async (id, count) => {
      trial.met()
      const answers = await together(count, () => packages.start(trial.admin, id, { version: id.version }))
      only(trial, answers, [202, 409], "A start begins an operation or meets the version")
      const [first] = answers.filter(({ status }) => status === 202).map(packages.startedOf)
      if (first === undefined) return
      await packages.upload(trial, id, first, ["schema", "index"])
      trial.status(await packages.complete(trial.admin, id, first.operationID), [201], "One of them can be completed")
      trial.same((await packages.listAll(trial.admin, { name: id.name })).length, 1, "At most one version results")
    })
  ),
  rule("REG-066", (trial) =>
    rounds(trial, [8], async (id, count) => {
      await packages.publish(trial, id)
      trial.met()
      const answers = await together(count, () => packages.remove(trial.admin, id, id.version))
      only(trial, answers, [204, 404], "A deletion succeeds or finds nothing")
      if (!answers.some(({ status }) => status === 204))
        throw trial.violated("One deletion succeeds", "a 204", tally(answers), answers[0])
      trial.status(await packages.read(trial.admin, id, id.version), [404], "The version is gone")
    })
  ),
  rule("REG-067", (trial) =>
    rounds(trial, [1], async (id) => {
      await packages.publish(trial, id)
      trial.met()
      const seen: Array<Exchange> = []
      const deletion = { isDone: false }
      const reader = async () => {
        for (let turn = 0; turn < 40 && !(deletion.isDone && seen.at(-1)?.status === 404); turn += 1)
          seen.push(await packages.read(trial.admin, id, id.version))
      }
      const deleter = async () => {
        await packages.remove(trial.admin, id, id.version)
        deletion.isDone = true
      }
      await Promise.all([reader(), deleter()])
      seen.push(await packages.read(trial.admin, id, id.version))
      only(trial, seen, [200, 404], "A read finds the version or does not")
      const gone = seen.findIndex(({ status }) => status === 404)
      const back = seen.find(({ status }, index) => gone !== -1 && index > gone && status === 200)
      if (back !== undefined) throw trial.violated("Once gone it stays gone", "404", "200 after a 404", back)
    })
  ),
  rule("CORE-087", (trial) =>
    trial.check(
      [fc.array(words, { minLength: 2, maxLength: 3 })],
      async (clients) => {
        const id = { ...packages.newPackage(trial), version: "1.0.0" }
        const operations: Array<packages.Started> = []
        for (let index = 0; index < 3; index += 1)
          operations.push(await packages.prepare(trial, id, { which: ["schema", "index"] }))
        const history: Array<Step<Life>> = []
        await Promise.all(clients.map((one) => client(trial, id, one, operations, history)))
        trial.met()
        if (!isLinearizable<Life>(history, "absent"))
          throw trial.violated(
            "What happened at the same time has a legal order",
            "an order in which every answer is right",
            history
              .toSorted((left, right) => left.startedAt - right.startedAt)
              .map((one) => `${one.name} [${one.startedAt.toFixed(1)}–${one.endedAt.toFixed(1)} ms]`)
              .join("; ")
          )
      },
      6,
      10
    )
  ),
  rule("CORE-086", async (trial) => {
    const id = await packages.publishNew(trial)
    for (const path of [packages.versionPath(id, "1.0.0"), packages.versionPath(id, "latest")]) {
      trial.met()
      const answers = await together(8, () => trial.admin.get(path))
      for (const answer of answers)
        trial.same(answer.text, answers[0]?.text, "Parallel reads of one thing are equal", answer)
    }
  })
]
