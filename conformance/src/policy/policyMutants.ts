/** Faults of policy packs that no row of the table suggests, one a line. Those named MUT- are the specification's examples. */
import { type Mutant, mutant as row } from "../mutants/Mutant.ts"
import { isRecord } from "../wire/Exchange.ts"
import * as faults from "./packFaults.ts"

const { answered, becomes, pretends, retargets, sentWith } = faults

const policyPack =
  (change: (pack: Readonly<Record<string, unknown>>) => unknown) => (body: Readonly<Record<string, unknown>>) =>
    isRecord(body["policyPack"]) ? { ...body, policyPack: change(body["policyPack"]) } : body

const policyPacks =
  (change: (pack: Readonly<Record<string, unknown>>) => unknown) => (body: Readonly<Record<string, unknown>>) => {
    const packs = body["policyPacks"]
    return {
      ...body,
      policyPacks: Array.isArray(packs) ? packs.flatMap((one) => (isRecord(one) ? change(one) : one)) : packs
    }
  }

/** Names are made safe, so that any name passes. */
const safe = (name: unknown): unknown => (typeof name === "string" ? name.replaceAll(/[^\w.-]/g, "-") || "empty" : name)

const safeNames = (body: Readonly<Record<string, unknown>>) => ({ ...body, name: safe(body["name"]) })

const safePolicies = (body: Readonly<Record<string, unknown>>) => ({
  ...body,
  policies: Array.isArray(body["policies"])
    ? body["policies"].map((one: unknown) => (isRecord(one) ? { ...one, name: safe(one["name"]) } : one))
    : body["policies"]
})

const anyLevel = (body: Readonly<Record<string, unknown>>) => ({
  ...body,
  policies: Array.isArray(body["policies"])
    ? body["policies"].map((one: unknown) => (isRecord(one) ? { ...one, enforcementLevel: "advisory" } : one))
    : body["policies"]
})

export const policyMutants: ReadonlyArray<Mutant> = [
  row("MUT-101", "an incomplete version is listed", ["POL-003", "POL-004"], faults.listsIncomplete),
  row("MUT-103", "a complete version completes again", ["POL-029"], faults.completesTwice),
  row("MUT-105", "an enabled pack is deleted", ["POL-046"], becomes("policy.deletePack", 400, 200)),
  row("MUT-107", "every version has the first number", ["POL-011"], faults.countsNothing),
  row("MUT-109", "parallel creates get the same version", ["POL-015"], faults.countsOnceInParallel),
  row("MUT-111", "policies of one name are accepted", ["POL-022"], faults.renamesDuplicates),
  row("MUT-113", "without access everything is listed", ["POL-060"], faults.listsEverything),
  row("MUT-115", "a deleted pack's versions can be read", ["POL-048", "POL-045"], faults.keepsVersions),
  row("POL-M01", "numbers of deleted versions are given again", ["POL-013"], faults.reusesNumbers),
  row("POL-M02", "parallel completions all succeed", ["POL-031"], faults.completesInParallel),
  row("POL-M03", "a used tag is dropped silently", ["POL-018"], faults.dropsUsedTags),
  row("POL-M04", "names of packs are made safe", ["POL-016"], sentWith("policy.create", safeNames)),
  row("POL-M05", "names of policies are made safe", ["POL-023"], sentWith("policy.create", safePolicies)),
  row("POL-M06", "every level is advisory", ["POL-024", "POL-026"], sentWith("policy.create", anyLevel)),
  row(
    "POL-M07",
    "severities are lost",
    ["POL-025", "POL-026"],
    answered("policy.get", (body) => ({
      ...body,
      policies: Array.isArray(body["policies"])
        ? body["policies"].map((one: unknown) => (isRecord(one) ? { ...one, severity: undefined } : one))
        : []
    }))
  ),
  row(
    "POL-M08",
    "applied is always true",
    ["POL-033", "POL-037"],
    answered("policy.get", (body) => ({ ...body, applied: true }))
  ),
  row(
    "POL-M09",
    "applied is never true",
    ["POL-037", "POL-080"],
    answered("policy.get", (body) => ({ ...body, applied: false }))
  ),
  row(
    "POL-M10",
    "the tag is another",
    ["POL-035"],
    answered("policy.get", (body) => ({ ...body, versionTag: "9.9.9" }))
  ),
  row("POL-M11", "an applied version is deleted", ["POL-039"], becomes("policy.delete", 409, 200)),
  row("POL-M12", "a deletion of a version does nothing", ["POL-038", "POL-080"], pretends("policy.delete", 200)),
  row("POL-M13", "a deletion of a pack does nothing", ["POL-045", "POL-048"], pretends("policy.deletePack", 200)),
  row(
    "POL-M14",
    "a list shows policies",
    ["POL-066", "POL-071"],
    answered(
      "policy.versions",
      policyPacks((pack) => ({ ...pack, policies: [] }))
    )
  ),
  row(
    "POL-M15",
    "the POST shows policies",
    ["POL-066"],
    answered(
      "policy.registryList",
      policyPacks((pack) => ({ ...pack, policies: [] }))
    )
  ),
  row(
    "POL-M16",
    "an organization's pack shows policies",
    ["POL-053"],
    answered(
      "policy.orgPack",
      policyPack((pack) => ({ ...pack, policies: [] }))
    )
  ),
  row(
    "POL-M17",
    "ids are overlooked",
    ["POL-062"],
    sentWith("policy.registryList", (body) => ({ ...body, ids: undefined }))
  ),
  row(
    "POL-M18",
    "ids are numbers",
    ["POL-065"],
    answered(
      "policy.registryList",
      policyPacks((pack) => ({ ...pack, id: "17" }))
    )
  ),
  row(
    "POL-M19",
    "a pack stands twice in the list",
    ["POL-067", "POL-064"],
    answered(
      "policy.registryList",
      policyPacks((pack) => [pack, pack])
    )
  ),
  row(
    "POL-M20",
    "latest is the highest version",
    ["POL-074"],
    retargets((target) =>
      target.replace(/^(\/api\/registry\/policypacks\/private\/[^/]+\/[^/]+\/versions)\/latest$/, "$1/2.0.0")
    )
  ),
  row(
    "POL-M21",
    "the deprecated list forgets what the POST knows",
    ["POL-063"],
    answered("policy.deprecatedList", (body) => ({ ...body, policyPacks: [] }))
  ),
  row("POL-M22", "policypack is a prefix", ["POL-002"], faults.namePrefix),
  row("POL-M23", "the wrong policypack is none", ["POL-005"], becomes("policy.list", 400, 500)),
  row(
    "POL-M24",
    "versions are listed twice",
    ["POL-006"],
    answered(
      "policy.list",
      policyPacks((pack) => ({ ...pack, versionTags: [pack["versionTags"], pack["versionTags"]].flat() }))
    )
  ),
  row(
    "POL-M25",
    "the schema leaves a policy out",
    ["POL-050"],
    answered("policy.schema", (body) => ({
      configSchema: Object.fromEntries(
        Object.entries(isRecord(body["configSchema"]) ? body["configSchema"] : {}).slice(1)
      )
    }))
  ),
  row(
    "POL-M26",
    "tags are overlooked",
    ["POL-054"],
    retargets((target) => target.replace(/\?tag=[^&]*$/, ""))
  ),
  row(
    "POL-M27",
    "requiredHeaders are numbers",
    ["POL-021"],
    answered("policy.create", (body) => ({ ...body, requiredHeaders: { "x-size": 7 } }))
  ),
  row(
    "POL-M28",
    "the deprecated list wants a credential",
    ["CORE-026"],
    () => (hop, next) =>
      faults.idOf(hop) === "policy.deprecatedList" && hop.headers["authorization"] === undefined
        ? next({ ...hop, headers: { ...hop.headers, authorization: "Bearer cf-no-such-token" } })
        : next(hop)
  ),
  row(
    "POL-M29",
    "the list wants a credential",
    ["CORE-027"],
    () => (hop, next) =>
      faults.idOf(hop) === "policy.registryList" && hop.headers["authorization"] === undefined
        ? next({ ...hop, headers: { ...hop.headers, authorization: "Bearer cf-no-such-token" } })
        : next(hop)
  ),
  row(
    "POL-M30",
    "tags of policies are lost",
    ["POL-026"],
    answered("policy.get", (body) => ({
      ...body,
      policies: Array.isArray(body["policies"])
        ? body["policies"].map((one: unknown) => (isRecord(one) ? { ...one, displayName: "" } : one))
        : []
    }))
  ),
  row("POL-M31", "a pack of an organization is one of all", ["POL-017"], () => {
    const counts = new Map<unknown, number>()
    return async (hop, next) => {
      const answer = await next(hop)
      if (faults.idOf(hop) !== "policy.create" || answer.status !== 201) return answer
      const { name } = JSON.parse(hop.body) as { readonly name: unknown }
      const version = (counts.get(name) ?? 0) + 1
      counts.set(name, version)
      const body = JSON.parse(answer.text) as object
      return { ...answer, text: JSON.stringify({ ...body, version }) }
    }
  })
]
