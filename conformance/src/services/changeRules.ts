/** Changing services (Spec B, Services, row 4). */
import fc from "fast-check"
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { tally, together } from "../laws/together.ts"
import { objectOf } from "../wire/Exchange.ts"
import * as services from "./services.ts"

const property = (key: string, value: string) => ({ key, value, type: "text", order: 1 })

const change = fc.record(
  {
    description: fc.constantFrom("", "changed", "geändert \u{1F680}"),
    properties: fc.constantFrom([], [property("a", "1")], [property("a", "2"), property("b", "1")])
  },
  { requiredKeys: [] }
)

/** A service in which everything has a value. */
const rich = (trial: Trial) =>
  services.made(trial, { items: services.stacks(2), properties: [property("kept", "as it was")] })

const invalid: ReadonlyArray<services.Json> = [
  { members: [{ type: "robot", name: "cf" }] },
  { properties: [{ key: "k", value: "v", type: 7, order: 1 }] },
  { properties: [{ key: "k", value: "v", type: "text", order: "first" }] },
  { properties: "none" }
]

export const changeRules: ReadonlyArray<Rule> = [
  rule("SVC-026", (trial) =>
    trial.check(
      [change, fc.boolean()],
      async (drawn, renamed) => {
        const { path, shown } = await rich(trial)
        const body = { ...drawn, ...(renamed ? { name: trial.context.name() } : {}) }
        const moved = path.replace(/[^/]+$/, String(body.name ?? shown["name"]))
        services.expectToExist(trial, moved)
        const answer = trial.status(await services.patch(trial.admin, path, body), [200], "A service is changed")
        trial.met()
        trial.same(
          services.known(objectOf(answer)),
          services.known({ ...shown, ...body }),
          "What was given is changed, and nothing else",
          answer
        )
        const again = await services.read(trial.admin, moved)
        trial.same(
          services.known(services.serviceOf(again)),
          services.known({ ...shown, ...body }),
          "It stays so",
          again
        )
      },
      10
    )
  ),
  rule("SVC-027", async (trial) => {
    const { path, shown } = await rich(trial)
    trial.met()
    const answer = trial.status(await services.patch(trial.admin, path, {}), [200], "Nothing may be changed")
    trial.same(services.known(objectOf(answer)), services.known(shown), "Nothing was changed", answer)
  }),
  rule("SVC-028", async (trial) => {
    const { path } = await rich(trial)
    const before = await services.read(trial.admin, path)
    trial.needs(await services.patch(trial.admin, path, { description: "new", properties: [] }), 200, "A change")
    trial.met()
    const after = await services.read(trial.admin, path)
    const kept = (answer: typeof after) => {
      const { members, owner } = services.known(services.serviceOf(answer))
      return [services.knownItems(services.itemsOf(answer)), members, owner]
    }
    trial.same(kept(after), kept(before), "Items, members and owner stay", after)
  }),
  rule("SVC-029", async (trial) => {
    const { id, path } = await rich(trial)
    const other = { ...id, name: trial.context.name() }
    const moved = services.servicePath(trial, other)
    services.expectToExist(trial, moved)
    trial.needs(await services.patch(trial.admin, path, { name: other.name }), 200, "A new name")
    trial.met()
    trial.status(await services.read(trial.admin, moved), [200], "It stands under its new name")
    trial.status(await services.read(trial.admin, path), [404], "It no longer stands under its old name")
  }),
  rule("SVC-030", async (trial) => {
    const [one, other] = [await rich(trial), await rich(trial)]
    const state = async () => [await services.stateOf(trial, one.path), await services.stateOf(trial, other.path)]
    const before = await state()
    trial.met()
    const answer = await services.patch(trial.admin, one.path, { name: other.id.name, description: "taken" })
    trial.refused(answer, "A name that another service has can't be taken")
    if (trial.isOurs) trial.status(answer, [409], "It is taken")
    trial.same(await state(), before, "Neither service has changed", answer)
  }),
  rule("SVC-031", async (trial) => {
    const { path } = await rich(trial)
    for (const body of invalid) {
      const isOurs = "members" in body
      // Whoever does not know members in a change overlooks them, as every unknown field.
      const known = !isOurs || trial.isOurs
      trial.met()
      const answer = await services.patch(trial.admin, path, body)
      trial.status(answer, known ? [400] : [200, 400], `A change to ${JSON.stringify(body)} is refused`)
    }
  }),
  rule("SVC-032", async (trial) => {
    const { id } = await services.newService(trial)
    trial.met()
    const path = services.servicePath(trial, id)
    trial.status(await services.patch(trial.admin, path, { description: "new" }), [404], "It is not there")
  }),
  rule("SVC-033", async (trial) => {
    const { path } = await rich(trial)
    const before = await services.stateOf(trial, path)
    for (const body of invalid.filter((one) => "properties" in one)) {
      trial.met()
      const answer = await services.patch(trial.admin, path, { description: "good", ...body })
      trial.refused(answer, "A change with one bad field is refused")
      trial.same(await services.stateOf(trial, path), before, "None of it was done", answer)
    }
  }),
  rule("SVC-034", (trial) =>
    trial.check(
      [change],
      async (body) => {
        const { path } = await rich(trial)
        const first = trial.status(await services.patch(trial.admin, path, body), [200], "A change is done")
        trial.met()
        const second = trial.status(await services.patch(trial.admin, path, body), [200], "And again")
        trial.same(
          services.known(objectOf(second)),
          services.known(objectOf(first)),
          "Twice is as good as once",
          second
        )
      },
      5
    )
  ),
  rule("SVC-035", async (trial) => {
    for (let round = 0; round < 3; round += 1) {
      trial.nextCase()
      const both = [await services.made(trial), await services.made(trial)]
      const name = trial.context.name()
      for (const { path } of both) services.expectToExist(trial, path.replace(/[^/]+$/, name))
      trial.met()
      const answers = await together(2, (index) => services.patch(trial.admin, both[index]!.path, { name }))
      if (answers.filter(({ status }) => status === 200).length !== 1)
        throw trial.violated("Of two that want one name one gets it", "exactly one 200", tally(answers), answers[0])
    }
  }),
  rule("SVC-036", async (trial) => {
    let lost = 0
    for (let round = 1; round <= 5; round += 1) {
      trial.nextCase()
      const { path, shown } = await rich(trial)
      const [description, properties] = [`round ${round}`, [property("round", `${round}`)]]
      trial.met()
      const answers = await together(2, (index) =>
        services.patch(trial.admin, path, index === 0 ? { description } : { properties })
      )
      for (const answer of answers) trial.status(answer, [200, 409, 412], "Changes side by side are done or refused")
      const after = await services.read(trial.admin, path)
      const now = services.serviceOf(after)
      const shownProperties = JSON.stringify(services.properties(now["properties"]))
      const torn =
        ![description, shown["description"]].includes(now["description"]) ||
        ![properties, shown["properties"]].some((one) => JSON.stringify(services.properties(one)) === shownProperties)
      if (torn) throw trial.violated("No field is torn", "one of the values sent", JSON.stringify(now), after)
      if (now["description"] !== description || shownProperties !== JSON.stringify(properties)) lost += 1
    }
    trial.note(`Of 5 pairs of changes of different fields, ${lost} lost one.`)
    if (trial.isOurs && lost > 0)
      throw trial.violated("Changes of different fields are both kept", "none lost", `${lost} lost`)
  })
]
