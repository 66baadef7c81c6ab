/** Creating versions of policy packs (Spec A, Policy packs, organization-scoped; Spec A, AppPolicy). */
import fc from "fast-check"
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { isRecord, objectOf } from "../wire/Exchange.ts"
import * as packs from "./packs.ts"

const { create, createdOf, newPack, packBody, policy, publish, read } = packs

/** Names that can't stand in a path as they are. */
const unsafe = ["", "a b", "a/b", "a?b", "a#b", "a%b", "a%20b", "päckchen", "包", "a\nb"]

const refusedNames = async (trial: Trial, bodyOf: (name: string) => unknown, why: string) => {
  const id = newPack(trial)
  for (const name of unsafe) {
    trial.nextCase()
    trial.met()
    const answer = trial.refused(await create(trial.admin, id, bodyOf(name)), why)
    if (trial.isOurs) trial.status(answer, [400], `${why} (open points, section 5)`)
  }
}

const text = fc.string({ maxLength: 30, unit: "grapheme" })
const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/)

const optional = <A>(arbitrary: fc.Arbitrary<A>) => fc.option(arbitrary, { nil: undefined })

const property = fc.oneof(
  fc.record({ type: fc.constantFrom("string", "integer", "boolean"), description: text }),
  fc.record({ type: fc.constant("array"), items: fc.constant({ type: "string" }) }),
  fc.record({ enum: fc.uniqueArray(word, { minLength: 1, maxLength: 4 }) })
)

const configSchema = fc.record({
  type: fc.constant("object"),
  properties: fc.dictionary(word, property, { maxKeys: 3, noNullPrototype: true })
})

const drawnPolicy = fc.record(
  {
    displayName: text,
    description: text,
    enforcementLevel: fc.constantFrom("advisory", "mandatory", "remediate", "disabled"),
    message: text,
    configSchema: optional(configSchema),
    severity: optional(fc.constantFrom("", "low", "medium", "high", "critical")),
    framework: optional(fc.record({ name: text, version: text, reference: text, specification: text })),
    tags: optional(fc.array(text, { maxLength: 3 })),
    remediationSteps: optional(text),
    url: optional(fc.webUrl())
  },
  { requiredKeys: ["displayName", "description", "enforcementLevel", "message"] }
)

const drawnPolicies = fc.array(drawnPolicy, { minLength: 1, maxLength: 4 }).map((all) =>
  all.map((one, index) => {
    const present = Object.entries(one).filter(([, value]) => value !== undefined)
    return { name: `p${index}`, ...Object.fromEntries(present) }
  })
)

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)])
  )
}

const readsBack = async (trial: Trial, policies: ReadonlyArray<packs.Json>, more: packs.Json = {}) => {
  const id = newPack(trial)
  const version = await publish(trial, id, { policies, ...more })
  const shown = trial.status(await read(trial.admin, id, version), [200], "The version can be read")
  trial.met()
  trial.same(sorted(objectOf(shown)["policies"]), sorted(policies), "Policies read back as they were sent", shown)
  return { id, version, shown }
}

/** Texts that are no semantic version; the last one has a leading zero. */
const noTags = ["1", "1.0", "v1.0.0", "abc", "1.0.0.0", "01.0.0"]

export const createRules: ReadonlyArray<Rule> = [
  rule("POL-007", async (trial) => {
    const id = newPack(trial)
    const created = trial.status(await create(trial.admin, id), [201], "A pack with a policy can be created")
    trial.met()
    const { uploadURI, version } = createdOf(created)
    if (!Number.isInteger(version) || !URL.canParse(uploadURI))
      throw trial.violated("A create answers version and uploadURI", "an integer and a URL", created.text, created)
  }),
  rule("POL-008", async (trial) => {
    const id = newPack(trial)
    trial.met()
    const answer = await create(trial.admin, id, packBody(id.name, { policies: [] }))
    trial.status(answer, [400], "A pack has at least one policy")
  }),
  rule("POL-009", async (trial) => {
    const id = newPack(trial)
    for (const field of ["policies", "name", "displayName"]) {
      trial.nextCase()
      trial.met()
      const body = Object.fromEntries(Object.entries(packBody(id.name)).filter(([key]) => key !== field))
      trial.status(await create(trial.admin, id, body), [400], `${field} is required`)
    }
  }),
  rule("POL-010", async (trial) => {
    for (const count of [1, 2, 200]) {
      trial.nextCase()
      trial.met()
      const id = newPack(trial)
      const policies = Array.from({ length: count }, (_, index) => policy(`p${index}`))
      const answer = await create(trial.admin, id, packBody(id.name, { policies }))
      trial.status(answer, [201], `${count} policies are accepted`)
    }
  }),
  rule("POL-011", async (trial) => {
    const id = newPack(trial)
    let previous: number | undefined
    for (let count = 0; count < 4; count += 1) {
      const answer = trial.status(await create(trial.admin, id), [201], "A name that exists takes the next version")
      const { version } = createdOf(answer)
      if (previous !== undefined) {
        trial.met()
        trial.same(version, previous + 1, "Each version is the previous one plus one", answer)
      }
      previous = version
    }
  }),
  rule("POL-012", async (trial) => {
    trial.met()
    const answer = trial.needs(await create(trial.admin, newPack(trial)), 201, "The create of a policy pack")
    trial.note(`The first version of a new name is ${createdOf(answer).version}.`)
  }),
  rule("POL-016", (trial) => refusedNames(trial, (name) => packBody(name), "A name is URL-safe")),
  rule(
    "POL-017",
    async (trial) => {
      const id = newPack(trial)
      const other = { ...id, organization: trial.otherOrganization }
      const outsider = trial.as("outsider")
      await publish(trial, id)
      await publish(trial, id)
      trial.met()
      const begun = trial.status(await create(outsider, other), [201], "A name may stand in two organizations")
      trial.same(createdOf(begun).version, 1, "A name counts in its own organization", begun)
      trial.same((await packs.listed(trial.admin, id))?.["versions"], [2, 1], "The other one is untouched")
    },
    { requires: ["admin", "organization", "otherOrganization", "outsider"] }
  ),
  rule("POL-018", async (trial) => {
    const id = newPack(trial)
    const version = await publish(trial, id, { versionTag: "1.2.0" })
    trial.met()
    const again = await create(trial.admin, id, packBody(id.name, { versionTag: "1.2.0" }))
    trial.refused(again, "A published version tag is never published again")
    if (trial.isOurs) trial.status(again, [409], "A used tag is a conflict (open points, section 5)")
    trial.same((await packs.listed(trial.admin, id))?.["versions"], [version], "The published version stays alone")
  }),
  rule("POL-019", async (trial) => {
    const id = newPack(trial)
    const again = (versionTag: string) => create(trial.admin, id, packBody(id.name, { versionTag }))
    trial.needs(await again("1.0.0"), 201, "The create of a tagged version")
    trial.met()
    const reserved = await again("1.0.0")
    const version = await publish(trial, id, { versionTag: "2.0.0" })
    trial.needs(await packs.remove(trial.admin, id, version), 200, "The deletion of a version")
    const deleted = await again("2.0.0")
    trial.note(`A tag of an incomplete version is answered ${reserved.status}, of a deleted one ${deleted.status}.`)
    const expected = trial.isOurs ? [409] : [201, 400, 409, 422]
    for (const answer of [reserved, deleted]) trial.status(answer, expected, "A reserved tag stays reserved")
  }),
  rule("POL-020", async (trial) => {
    const id = newPack(trial)
    for (const versionTag of noTags) {
      trial.nextCase()
      trial.met()
      const answer = await create(trial.admin, id, packBody(id.name, { versionTag }))
      trial.status(answer, [400], "A version tag is a semantic version")
    }
  }),
  rule("POL-021", async (trial) => {
    const created = trial.needs(await create(trial.admin, newPack(trial)), 201, "The create of a policy pack")
    trial.met()
    const { requiredHeaders } = objectOf(created)
    if (requiredHeaders === undefined) return
    const isMap = isRecord(requiredHeaders) && Object.values(requiredHeaders).every((one) => typeof one === "string")
    if (!isMap) throw trial.violated("requiredHeaders is a map of strings", "a map", created.text, created)
  }),
  rule("POL-022", async (trial) => {
    const id = newPack(trial)
    trial.met()
    const policies = [policy("same"), policy("other"), policy("same", { displayName: "Another" })]
    const answer = await create(trial.admin, id, packBody(id.name, { policies }))
    trial.refused(answer, "Policy names are unique within a version")
    if (trial.isOurs) trial.status(answer, [400], "Names that repeat are a bad request (open points, section 5)")
  }),
  rule("POL-023", (trial) =>
    refusedNames(
      trial,
      (name) => packBody(`cf-${trial.context.run}-never`, { policies: [policy(name)] }),
      "A policy's name is URL-safe"
    )
  ),
  rule("POL-024", async (trial) => {
    const id = newPack(trial)
    for (const enforcementLevel of ["strict", "Mandatory", "", "none", 1, null]) {
      trial.nextCase()
      trial.met()
      const policies = [policy("one", { enforcementLevel })]
      trial.refused(
        await create(trial.admin, id, packBody(id.name, { policies })),
        "An enforcement level is one of four"
      )
    }
  }),
  rule("POL-025", async (trial) => {
    const severities = ["", "low", "medium", "high", "critical"]
    await readsBack(
      trial,
      severities.map((severity, index) => policy(`p${index}`, { severity }))
    )
    const id = newPack(trial)
    const answer = await create(trial.admin, id, packBody(id.name, { policies: [policy("p", { severity: "fatal" })] }))
    trial.refused(answer, "A severity is one of five")
  }),
  rule("POL-026", (trial) =>
    trial.check([drawnPolicies], async (policies) => void (await readsBack(trial, policies)), 12)
  ),
  rule("POL-027", (trial) =>
    trial.check(
      [fc.array(text, { maxLength: 4 }), fc.dictionary(word, text, { maxKeys: 4, noNullPrototype: true })],
      async (tags, metadata) => {
        const policies = [policy("one")]
        const { id, shown, version } = await readsBack(trial, policies, { tags, metadata })
        trial.same(version, 1, "Tags and metadata do not touch versions", shown)
        trial.same((await packs.listed(trial.admin, id))?.["versions"], [1], "The list shows the version")
      },
      6
    )
  )
]
