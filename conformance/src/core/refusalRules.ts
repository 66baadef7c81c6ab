/** What is refused, with which status, and that it changes nothing (Spec A, Errors). */
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { type MakeSample, type Sample, sendSample } from "../laws/Sample.ts"
import { operations, pathOf } from "../table/operations.ts"
import { malformedBodies, mistypedFields, type Spoilt, spoiltBodies, withoutFields } from "./spoilt.ts"

type Samples = Readonly<Record<string, MakeSample>>

const overBodies = (samples: Samples, spoil: (sample: Sample) => ReadonlyArray<Spoilt>) => async (trial: Trial) => {
  for (const make of Object.values(samples)) {
    trial.nextCase()
    const sample = await make(trial)
    if (sample.operation.body === undefined) continue
    for (const { sending, what } of spoil(sample)) {
      trial.met()
      const answer = await sendSample(trial.admin, sample, sending)
      trial.status(answer, [400], `${sample.operation.id} refuses ${what}`)
    }
  }
}

/** Values outside the domain of a query parameter that the specification closes. */
const outside: Readonly<Record<string, ReadonlyArray<string>>> = {
  integer: ["abc", "1.5", "", "--1"],
  boolean: ["maybe", "2", ""],
  enum: ["cf-unknown"]
}

const badQueries = async (trial: Trial) => {
  for (const operation of operations) {
    if (operation.path.includes("{")) continue
    for (const [name, { closed, shape }] of Object.entries(operation.query)) {
      if (!closed && !(trial.isOurs && shape.kind === "enum")) continue
      for (const value of outside[shape.kind] ?? []) {
        trial.nextCase()
        trial.met()
        const answer = await trial.admin.get(operation.path, { [name]: value })
        trial.status(answer, [400], `${operation.id} refuses ${name}=${JSON.stringify(value)}`)
      }
    }
  }
}

const noEffect = (samples: Samples) => async (trial: Trial) => {
  for (const make of Object.values(samples)) {
    trial.nextCase()
    const sample = await make(trial)
    const before = await sample.state()
    const missing = sample.path.replace(/versions\/[^/]+/, "versions/9.9.9")
    const refused = [
      ...(await Promise.all(spoiltBodies(sample).map(({ sending }) => sendSample(trial.admin, sample, sending)))),
      ...(missing === sample.path
        ? []
        : [await trial.admin.send(sample.operation.method, missing, { body: sample.body ?? {} })]),
      await trial.admin.get("/api/registry/packages", { limit: "abc" })
    ]
    for (const answer of refused) if (answer.status >= 400) trial.met()
    trial.same(await sample.state(), before, `What ${sample.operation.id} refused has changed nothing`, refused.at(-1))
  }
}

const deterministic = (samples: Samples) => async (trial: Trial) => {
  for (const make of Object.values(samples)) {
    trial.nextCase()
    const sample = await make(trial)
    for (const { sending, what } of spoiltBodies(sample)) {
      const first = await sendSample(trial.admin, sample, sending)
      if (first.status < 400) continue
      trial.met()
      trial.status(await sendSample(trial.admin, sample, sending), [first.status], `Twice the same answer to ${what}`)
    }
    if (sample.operation.access === "public") continue
    const first = await sendSample(trial.anonymous, sample)
    trial.status(await sendSample(trial.anonymous, sample), [first.status], "Twice the same refusal")
  }
}

const extras = (samples: Samples) => async (trial: Trial) => {
  for (const make of Object.values(samples)) {
    trial.nextCase()
    const sample = await make(trial)
    trial.met()
    const answer = await trial.admin.send(sample.operation.method, sample.path, {
      query: { cfUnknown: "1" },
      ...(sample.body === undefined ? {} : { body: { ...sample.body, cfUnknown: { a: [1] } } })
    })
    trial.note(`${sample.operation.id} with unknown names is answered ${answer.status}.`)
    if (answer.status >= 500)
      throw trial.violated("Unknown names are no fault", "below 500", `${answer.status}`, answer)
    if (trial.isOurs)
      trial.status(answer, [sample.operation.success.status], "Unknown names are ignored (open points, section 1)")
  }
}

const methods = ["GET", "PUT", "POST", "PATCH", "DELETE"]

const otherMethods = (samples: Samples) => async (trial: Trial) => {
  for (const make of Object.values(samples)) {
    const sample = await make(trial)
    const before = await sample.state()
    const listed = operations.filter(({ path }) => path === sample.operation.path).map(({ method }) => method)
    for (const method of methods.filter((one) => !listed.some((known) => known === one))) {
      trial.met()
      const answer = await trial.admin.send(method, sample.path, method === "GET" ? {} : { body: sample.body ?? {} })
      trial.refused(answer, `${method} is not listed for ${sample.operation.path}`)
      if (trial.isOurs)
        trial.status(answer, [405], "A method that a path does not have is 405 (open points, section 1)")
    }
    trial.same(await sample.state(), before, "A method that is not listed has no effect", trial.exchanges.at(-1))
  }
}

const ORDER_FAULTS = "anonymous+bad body, unprivileged+bad body"

const orderOfChecks = (samples: Samples) => async (trial: Trial) => {
  const seen = new Map<string, string>()
  const orders = new Map<string, Set<string>>()
  for (const make of Object.values(samples)) {
    const sample = await make(trial)
    if (sample.operation.body === undefined) continue
    trial.met()
    const anonymous = await sendSample(trial.anonymous, sample, { rawBody: "{" })
    const callers = trial.context.configuration.identities.unprivileged === undefined ? [] : [trial.as("unprivileged")]
    const others = await Promise.all(callers.map((caller) => sendSample(caller, sample, { body: {} })))
    const order = [anonymous, ...others].map(({ status }) => status).join(", ")
    seen.set(sample.operation.id, order)
    const { group } = sample.operation
    orders.set(group, (orders.get(group) ?? new Set()).add(order))
  }
  trial.note(`${ORDER_FAULTS}: ${[...seen].map(([id, statuses]) => `${id} ${statuses}`).join("; ")}`)
  for (const [group, found] of orders)
    if (found.size > 1)
      throw trial.violated(`Checks have one order in all operations of ${group}`, "one order", [...found].join(" and "))
}

/** The rules about refusals. */
export const refusalRules = (samples: Samples): ReadonlyArray<Rule> => [
  rule(
    "CORE-064",
    overBodies(samples, () => malformedBodies)
  ),
  rule("CORE-065", overBodies(samples, withoutFields)),
  rule("CORE-066", overBodies(samples, mistypedFields)),
  rule("CORE-067", badQueries),
  rule("CORE-068", extras(samples)),
  rule("CORE-070", deterministic(samples)),
  rule("CORE-072", noEffect(samples)),
  rule("CORE-082", otherMethods(samples)),
  rule("CORE-083", async (trial) => {
    for (const path of [
      "/api/cf-unknown",
      "/api/registry/cf-unknown",
      "/api/registry/packages/a",
      "/api/%00",
      "/api/user/cf"
    ]) {
      trial.met()
      const answer = await trial.admin.get(path)
      trial.status(answer, path.includes("%00") ? [400, 404] : [404], "An unknown path is not found")
    }
  }),
  rule("CORE-084", orderOfChecks(samples)),
  rule("REG-136", async (trial) => {
    const id = await samples["registry.get"]!(trial).then(() => ({
      publisher: trial.organization,
      name: "cf-any",
      version: "1.0.0"
    }))
    for (const source of ["nowhere", "Private", "PLATFORM", "private ", "privat"])
      for (const operation of operations.filter(({ path }) => path.includes("{source}"))) {
        trial.nextCase()
        trial.met()
        const body = operation.id === "registry.start" ? { version: "1.0.0" } : { operationID: "none" }
        const answer = await trial.admin.send(
          operation.method,
          pathOf(operation, { ...id, source }),
          operation.body === undefined ? {} : { body }
        )
        trial.status(answer, [400, 404], `The source ${source} does not exist`)
      }
  })
]
