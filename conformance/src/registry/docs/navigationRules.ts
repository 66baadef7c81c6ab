/** The navigation of a package (Spec A, Registry; Spec A, Navigation response). */
import fc from "fast-check"
import { rule, type Rule } from "../../engine/Rule.ts"
import type { Trial } from "../../engine/Trial.ts"
import { type Exchange, objectOf } from "../../wire/Exchange.ts"
import {
  allItems,
  type Documented,
  documented,
  type Entry,
  fullNavigation,
  itemsOf,
  modulesOf,
  nav
} from "./documented.ts"
import { inAnyCase } from "./exampleListRules.ts"

const LISTS = ["resources", "functions"] as const

const read = async (
  trial: Trial,
  at: Documented,
  query: Readonly<Record<string, string | undefined>> = {}
): Promise<Exchange> =>
  trial.status(await nav(trial.admin, at, query), [200], `The navigation with ${JSON.stringify(query)} can be read`)

const totalsOf = (answer: Exchange): ReadonlyMap<string, ReadonlyArray<unknown>> =>
  new Map(modulesOf(answer).map((one) => [String(one["name"]), [one["resourcesTotal"], one["functionsTotal"]]]))

/**
 * Searches that only a part of the package passes: a name, a part of it, one member of a module with several; and one
 * that nothing passes.
 */
const searchesOf = async (trial: Trial, at: Documented): Promise<ReadonlyArray<string>> => {
  const modules = modulesOf(await fullNavigation(trial, at)).map(itemsOf)
  const [first, last] = [modules.flat()[0], modules.flat().at(-1)]
  const oneOfSeveral = modules.find((items) => items.length > 1)?.[0]
  return [first?.name, last?.name.slice(1), oneOfSeveral?.typeToken, "zz-nothing", "%", "_"].filter(
    (text) => text !== undefined
  )
}

const eachSearch =
  (body: (trial: Trial, plain: Exchange, searched: Exchange, q: string) => void) => async (trial: Trial) => {
    const at = await documented(trial)
    for (const depth of ["summary", "full"]) {
      const plain = await read(trial, at, { depth })
      for (const q of await searchesOf(trial, at)) {
        trial.nextCase()
        trial.met()
        body(trial, plain, await read(trial, at, { depth, q }), q)
      }
    }
  }

const depthRules: ReadonlyArray<Rule> = [
  rule("REG-119", async (trial) => {
    const at = await documented(trial)
    for (const query of [{}, { depth: "summary" }]) {
      const answer = await read(trial, at, query)
      for (const module of modulesOf(answer)) {
        trial.met()
        const list = LISTS.find((name) => Object.hasOwn(module, name))
        if (list !== undefined)
          throw trial.violated("A summary lists no members", `no ${list}`, JSON.stringify(module).slice(0, 300), answer)
      }
    }
  }),
  rule("REG-120", async (trial) => {
    const answer = await fullNavigation(trial, await documented(trial))
    for (const module of modulesOf(answer)) {
      trial.met()
      const list = LISTS.find((name) => !Array.isArray(module[name]))
      if (list !== undefined)
        throw trial.violated(
          "In full each module lists its members",
          `the array ${list}`,
          JSON.stringify(module).slice(0, 300),
          answer
        )
    }
  }),
  rule("REG-121", async (trial) => {
    const at = await documented(trial)
    for (const depth of ["cf-unknown", "FULL", "", "Summary", "full ", "1"]) {
      trial.nextCase()
      trial.met()
      trial.status(await nav(trial.admin, at, { depth }), [400], `depth=${JSON.stringify(depth)} is refused`)
    }
  }),
  rule("REG-124", async (trial) => {
    const at = await documented(trial)
    const answer = await fullNavigation(trial, at)
    trial.met()
    trial.same(objectOf(answer)["modulesTotal"], modulesOf(answer).length, "modulesTotal counts the modules", answer)
    for (const module of modulesOf(answer))
      for (const name of LISTS)
        trial.same(
          module[`${name}Total`],
          Array.isArray(module[name]) ? module[name].length : 0,
          `${name}Total counts the ${name}`,
          answer
        )
    if (at.known !== undefined && trial.isOurs)
      trial.same(
        objectOf(answer)["modulesTotal"],
        at.known.modules.length,
        "There are as many modules as the schema has",
        answer
      )
  })
]

const matches = ({ name, typeToken }: { readonly name: string; readonly typeToken: string }, q: string) =>
  [name, typeToken].some((text) => text.toLowerCase().includes(q.toLowerCase()))

/** By token, the modules in the order of the schema; only of our own package. */
const declaredOrder = (trial: Trial, at: Documented, answer: Exchange) => {
  if (at.known === undefined) return
  const place = new Map(
    at.known.modules.flatMap((members, index) => members.map(({ typeToken }) => [typeToken, index]))
  )
  const places = modulesOf(answer).flatMap((module) =>
    itemsOf(module)
      .flatMap(({ typeToken }) => place.get(typeToken) ?? [])
      .slice(0, 1)
  )
  trial.same(
    places,
    places.toSorted((left, right) => left - right),
    "Modules stand in the order of the schema",
    answer
  )
}

const searchRules: ReadonlyArray<Rule> = [
  rule(
    "REG-122",
    eachSearch((trial, plain, searched, q) =>
      trial.same(
        objectOf(searched)["modulesTotal"],
        objectOf(plain)["modulesTotal"],
        `modulesTotal does not depend on q=${q}`,
        searched
      )
    )
  ),
  rule(
    "REG-123",
    eachSearch((trial, plain, searched, q) => {
      const totals = totalsOf(plain)
      for (const [name, found] of totalsOf(searched))
        trial.same(found, totals.get(name), `The totals of ${name} don't depend on q=${q}`, searched)
    })
  ),
  rule("REG-125", async (trial) => {
    const at = await documented(trial)
    const items = await allItems(trial, at)
    await trial.check(
      [
        fc.nat(items.length - 1),
        fc.boolean(),
        fc.nat(30),
        fc.integer({ min: 2, max: 20 }),
        fc.array(fc.boolean(), { minLength: 1 })
      ],
      async (index, byName, start, length, bits) => {
        // As many as were drawn from.
        const item = items[index]!
        const text = byName ? item.name : item.typeToken
        const begin = start % Math.max(1, text.length - length)
        const q = inAnyCase(text.slice(begin, begin + length), bits)
        trial.met()
        const answer = await read(trial, at, { depth: "full", q })
        const found = modulesOf(answer)
          .flatMap(itemsOf)
          .map(({ typeToken }) => typeToken)
        const expected = items.filter((one) => matches(one, q)).map(({ typeToken }) => typeToken)
        trial.same(found.toSorted(), expected.toSorted(), `q=${q} finds what has it in name or token`, answer)
      },
      12
    )
  }),
  rule("REG-126", async (trial) => {
    const at = await documented(trial)
    const full = modulesOf(await fullNavigation(trial, at))
    for (const depth of ["summary", "full"])
      for (const q of await searchesOf(trial, at)) {
        trial.nextCase()
        trial.met()
        const answer = await read(trial, at, { depth, q })
        const expected = full.filter((module) => itemsOf(module).some((item) => matches(item, q)))
        const namesOf = (modules: ReadonlyArray<Entry>) => modules.map(({ name }) => String(name)).toSorted()
        trial.same(
          namesOf(modulesOf(answer)),
          namesOf(expected),
          `Modules without a match of ${q} are left out`,
          answer
        )
      }
  }),
  rule("REG-127", async (trial) => {
    const at = await documented(trial)
    const full = await fullNavigation(trial, at)
    trial.met()
    declaredOrder(trial, at, full)
    const order = modulesOf(full).map(({ name }) => name)
    for (const q of [...(await searchesOf(trial, at)), "e", ":"]) {
      trial.nextCase()
      const answer = await read(trial, at, { depth: "full", q })
      declaredOrder(trial, at, answer)
      const places = modulesOf(answer).map(({ name }) => order.indexOf(name))
      trial.same(
        places,
        places.toSorted((left, right) => left - right),
        "A search keeps the order of the modules",
        answer
      )
    }
  })
]

export const navigationRules: ReadonlyArray<Rule> = [...depthRules, ...searchRules]
