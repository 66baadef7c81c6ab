/** The filters and the order of the package list (Spec A, Registry). */
import type { Query } from "../engine/Caller.ts"
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { shelfOf } from "./packageLists.ts"
import * as packages from "./packages.ts"

const { identityOf, list, listAll, packagesOf } = packages

type Entry = Readonly<Record<string, unknown>>

/** Every entry of a filtered list passes the filter, and what is known to pass it is there. */
const filters = async (
  trial: Trial,
  query: Query,
  passes: (entry: Entry) => boolean,
  known: ReadonlyArray<string> = []
): Promise<void> => {
  const found = await listAll(trial.admin, query)
  trial.met()
  const text = JSON.stringify(query)
  const stray = found.find((entry) => !passes(entry))
  if (stray !== undefined) throw trial.violated(`The list keeps to ${text}`, "only what passes", identityOf(stray))
  const names = found.map(identityOf)
  const absent = known.find((one) => !names.includes(one))
  if (absent !== undefined) throw trial.violated(`The list shows what passes ${text}`, absent, names.join(" "))
}

/** A private package of the outsider's organization, where one is configured. */
const otherOrganizationsPackage = async (trial: Trial): Promise<packages.VersionId | undefined> => {
  const publisher = trial.context.configuration.otherOrganization
  if (publisher === undefined || trial.context.configuration.identities.outsider === undefined) return undefined
  const id = { source: "private", publisher, name: trial.context.name(), version: "1.0.0" }
  const outsider = trial.as("outsider")
  const begun = await outsider.post(packages.versionsPath(id), { version: id.version })
  if (begun.status !== 202) return undefined
  const path = packages.versionPath(id, id.version)
  trial.context.ledger.begin({ path, identity: "outsider" })
  trial.finally(async () => {
    const { status } = await outsider.delete(path)
    if (status === 204 || status === 404) trial.context.ledger.end(path)
  })
  const started = packages.startedOf(begun)
  await packages.upload(trial, id, started, ["schema", "index"])
  return (await packages.complete(outsider, id, started.operationID)).status === 201 ? id : undefined
}

export const filterRules: ReadonlyArray<Rule> = [
  rule("REG-006", async (trial) => {
    const id = await packages.publishNew(trial)
    const decoy = { ...id, name: `${id.name}-more` }
    await packages.publish(trial, decoy)
    const shorter = { ...id, name: id.name.slice(0, -1) }
    await filters(trial, { name: id.name }, (entry) => entry["name"] === id.name, [identityOf({ ...id })])
    await filters(trial, { name: shorter.name }, (entry) => entry["name"] === shorter.name)
  }),
  rule("REG-007", async (trial) => {
    const { ids } = await shelfOf(trial)
    await otherOrganizationsPackage(trial)
    const known = ids.map((id) => identityOf({ ...id }))
    await filters(trial, { orgLogin: trial.organization }, (entry) => entry["publisher"] === trial.organization, known)
    await filters(trial, { orgLogin: "cf-no-such-organization" }, () => false)
  }),
  rule("REG-008", async (trial) => {
    const { ids } = await shelfOf(trial)
    const known = ids.map((id) => identityOf({ ...id }))
    await filters(trial, { publisher: trial.organization }, (entry) => entry["publisher"] === trial.organization, known)
    await filters(trial, { publisher: `${trial.organization}-x` }, () => false)
    await filters(
      trial,
      { publisher: trial.organization.slice(0, -1) },
      (entry) => entry["publisher"] !== trial.organization
    )
  }),
  rule("REG-009", async (trial) => {
    const { ids } = await shelfOf(trial)
    const known = ids.map((id) => identityOf({ ...id }))
    const query = { publisher: trial.organization }
    await filters(trial, { ...query, visibility: "private" }, (entry) => entry["visibility"] === "private", known)
    await filters(trial, { ...query, visibility: "public" }, (entry) => entry["visibility"] === "public")
  }),
  rule(
    "REG-010",
    async (trial) => {
      const { prefix } = await shelfOf(trial)
      const all = new Set((await listAll(trial.admin, {})).map(identityOf))
      for (const search of [prefix, prefix.slice(3), "cf", "%", "conformance", `${prefix}-m0`]) {
        trial.nextCase()
        trial.met()
        const found = await listAll(trial.admin, { search })
        const invented = found.map(identityOf).find((one) => !all.has(one))
        if (invented !== undefined)
          throw trial.violated("A search never invents packages", "a package of the whole list", invented)
      }
    },
    { turn: "alone" }
  ),
  rule("REG-011", async (trial) => {
    const id = await packages.publishNew(trial)
    trial.met()
    const found = packagesOf(trial.status(await list(trial.admin, { search: id.name }), [200], "A search is answered"))
    if (!found.some((entry) => entry["name"] === id.name))
      throw trial.violated("A package of exactly the searched name is found", id.name, found.map(identityOf).join(" "))
  }),
  rule("REG-012", async (trial) => {
    const { ids, prefix } = await shelfOf(trial)
    const [first] = ids
    await filters(trial, { search: prefix, name: first?.name }, (entry) => entry["name"] === first?.name, [
      identityOf({ ...first })
    ])
    await filters(
      trial,
      { search: prefix, visibility: "public" },
      (entry) => entry["visibility"] === "public" && String(entry["name"]).startsWith(prefix)
    )
    await filters(trial, { publisher: "cf-no-such-organization", name: first?.name }, () => false)
  }),
  rule("REG-013", async (trial) => {
    for (const name of ["sort", "usage", "packageType"]) {
      trial.nextCase()
      trial.met()
      const answer = await list(trial.admin, { [name]: "cf-unknown" })
      trial.note(`An unknown ${name} is answered ${answer.status}.`)
      trial.status(answer, trial.isOurs ? [400] : [200, 400], `An unknown ${name} is refused or ignored`)
    }
  }),
  rule(
    "REG-014",
    async (trial) => {
      const seen = new Set(
        (await packages.listAll(trial.admin, { publisher: trial.organization })).flatMap(({ packageTypes }) =>
          Array.isArray(packageTypes) ? packageTypes.map(String) : []
        )
      )
      for (const packageType of seen)
        await filters(
          trial,
          { publisher: trial.organization, packageType },
          (entry) => Array.isArray(entry["packageTypes"]) && entry["packageTypes"].includes(packageType)
        )
      if (trial.isOurs)
        for (const packageType of ["component", "bridged"])
          await filters(
            trial,
            { publisher: trial.organization, packageType },
            (entry) => Array.isArray(entry["packageTypes"]) && entry["packageTypes"].includes(packageType)
          )
    },
    { turn: "alone" }
  ),
  rule("REG-015", async (trial) => {
    const { byName, prefix } = await shelfOf(trial)
    const up = (await listAll(trial.admin, { search: prefix, ...byName, asc: true })).map(identityOf)
    const down = (await listAll(trial.admin, { search: prefix, ...byName, asc: false })).map(identityOf)
    if (up.length < 2) throw trial.inconclusive("PREMISE_NEVER_MET", "The search finds fewer than two packages.")
    trial.met()
    trial.same(down, up.toReversed(), "asc=false is the reverse of asc=true")
    if (trial.isOurs) trial.same(up, up.toSorted(), "asc=true ascends by name")
  }),
  rule("REG-016", async (trial) => {
    for (const asc of ["yes", "1", "TRUE", "", "0", "truee"]) {
      trial.nextCase()
      trial.met()
      trial.status(await list(trial.admin, { asc }), [400], `asc is a boolean (${JSON.stringify(asc)})`)
    }
  })
]
