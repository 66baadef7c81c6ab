/** Listing services and reading them with their items (Spec B, Services, rows 1, 3 and 6; Limits). */
import { judgeValue } from "../table/judgeBody.ts"
import { operationOf } from "../table/operations.ts"
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { type Exchange, isRecord, jsonOf, objectOf } from "../wire/Exchange.ts"
import * as services from "./services.ts"

const MAXIMUM = 1000

/** Five services of this run at least, however many others there are. */
const some = (trial: Trial): Promise<void> =>
  trial.context.shared("services to list", async () => {
    for (let index = 0; index < 5; index += 1) await services.made(trial, { items: services.stacks(index) })
    trial.keepForRun()
  })

const wholeTable = (trial: Trial, id: string, answer: Exchange) => {
  const found = judgeValue(operationOf(id).success.body!, jsonOf(answer)).find(({ kind }) => kind !== "unknown")
  if (found !== undefined)
    throw trial.violated("The answer is what the table says", `${found.path}: ${found.expected}`, found.got, answer)
}

const hasToken = (page: Exchange): boolean => "continuationToken" in objectOf(page)

/** Sizes with and without remainder. */
const sizesFor = (total: number) => [...new Set([1, 2, 3, total - 1, total, total + 1])].filter((size) => size > 0)

/** A service with twelve items, and all of them in their order. */
const shelf = async (trial: Trial) => {
  const items = [...services.stacks(8), ...services.stacks(4).map((item) => ({ ...item, type: "environment" }))]
  const { path } = await services.made(trial, { items })
  const all = (await services.allItems(trial.admin, path)).map(services.keyOf)
  trial.same(all.toSorted(), items.map(services.keyOf).toSorted(), "Every item is there once")
  return { path, all }
}

const itemPages = async (trial: Trial) => {
  const { all, path } = await shelf(trial)
  for (const size of sizesFor(all.length)) {
    trial.nextCase()
    const pages = await services.walk(trial.admin, path, size)
    trial.met()
    trial.same(
      pages.flatMap(services.itemsOf).map(services.keyOf),
      all,
      `The pages of size ${size} joined are all items`,
      pages.at(-1)
    )
    for (const page of pages)
      if (services.itemsOf(page).length > size)
        throw trial.violated(
          "No page holds more than was asked for",
          `${size}`,
          `${services.itemsOf(page).length}`,
          page
        )
    const filled = services.itemsOf(pages[0]!).length === size
    if (filled && pages.length !== Math.ceil(all.length / size))
      throw trial.violated(
        "There is a token exactly while items remain",
        `${Math.ceil(all.length / size)} pages`,
        `${pages.length}`,
        pages.at(-1)
      )
  }
}

const listLimit = async (trial: Trial, size: number) => {
  const page = trial.status(
    await trial.admin.get(services.listPath(trial), { maxResults: size }),
    [200],
    `A page of ${size} is answered`
  )
  trial.met()
  const { length } = services.servicesOf(page)
  if (length > size) throw trial.violated("No page holds more than was asked for", `at most ${size}`, `${length}`, page)
  return page
}

/** Nobody is told more than the maximum; whether that is refused or cut down is for the target to say. */
const aboveMaximum = async (trial: Trial, path: string, count: (page: Exchange) => number) => {
  for (const size of [MAXIMUM + 1, 100_000]) {
    trial.met()
    const page = await trial.admin.get(path, { maxResults: size })
    trial.note(`maxResults=${size} is answered ${page.status}.`)
    trial.status(page, trial.isOurs ? [400] : [200, 400], "More than the maximum is refused or cut down")
    if (page.status === 200 && count(page) > MAXIMUM)
      throw trial.violated("No page is larger than the maximum", `at most ${MAXIMUM}`, `${count(page)}`, page)
  }
}

/** More services than a page may hold, made once a run and only where a page of that size is answered at all. */
const thousand = (trial: Trial): Promise<void> =>
  trial.context.shared("more services than a page holds", async () => {
    const make = async () => void (await services.made(trial))
    for (let left = MAXIMUM + 1; left > 0; left -= 50)
      await Promise.all(Array.from({ length: Math.min(50, left) }, make))
    trial.keepForRun()
  })

export const readRules: ReadonlyArray<Rule> = [
  rule("SVC-001", async (trial) => {
    await some(trial)
    for (const size of [1, 2, 3]) {
      trial.nextCase()
      const page = await listLimit(trial, size)
      if (typeof objectOf(page)["continuationToken"] !== "string")
        throw trial.violated("There is a token while services remain", "a continuationToken", "none", page)
    }
    for (const size of [MAXIMUM - 1, MAXIMUM]) await listLimit(trial, size)
  }),
  rule("SVC-002", async (trial) => {
    const path = services.listPath(trial)
    const probe = await trial.admin.get(path, { maxResults: MAXIMUM + 1 })
    if (probe.status === 200 && !trial.isOurs) await thousand(trial)
    await aboveMaximum(trial, path, (page) => services.servicesOf(page).length)
  }),
  rule("SVC-003", async (trial) => {
    for (const size of [0, -1]) {
      trial.met()
      const answer = await trial.admin.get(services.listPath(trial), { maxResults: size })
      trial.note(`maxResults=${size} is answered ${answer.status}.`)
      if (trial.isOurs) trial.status(answer, [400], "A page of nothing is refused (open points, section 1)")
    }
  }),
  rule(
    "SVC-004",
    async (trial) => {
      await some(trial)
      const all = (await services.listed(trial)).map(({ name }) => name)
      for (const size of sizesFor(all.length).filter((one) => all.length / one < 90)) {
        trial.nextCase()
        const pages = await services.walk(trial.admin, services.listPath(trial), size)
        trial.met()
        trial.same(
          pages.flatMap(services.servicesOf).map(({ name }) => name),
          all,
          `The pages of size ${size} joined are the list`,
          pages.at(-1)
        )
        const last = pages.at(-1)!
        if (hasToken(last) || (pages.length > 1 && services.servicesOf(last).length === 0))
          throw trial.violated("The last page has no token", "no continuationToken", "one more page", last)
      }
    },
    { turn: "alone" }
  ),
  rule("SVC-005", async (trial) => {
    await some(trial)
    const page = await listLimit(trial, 100)
    wholeTable(trial, "services.list", page)
  }),
  rule("SVC-006", async (trial) => {
    const { all, path } = await shelf(trial)
    trial.met()
    const answer = await services.read(trial.admin, path)
    trial.same(services.countOf(services.serviceOf(answer)), all.length, "The counts add up to the items", answer)
    trial.same(
      services.known(services.serviceOf(answer))["itemCountSummary"],
      Object.fromEntries(
        [...Map.groupBy(all, (key) => key.split(" ")[0] ?? "")]
          .map(([type, keys]) => [type, keys.length] as const)
          .toSorted(([one], [other]) => one.localeCompare(other))
      ),
      "Each type has its own count",
      answer
    )
  }),
  rule("SVC-020", itemPages),
  rule("SVC-021", async (trial) => {
    const { path } = await shelf(trial)
    const pages = await services.walk(trial.admin, path, 5)
    trial.met()
    for (const page of pages)
      trial.same(
        services.known(services.serviceOf(page)),
        services.known(services.serviceOf(pages[0]!)),
        "Every page carries the same service",
        page
      )
  }),
  rule("SVC-022", async (trial) => {
    const { path } = await shelf(trial)
    for (const size of [1, 5, MAXIMUM]) {
      const page = trial.status(
        await services.read(trial.admin, path, { maxResults: size }),
        [200],
        "A page is answered"
      )
      trial.met()
      if (services.itemsOf(page).length > size)
        throw trial.violated(
          "No page holds more than was asked for",
          `${size}`,
          `${services.itemsOf(page).length}`,
          page
        )
    }
    await aboveMaximum(trial, path, (page) => services.itemsOf(page).length)
  }),
  rule("SVC-023", async (trial) => {
    const { id } = await services.newService(trial)
    trial.met()
    trial.status(await services.read(trial.admin, services.servicePath(trial, id)), [404], "It is not there")
  }),
  rule("SVC-024", async (trial) => {
    const { id } = await services.made(trial)
    for (const wrong of [
      { ...id, ownerType: "team" },
      { ...id, ownerName: trial.context.name() },
      { ...id, ownerName: id.name }
    ]) {
      trial.met()
      const answer = await services.read(trial.admin, services.servicePath(trial, wrong))
      trial.status(answer, [404], "Under another owner it is not there")
    }
  }),
  rule("SVC-025", async (trial) => {
    const { path } = await shelf(trial)
    const answer = trial.status(await services.read(trial.admin, path), [200], "A service can be read")
    wholeTable(trial, "services.get", answer)
    for (const item of services.itemsOf(answer)) {
      trial.met()
      trial.same(item["organizationName"], trial.organization, "An item belongs to the organization", answer)
      const by = item["addedByUser"]
      if (by !== undefined && !(isRecord(by) && by["type"] === "user"))
        throw trial.violated("Items are added by users", "the type user", JSON.stringify(by), answer)
    }
  }),
  rule("SVC-045", async (trial) => {
    const { path } = await services.made(trial)
    trial.met()
    trial.status(await trial.admin.send("HEAD", path), [204], "HEAD of a service that is there is 204")
  }),
  rule("SVC-046", async (trial) => {
    const { id } = await services.newService(trial)
    trial.met()
    const answer = trial.refused(
      await trial.admin.send("HEAD", services.servicePath(trial, id)),
      "HEAD of a service that is not there is refused"
    )
    if (answer.text !== "") throw trial.violated("HEAD has no body", "no body", answer.text.slice(0, 80), answer)
  }),
  rule("SVC-047", async (trial) => {
    const { id, path } = await services.made(trial)
    const others = [
      { ...id, name: `${id.name}x` },
      { ...id, name: id.name.toUpperCase() },
      { ...id, ownerType: "team" },
      { ...id, ownerName: "cf-nobody" }
    ]
    for (const one of [path, ...others.map((other) => services.servicePath(trial, other))]) {
      trial.met()
      const [head, get] = [await trial.admin.send("HEAD", one), await services.read(trial.admin, one)]
      trial.same(head.status === 204, get.status === 200, "HEAD is 204 exactly when GET is 200", head)
    }
  }),
  rule("SVC-048", async (trial) => {
    for (let round = 0; round < 3; round += 1) {
      trial.nextCase()
      const { path } = await services.made(trial)
      const seen: Array<Exchange> = []
      const deletion = { isDone: false }
      const reader = async () => {
        for (let turn = 0; turn < 40 && !(deletion.isDone && seen.at(-1)?.status !== 204); turn += 1)
          seen.push(await trial.admin.send("HEAD", path))
      }
      await Promise.all([reader(), trial.admin.delete(path).then(() => (deletion.isDone = true))])
      seen.push(await trial.admin.send("HEAD", path))
      trial.met()
      const gone = seen.findIndex(({ status }) => status !== 204)
      const back = seen.find(({ status }, index) => gone !== -1 && index > gone && status === 204)
      if (back !== undefined) throw trial.violated("Once gone it stays gone", "no 204", "204 after it was gone", back)
    }
  })
]
