/** The items of services, in both generations (Spec B, Services, rows 7 to 10). */
import fc from "fast-check"
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { together } from "../laws/together.ts"
import { type Exchange, objectOf } from "../wire/Exchange.ts"
import { saysDeprecated } from "./deleteRules.ts"
import * as services from "./services.ts"

const keys = async (trial: Trial, path: string): Promise<ReadonlyArray<string>> =>
  (await services.allItems(trial.admin, path)).map(services.keyOf).toSorted()

const keysOf = (items: ReadonlyArray<services.Item>): ReadonlyArray<string> => items.map(services.keyOf).toSorted()

const invalid: ReadonlyArray<unknown> = [
  { type: "cf-none", name: "cf/x" },
  { type: "stack" },
  { name: "cf/x" },
  7,
  null
]

/** One good entry and one bad one: none is added. */
const noneIsAdded = async (trial: Trial, generation: services.Generation) => {
  const { path } = await services.made(trial)
  for (const entry of invalid) {
    trial.met()
    const answer = await services.addItems(trial.admin, path, [...services.stacks(1), entry], generation)
    trial.status(answer, [400], `${JSON.stringify(entry)} is no item`)
    trial.same(await keys(trial, path), [], "None was added", answer)
  }
}

const remove = (trial: Trial, path: string, generation: services.Generation, item: services.Item) =>
  trial.admin.delete(services.itemPath(path, generation, item))

const success = (generation: services.Generation) => (generation === "items" ? 200 : 204)

type Step = readonly ["add" | "remove", number]

const steps = fc.array(fc.tuple(fc.constantFrom<Step[0]>("add", "add", "remove"), fc.nat(3)), {
  minLength: 3,
  maxLength: 8
})

const pool = services.stacks(4, "pool")

/** A page may be smaller than was asked for; here it is not the last one. */
const isFirstPage = (trial: Trial, page: Exchange, maxResults: number) => {
  const { length } = services.itemsOf(page)
  if (length > maxResults)
    throw trial.violated("The answer has the first page", `at most ${maxResults} items`, `${length}`, page)
  if (typeof objectOf(page)["continuationToken"] !== "string")
    throw trial.violated("There is a token while items remain", "a continuationToken", "none", page)
}

export const itemRules: ReadonlyArray<Rule> = [
  rule("SVC-049", async (trial) => {
    const { path } = await services.made(trial, { items: services.stacks(2, "a") })
    for (const maxResults of [1, 2]) {
      trial.met()
      const added = services.stacks(1, `b${maxResults}`)
      const answer = await services.addItems(trial.admin, path, added, "items", { maxResults })
      trial.status(answer, [200], "Items are added")
      saysDeprecated(trial, answer)
      isFirstPage(trial, answer, maxResults)
      trial.same(
        services.countOf(services.serviceOf(answer)),
        2 + maxResults,
        "The answer has the service as it is now",
        answer
      )
    }
  }),
  rule("SVC-050", async (trial) => {
    const { path } = await services.made(trial, { items: services.stacks(3) })
    trial.met()
    const answer = await services.addItems(trial.admin, path, services.stacks(1, "z"), "items", { maxResults: 2 })
    const read = await services.read(trial.admin, path, { maxResults: 2 })
    trial.same(
      services.knownItems(services.itemsOf(answer)),
      services.knownItems(services.itemsOf(read)),
      "The page is the one of GET",
      answer
    )
    trial.same(
      services.known(services.serviceOf(answer)),
      services.known(services.serviceOf(read)),
      "The service is the one of GET",
      answer
    )
  }),
  rule("SVC-051", async (trial) => {
    const { path } = await services.made(trial, { items: services.stacks(5) })
    const first = await services.addItems(trial.admin, path, [], "items", { maxResults: 2 })
    let { continuationToken } = objectOf(trial.needs(first, 200, "The addition of nothing"))
    if (typeof continuationToken !== "string")
      throw trial.violated("There is a token while items remain", "a continuationToken", "none", first)
    trial.met()
    const pages = [first]
    while (typeof continuationToken === "string" && pages.length < 10) {
      const rest = await trial.admin.get(path, { continuationToken, maxResults: 1000 })
      pages.push(trial.status(rest, [200], "The token goes on in GET"))
      continuationToken = objectOf(rest)["continuationToken"]
    }
    trial.same(
      pages.flatMap(services.itemsOf).map(services.keyOf).toSorted(),
      keysOf(services.stacks(5)),
      "All together are all items",
      pages.at(-1)
    )
  }),
  rule("SVC-052", (trial) => noneIsAdded(trial, "items")),
  rule("SVC-053", async (trial) => {
    const [item, ...others] = services.stacks(4)
    const { path } = await services.made(trial, { items: [item!, ...others] })
    trial.met()
    const answer = await trial.admin.send("DELETE", services.itemPath(path, "items", item!), {
      query: { maxResults: 2 }
    })
    trial.status(answer, [200], "An item is removed")
    isFirstPage(trial, answer, 2)
    trial.same(services.countOf(services.serviceOf(answer)), 3, "And the service as it is now", answer)
    trial.same(await keys(trial, path), keysOf(others), "The others stay")
    for (const name of trial.isOurs ? ["cf", "cf/s/x", "cf/", " "] : [" "]) {
      const refused = await remove(trial, path, "items", { type: "stack", name })
      trial.status(refused, [400], `${JSON.stringify(name)} is no name of an item`)
    }
  }),
  rule("SVC-054", async (trial) => {
    const { path } = await services.made(trial)
    trial.met()
    const answer = await services.addItems(trial.admin, path, services.stacks(2))
    trial.status(answer, [204], "Items are added")
    if (answer.text !== "") throw trial.violated("No items come back", "no body", answer.text.slice(0, 80), answer)
  }),
  rule("SVC-055", async (trial) => {
    for (const count of [0, 1, 50]) {
      trial.nextCase()
      const { path } = await services.made(trial)
      trial.status(await services.addItems(trial.admin, path, services.stacks(count)), [204], "Items are added")
      trial.met()
      trial.same(await keys(trial, path), keysOf(services.stacks(count)), "They are there")
    }
  }),
  rule("SVC-056", (trial) => noneIsAdded(trial, "v2/items")),
  rule("SVC-057", async (trial) => {
    const outcomes = []
    for (const generation of services.generations) {
      trial.nextCase()
      const { path } = await services.made(trial, { items: services.stacks(1) })
      trial.met()
      const twice = await services.addItems(trial.admin, path, services.stacks(1), generation)
      const inOne = [...services.stacks(1, "t"), ...services.stacks(1, "t")]
      const both = await services.addItems(trial.admin, path, inOne, generation)
      outcomes.push(JSON.stringify([twice.status < 300, both.status < 300, (await keys(trial, path)).length]))
    }
    trial.note(`Added twice, then twice in one body: [accepted, accepted, items] are ${outcomes[0]}.`)
    if (outcomes[0] !== outcomes[1])
      throw trial.violated("Both generations do the same with what is there", outcomes[0] ?? "", outcomes[1] ?? "")
  }),
  rule("SVC-058", async (trial) => {
    const items = services.stacks(2)
    const { path } = await services.made(trial, { items })
    const before = await services.stateOf(trial, path)
    const absent = { type: "stack", name: "cf/absent" }
    for (let turn = 0; turn < 2; turn += 1) {
      trial.met()
      trial.status(await remove(trial, path, "v2/items", absent), [204], "Removing what is not there succeeds")
      trial.same(await services.stateOf(trial, path), before, "It has no effect")
    }
    trial.status(await remove(trial, path, "v2/items", items[0]!), [204], "An item is removed")
    trial.status(await remove(trial, path, "v2/items", items[0]!), [204], "And again, without an effect")
  }),
  rule("SVC-059", async (trial) => {
    const { path } = await services.made(trial, { items: services.stacks(1) })
    for (const type of ["cf-none", "STACK", "stacks", " "]) {
      trial.met()
      const answer = await remove(trial, path, "v2/items", { type, name: "cf/s000" })
      trial.status(answer, [400], `${JSON.stringify(type)} is no type of item`)
    }
    trial.same(await keys(trial, path), keysOf(services.stacks(1)), "The item is still there")
  }),
  rule("SVC-060", async (trial) => {
    const [item, ...others] = services.stacks(5)
    const { path } = await services.made(trial, { items: [item!, ...others] })
    trial.status(await remove(trial, path, "v2/items", item!), [204], "An item is removed")
    trial.met()
    const answer = await services.read(trial.admin, path)
    trial.same(services.itemsOf(answer).map(services.keyOf).toSorted(), keysOf(others), "It is no longer there", answer)
    trial.same(services.countOf(services.serviceOf(answer)), others.length, "The count falls by one", answer)
  }),
  rule("SVC-061", async (trial) => {
    for (const name of ["cf/a.b-c_d", "cf/a%2Fb", "cf/a b", "cf/ü"]) {
      trial.nextCase()
      const { path } = await services.made(trial)
      const added = await services.addItems(trial.admin, path, [{ type: "stack", name }])
      if (added.status !== 204) {
        trial.refused(added, "A name is accepted or refused")
        trial.note(`The item name ${JSON.stringify(name)} is answered ${added.status}.`)
        continue
      }
      trial.met()
      trial.same(await keys(trial, path), [`stack ${name}`], "An accepted name is kept letter by letter")
      trial.status(await remove(trial, path, "v2/items", { type: "stack", name }), [204], "It is addressed encoded")
      trial.same(await keys(trial, path), [], "It is removed")
    }
  }),
  rule("SVC-062", (trial) =>
    trial.check(
      [steps],
      async (drawn) => {
        const both = await Promise.all(services.generations.map(() => services.made(trial)))
        for (const [deed, index] of drawn)
          for (const [turn, generation] of services.generations.entries()) {
            const { path } = both[turn]!
            const answer =
              deed === "add"
                ? await services.addItems(trial.admin, path, [pool[index]!], generation)
                : await remove(trial, path, generation, pool[index]!)
            trial.status(answer, [success(generation)], `${deed} by ${generation} succeeds`)
          }
        trial.met()
        trial.same(await keys(trial, both[1]!.path), await keys(trial, both[0]!.path), "Both generations do the same")
      },
      5
    )
  ),
  rule("SVC-063", async (trial) => {
    const old = services.stacks(8, "old")
    const { path } = await services.made(trial, { items: old })
    const added = services.stacks(8, "new")
    trial.met()
    const answers = await together(16, (index) =>
      index < 8
        ? services.addItems(trial.admin, path, [added[index]!])
        : remove(trial, path, "v2/items", old[index - 8]!)
    )
    const done = (index: number) => answers[index]!.status === 204
    const expected = [...added.filter((_, index) => done(index)), ...old.filter((_, index) => !done(index + 8))]
    trial.same(await keys(trial, path), keysOf(expected), "What was acknowledged is what is there")
  }),
  rule("SVC-064", async (trial) => {
    const items = services.stacks(9, "m")
    const { path } = await services.made(trial, { items })
    trial.met()
    const pages = await services.walk(trial.admin, path, 2, async (page) => {
      if (page === 1) {
        await services.addItems(trial.admin, path, services.stacks(2, "a"))
        await services.addItems(trial.admin, path, services.stacks(2, "z"))
      }
    })
    const seen = pages.flatMap(services.itemsOf).map(services.keyOf)
    const earlier = new Set(items.map(services.keyOf))
    trial.same(
      seen.filter((key) => earlier.has(key)).toSorted(),
      keysOf(items),
      "Whatever is added meanwhile, what was there appears exactly once",
      pages.at(-1)
    )
  }),
  rule("SVC-065", async (trial) => {
    const { id } = await services.newService(trial)
    const path = services.servicePath(trial, id)
    const item = services.stacks(1)[0]!
    for (const generation of services.generations)
      for (const send of [
        () => services.addItems(trial.admin, path, [item], generation),
        () => remove(trial, path, generation, item)
      ]) {
        trial.met()
        trial.status(await send(), [400, 404], "There is no such service")
        trial.status(await services.read(trial.admin, path), [404], "None was made")
      }
  })
]
