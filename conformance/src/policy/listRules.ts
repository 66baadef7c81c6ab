/** Listing an organization's packs, their schemas, and one pack as the registry shows it. */
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { isRecord, objectOf } from "../wire/Exchange.ts"
import * as packs from "./packs.ts"

const { create, createdOf, listed, newPack, packsOf, packsPath, policy, publish, publishNew } = packs

const isEntry = (entry: packs.Json): boolean => {
  const { displayName, name, versions, versionTags } = entry
  const numbers = Array.isArray(versions) && versions.every((one) => Number.isInteger(one))
  const tags = Array.isArray(versionTags) && versionTags.every((one) => typeof one === "string")
  return typeof name === "string" && typeof displayName === "string" && numbers && tags
}

const orgPack = (trial: Trial, { name, organization }: packs.PackId, tag?: string) =>
  trial.admin.get(`/api/orgs/${encodeURIComponent(organization)}/registry/policypacks/${encodeURIComponent(name)}`, {
    tag
  })

const limits = { type: "object", properties: { max: { type: "integer", maximum: 5 } }, required: ["max"] }

const keywordTypes: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (value) => typeof value === "string" || Array.isArray(value),
  properties: isRecord,
  required: (value) => Array.isArray(value) && value.every((one) => typeof one === "string")
}

/** As far as the keywords that are written here go. */
const isSchema = (value: unknown): boolean =>
  isRecord(value) &&
  Object.entries(keywordTypes).every(([keyword, fits]) => value[keyword] === undefined || fits(value[keyword])) &&
  Object.values(isRecord(value["properties"]) ? value["properties"] : {}).every(isSchema)

const malformed = ["", "a b", "a/b", "a?b", "x".repeat(2000)]

export const listRules: ReadonlyArray<Rule> = [
  rule("POL-001", async (trial) => {
    await publishNew(trial, { versionTag: "1.0.0" })
    const answer = await trial.admin.get(packsPath(trial.organization))
    trial.status(answer, [200], "The organization's packs can be listed")
    if (!Array.isArray(objectOf(answer)["policyPacks"]))
      throw trial.violated("policyPacks is always there", "an array", answer.text.slice(0, 80), answer)
    for (const entry of packsOf(answer)) {
      trial.met()
      if (!isEntry(entry))
        throw trial.violated(
          "An entry has name, displayName, versions, versionTags",
          "all",
          JSON.stringify(entry),
          answer
        )
    }
  }),
  rule("POL-002", async (trial) => {
    const id = await publishNew(trial)
    await publish(trial, { ...id, name: `${id.name}-decoy` })
    trial.met()
    const ask = async (policypack: string) =>
      packsOf(
        trial.status(await trial.admin.get(packsPath(id.organization), { policypack }), [200], "A name filters")
      ).map(({ name }) => name)
    trial.same(await ask(id.name), [id.name], "Only packs of that name")
    trial.same(await ask(`${id.name}-unknown`), [], "None of an unknown name")
  }),
  rule("POL-003", async (trial) => {
    const id = newPack(trial)
    trial.needs(await create(trial.admin, id), 201, "The create of a policy pack")
    trial.met()
    trial.same(await listed(trial.admin, id), undefined, "What is incomplete is not listed")
  }),
  rule("POL-004", async (trial) => {
    const id = await publishNew(trial, { versionTag: "1.0.0" })
    trial.needs(await create(trial.admin, id, packs.packBody(id.name, { versionTag: "2.0.0" })), 201, "A second create")
    trial.met()
    const entry = await listed(trial.admin, id)
    trial.same([entry?.["versions"], entry?.["versionTags"]], [[id.version], ["1.0.0"]], "Only the complete one")
  }),
  rule("POL-005", async (trial) => {
    for (const policypack of malformed) {
      trial.nextCase()
      trial.met()
      const answer = await trial.admin.get(packsPath(trial.organization), { policypack })
      trial.status(answer, trial.isOurs ? [400] : [200, 400], "A name that can't be one is no name to filter by")
      trial.note(`A malformed policypack is answered ${answer.status}.`)
    }
  }),
  rule("POL-006", async (trial) => {
    const id = newPack(trial)
    for (const more of [{ versionTag: "1.0.0" }, {}, { versionTag: "0.1.0" }, {}]) await publish(trial, id, more)
    trial.met()
    const entry = await listed(trial.admin, id)
    const { versions = [], versionTags = [] } = entry ?? {}
    const [numbers, tags] = [versions, versionTags].map((one) => (Array.isArray(one) ? one : []))
    trial.same([numbers?.length, new Set(numbers).size], [4, 4], "Versions are distinct")
    trial.same([tags?.length, new Set(tags).size], [2, 2], "Tags are distinct")
    trial.same(await listed(trial.admin, id), entry, "Each read has the same order")
    if (trial.isOurs) trial.same(numbers, [4, 3, 2, 1], "Newest first (open points, section 5)")
  }),
  rule("POL-049", async (trial) => {
    const id = await publishNew(trial, { policies: [policy("plain"), policy("sized", { configSchema: limits })] })
    trial.met()
    const answer = await trial.admin.get(`${packs.versionPath(id, id.version)}/schema`)
    trial.status(answer, [200], "A complete version has a schema")
    if (!isRecord(objectOf(answer)["configSchema"]) && trial.isOurs)
      throw trial.violated("configSchema is a map (open points, section 5)", "an object", answer.text, answer)
  }),
  rule("POL-050", async (trial) => {
    const policies = [
      policy("plain"),
      policy("sized", { configSchema: limits }),
      policy("other", { configSchema: limits })
    ]
    const id = await publishNew(trial, { policies })
    trial.met()
    const answer = await trial.admin.get(`${packs.versionPath(id, id.version)}/schema`)
    const body = objectOf(trial.status(answer, [200], "A complete version has a schema"))
    if (!isSchema(body)) throw trial.violated("It is a JSON Schema", "a JSON Schema", answer.text, answer)
    const text = JSON.stringify(body)
    for (const name of ["sized", "other"])
      if (!text.includes(`"${name}"`))
        throw trial.violated("It covers every policy with a schema", name, answer.text, answer)
    if (!trial.isOurs) return
    trial.same(
      body,
      { configSchema: { sized: limits, other: limits } },
      "By policy name (open points, section 5)",
      answer
    )
  }),
  rule(
    "POL-051",
    async (trial) => {
      const outsider = trial.as("outsider")
      const id = { organization: trial.fixture("withoutPolicyAsCode"), name: trial.context.name() }
      const version = await publish(trial, id, {}, outsider)
      trial.met()
      const answer = await outsider.get(`${packs.versionPath(id, version)}/schema`)
      trial.status(answer, [400], "Without policy as code there is no schema")
    },
    { requires: ["outsider", "fixture:withoutPolicyAsCode"] }
  ),
  rule("POL-052", async (trial) => {
    const id = await publishNew(trial)
    for (const path of [
      packs.versionPath(id, 4711),
      packs.versionPath({ ...id, name: trial.context.name() }, 1),
      packs.versionPath(id, "abc")
    ]) {
      trial.nextCase()
      trial.met()
      trial.status(await trial.admin.get(`${path}/schema`), [404], "What is not there has no schema")
    }
  }),
  rule("POL-053", async (trial) => {
    const id = await publishNew(trial)
    trial.met()
    const answer = trial.status(await orgPack(trial, id), [200], "A pack stands in its organization's registry")
    const pack = packs.packOf(answer)
    trial.same([pack["name"], pack["publisher"]], [id.name, id.organization], "It is that pack", answer)
    if ("policies" in pack) throw trial.violated("The answer is lightweight", "no policies", "policies", answer)
  }),
  rule("POL-054", async (trial) => {
    const id = newPack(trial)
    await publish(trial, id, { versionTag: "2.0.0" })
    await publish(trial, id, { versionTag: "1.5.0" })
    trial.needs(await create(trial.admin, id, packs.packBody(id.name, { versionTag: "3.0.0" })), 201, "A third create")
    trial.met()
    for (const [tag, version] of [
      ["latest", "1.5.0"],
      ["2.0.0", "2.0.0"],
      [undefined, "1.5.0"]
    ] as const) {
      const answer = trial.status(await orgPack(trial, id, tag), [200], "A tag finds its version")
      trial.same(packs.packOf(answer)["version"], version, `tag=${tag}`, answer)
    }
    trial.status(await orgPack(trial, id, "9.9.9"), [404], "An unknown tag finds nothing")
    if (trial.isOurs) trial.status(await orgPack(trial, id, "3.0.0"), [404], "Nor does one that is not complete")
  }),
  rule("POL-055", async (trial) => {
    trial.met()
    trial.status(await orgPack(trial, newPack(trial)), [404], "An unknown pack is not found")
  }),
  rule("OUR-502", async (trial) => {
    const id = newPack(trial)
    for (const versionTag of ["1.0.0", "2.0.0"]) {
      const begun = await create(trial.admin, id, packs.packBody(id.name, { versionTag }))
      await packs.upload(trial, trial.needs(begun, 201, "The create of a policy pack"))
      trial.met()
      trial.status(await packs.complete(trial.admin, id, versionTag), [204], "A tag completes its version")
      trial.same(createdOf(begun).version, Number(versionTag[0]), "Versions count from one", begun)
    }
    trial.same((await packs.listed(trial.admin, id))?.["versions"], [2, 1], "Both are there, newest first")
    trial.status(await packs.remove(trial.admin, id, "1.0.0"), [200], "A tag deletes its version")
    const latest = trial.status(await packs.read(trial.admin, id, "latest"), [200], "latest is the newest complete one")
    trial.same(objectOf(latest)["version"], 2, "latest is the newest complete one", latest)
  })
]
