/** Making services (Spec B, Services, row 2). */
import fc from "fast-check"
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { tally, together } from "../laws/together.ts"
import { type Exchange, isRecord, objectOf } from "../wire/Exchange.ts"
import * as services from "./services.ts"

const property = (key: string, order: number) => ({ key, value: `value of ${key}`, type: "text", order })

/** The fields that a service shares with the request that made it. */
const shared = (service: services.Json) => {
  const owner = isRecord(service["owner"]) ? service["owner"] : {}
  return [owner["type"], owner["name"], service["name"], service["description"]]
}

const sharedOf = (body: services.Json) => [body["ownerType"], body["ownerName"], body["name"], body["description"]]

/** A second owner: a team that is named in the configuration's team token, or the member. */
const otherOwner = async (trial: Trial) => ({ ownerType: "user", ownerName: await services.loginOf(trial, "member") })

const description = fc.constantFrom("", "plain", "Zwölf Boxkämpfer \u{1F680}", "a".repeat(200), "<b>&amp;\\\"'")

const exactlyOne = (trial: Trial, answers: ReadonlyArray<Exchange>, why: string) => {
  for (const answer of answers) trial.status(answer, [200, 409], why)
  if (answers.filter(({ status }) => status === 200).length !== 1)
    throw trial.violated(why, "exactly one 200", tally(answers), answers.at(-1))
}

/** What is refused changes neither the list nor a service that is there. */
const withoutEffect = async (trial: Trial) => {
  const there = await services.made(trial, { items: services.stacks(2) })
  const { body } = await services.newService(trial)
  const names = async () => (await services.listed(trial)).map(({ name }) => name).filter((name) => name === body.name)
  const before = await services.stateOf(trial, there.path)
  for (const [refused, status] of [
    [{ ...body, description: 7 }, 400],
    [{ ...body, items: [{ type: "cf-none", name: "x" }] }, 400],
    [{ ...body, ownerName: "cf-nobody-at-all" }, 404],
    [{ ...there.body, description: "other" }, 409]
  ] as const) {
    trial.nextCase()
    trial.met()
    trial.refused(await services.create(trial.admin, refused), `A creation that is a ${status} is refused`)
    trial.same(await services.stateOf(trial, there.path), before, "A refused creation changes no other service")
    trial.same(await names(), [], "A refused creation makes nothing")
  }
}

export const createRules: ReadonlyArray<Rule> = [
  rule("SVC-007", (trial) =>
    trial.check(
      [description, fc.integer({ min: 0, max: 3 })],
      async (text, count) => {
        const { body } = await services.newService(trial, {
          description: text,
          properties: Array.from({ length: count }, (_, index) => property(`key${index}`, index))
        })
        const answer = trial.status(await services.create(trial.admin, body), [200], "A service is made")
        trial.met()
        const shown = objectOf(answer)
        trial.same(shared(shown), sharedOf(body), "It is what was asked for", answer)
        trial.same(shown["organizationName"], trial.organization, "It belongs to the organization", answer)
        trial.same(services.properties(shown["properties"]), body.properties, "It has the properties", answer)
      },
      6
    )
  ),
  rule("SVC-008", async (trial) => {
    const { body, id } = await services.newService(trial)
    services.expectToExist(trial, services.servicePath(trial, id))
    for (const field of Object.keys(body)) {
      trial.nextCase()
      trial.met()
      const without = Object.fromEntries(Object.entries(body).filter(([name]) => name !== field))
      const answer = await trial.admin.post(services.listPath(trial), without)
      services.expectMade(trial, answer)
      trial.status(answer, [400], `A creation without ${field} is refused`)
    }
  }),
  rule("SVC-009", async (trial) => {
    const { body } = await services.made(trial)
    trial.met()
    trial.status(await services.create(trial.admin, body), [409], "A name is given once")
  }),
  rule(
    "SVC-010",
    async (trial) => {
      const { body } = await services.made(trial)
      const other = await otherOwner(trial)
      const another = { ...(await services.newService(trial)).body, ...other }
      trial.needs(await services.create(trial.admin, another), 200, "The creation of a service for somebody else")
      trial.met()
      const answer = await services.create(trial.admin, { ...body, ...other })
      trial.status(answer, [409], "A name is given once in the organization, whoever the owner is")
    },
    { requires: ["admin", "member"] }
  ),
  rule(
    "SVC-011",
    async (trial) => {
      const { body } = await services.made(trial)
      const owner = { ownerType: "user", ownerName: await services.loginOf(trial, "outsider") }
      const there = (name: string) => {
        const path = services.servicePath(trial, { ...owner, name }, trial.otherOrganization)
        services.expectToExist(trial, path, "outsider")
        return services.create(trial.as("outsider"), { ...body, ...owner, name }, trial.otherOrganization)
      }
      trial.needs(await there(trial.context.name()), 200, "The creation of another service by the outsider")
      trial.met()
      trial.status(await there(body.name), [200], "Another organization may give the same name")
    },
    { requires: ["admin", "outsider", "otherOrganization"] }
  ),
  rule("SVC-012", async (trial) => {
    const { body } = await services.made(trial, { name: `${trial.context.name()}-e` })
    const { name } = body
    for (const [what, other] of [
      ["in capitals", name.toUpperCase()],
      ["with a space around it", ` ${name} `],
      ["with é in one piece", `${name}\u00e9`],
      ["with é in two pieces", `${name}e\u0301`]
    ] as const) {
      trial.met()
      const answer = await services.create(trial.admin, { ...body, name: other })
      trial.note(`A name ${what} is answered ${answer.status}.`)
    }
  }),
  rule("SVC-013", async (trial) => {
    for (const count of [2, 16]) {
      trial.nextCase()
      const { body } = await services.newService(trial)
      trial.met()
      const answers = await together(count, (index) =>
        services.create(trial.admin, { ...body, description: `number ${index}` })
      )
      exactlyOne(trial, answers, "Of parallel creations of one name one succeeds")
    }
  }),
  rule("SVC-014", async (trial) => {
    const { body } = await services.newService(trial)
    trial.met()
    const answer = await services.create(trial.admin, { ...body, ownerName: trial.context.name() })
    trial.status(answer, [404], "An owner who is not there is not found")
  }),
  rule("SVC-015", async (trial) => {
    const { body } = await services.newService(trial)
    for (const ownerType of ["robot", "", "USER", "users"]) {
      trial.met()
      const answer = await services.create(trial.admin, { ...body, ownerType })
      trial.status(answer, [400, 404], `There are no owners of the type ${JSON.stringify(ownerType)}`)
    }
  }),
  rule("SVC-016", withoutEffect),
  rule("SVC-017", async (trial) => {
    for (const count of [0, 1, 50]) {
      trial.nextCase()
      const items = services.stacks(count)
      const { path } = await services.made(trial, { items })
      trial.met()
      const found = await services.allItems(trial.admin, path)
      trial.same(
        found.map(services.keyOf).toSorted(),
        items.map(services.keyOf).toSorted(),
        "What was attached at the creation is there"
      )
    }
  }),
  rule("SVC-018", async (trial) => {
    const { body, path } = await services.made(trial)
    trial.needs(await trial.admin.delete(path), 204, "The deletion of a service")
    trial.met()
    trial.status(await services.create(trial.admin, body), [200], "A name is free again after the deletion")
  }),
  rule("SVC-019", async (trial) => {
    const properties = [property("c", 3), property("a", 1), property("d", 4), property("b", 2)]
    const { path } = await services.made(trial, { properties })
    trial.met()
    const answer = trial.status(await services.read(trial.admin, path), [200], "The service can be read")
    trial.same(
      services.properties(services.serviceOf(answer)["properties"]),
      [property("a", 1), property("b", 2), property("c", 3), property("d", 4)],
      "Properties are kept whole, and answered in their order",
      answer
    )
  })
]
