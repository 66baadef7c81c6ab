/** The lists of policy packs in the registry (Spec A, Policy packs, registry-scoped; open points, section 5). */
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { headerOf, objectOf } from "../wire/Exchange.ts"
import * as packs from "./packs.ts"

const { newPack, packOf, packsOf, publish, publishNew, REGISTRY, registered, registeredPath, registeredVersion } = packs

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const wrongAccess = ["all", "Enabled", "", "cf-unknown"]

const ask = (trial: Trial, body: unknown, as = trial.admin) => as.send("POST", REGISTRY, { body })

const idOf = async (trial: Trial, id: packs.PackId): Promise<string> => {
  const answer = trial.status(await trial.admin.get(registeredVersion(id, "latest")), [200], "The pack can be read")
  return String(packOf(answer)["id"])
}

const registryLists: ReadonlyArray<Rule> = [
  rule("CORE-026", async (trial) => {
    trial.met()
    const answer = await trial.anonymous.get(REGISTRY, { orgLogin: trial.organization })
    trial.status(answer, [200], "The deprecated list needs no credential")
  }),
  rule("CORE-027", async (trial) => {
    trial.met()
    trial.status(await ask(trial, {}, trial.anonymous), [200], "The list needs no credential")
  }),
  rule("POL-056", async (trial) => {
    const id = await publishNew(trial)
    trial.met()
    const answer = await trial.admin.get(REGISTRY, { orgLogin: id.organization, access: "private" })
    trial.status(answer, [200], "The deprecated list still answers")
    if (trial.isOurs && headerOf(answer, "deprecation") === "")
      throw trial.violated("It says that it is deprecated (open points, section 5)", "Deprecation", "nothing", answer)
  }),
  rule("POL-057", async (trial) => {
    for (const access of wrongAccess) {
      trial.nextCase()
      trial.met()
      const answer = await trial.admin.get(REGISTRY, { orgLogin: trial.organization, access })
      trial.status(answer, [400], `access=${JSON.stringify(access)} is refused`)
    }
  }),
  rule("POL-058", async (trial) => {
    trial.met()
    const answer = await trial.admin.get(REGISTRY)
    trial.note(`The deprecated list without orgLogin is answered ${answer.status}.`)
    trial.status(answer, trial.isOurs ? [400] : [200, 400], "Without orgLogin it is refused or empty")
  }),
  rule("POL-059", async (trial) => {
    for (const access of ["added", "available", "enabled", "private"]) {
      trial.nextCase()
      trial.met()
      trial.status(await ask(trial, { access, orgLogin: trial.organization }), [200], `access ${access} is accepted`)
    }
  }),
  rule(
    "POL-060",
    async (trial) => {
      const id = await publishNew(trial)
      const organization = { orgLogin: id.organization }
      trial.met()
      const names = async (body: packs.Json) => (await registered(trial.admin, body)).map((one) => String(one["id"]))
      const enabled = await names({ ...organization, access: "enabled" })
      trial.same(await names(organization), enabled, "Without access the enabled ones are listed")
      const mine = await idOf(trial, id)
      if (!enabled.includes(mine)) throw trial.violated("What the organization made is enabled", mine, enabled.join())
      const added = await names({ ...organization, access: "added" })
      if (trial.isOurs && added.includes(mine))
        throw trial.violated("What the organization made was not added (open points, section 5)", "not listed", mine)
    },
    { turn: "alone" }
  ),
  rule("POL-061", async (trial) => {
    for (const access of [...wrongAccess, 5, ["enabled"]]) {
      trial.nextCase()
      trial.met()
      trial.status(await ask(trial, { access, orgLogin: trial.organization }), [400], "Another access is refused")
    }
  }),
  rule("POL-062", async (trial) => {
    const [one, other] = [await publishNew(trial), await publishNew(trial)]
    const ids = [await idOf(trial, one), await idOf(trial, other)]
    const body = { orgLogin: trial.organization, access: "private" }
    trial.met()
    const restricted = async (some: ReadonlyArray<string>) =>
      (await registered(trial.admin, { ...body, ids: some })).map((pack) => String(pack["id"]))
    trial.same(await restricted(ids.slice(0, 1)), ids.slice(0, 1), "Only the pack of this id")
    trial.same((await restricted(ids)).toSorted(), ids.toSorted(), "Only the packs of these ids")
    trial.same(await restricted(["00000000-0000-4000-8000-000000000000"]), [], "None of an unknown id")
    const empty = await restricted([])
    trial.note(`An empty list of ids lists ${empty.length === 0 ? "nothing" : "everything"}.`)
  }),
  rule(
    "POL-063",
    async (trial) => {
      await publishNew(trial)
      for (const access of [undefined, "added", "available", "enabled", "private"]) {
        trial.nextCase()
        trial.met()
        const query = { orgLogin: trial.organization, access }
        const get = trial.status(await trial.admin.get(REGISTRY, query), [200], "GET lists packs")
        const post = trial.status(await ask(trial, query), [200], "POST lists packs")
        const idsOf = (answer: typeof get) => packsOf(answer).map(({ id }) => String(id))
        trial.same(idsOf(get).toSorted(), idsOf(post).toSorted(), `Both agree for access ${access ?? "absent"}`, get)
      }
    },
    { turn: "alone" }
  ),
  rule("POL-065", async (trial) => {
    await publishNew(trial)
    for (const pack of await registered(trial.admin, { orgLogin: trial.organization, access: "private" })) {
      trial.met()
      const { accessLevel, enforcementLevels, id, source } = pack
      const levels = Array.isArray(enforcementLevels) && enforcementLevels.every((one) => typeof one === "string")
      const level = ["full", "view-only", "deny"].includes(String(accessLevel))
      if (!uuid.test(String(id)) || source !== "private" || !level || !levels)
        throw trial.violated("A pack has id, source, accessLevel, enforcementLevels", "as stated", JSON.stringify(pack))
    }
  }),
  rule("POL-066", async (trial) => {
    const id = await publishNew(trial)
    const mine = await idOf(trial, id)
    trial.met()
    const [listed] = await registered(trial.admin, { orgLogin: id.organization, access: "private", ids: [mine] })
    if (listed === undefined || "policies" in listed)
      throw trial.violated("A list is lightweight", "no policies", JSON.stringify(listed))
    const shown = trial.status(await trial.admin.get(registeredVersion(id, "latest")), [200], "The version can be read")
    if (!Array.isArray(packOf(shown)["policies"]))
      throw trial.violated("A version has its policies", "policies", shown.text.slice(0, 80), shown)
  }),
  rule("POL-067", async (trial) => {
    const id = newPack(trial)
    await publish(trial, id)
    await publish(trial, id)
    const all = await registered(trial.admin, { orgLogin: trial.organization, access: "private" })
    trial.met()
    const names = all.map(({ name, publisher }) => `${String(publisher)}/${String(name)}`)
    trial.same(new Set(names).size, names.length, "A name stands once a publisher")
  })
]

/** More than one natural page, where a page holds a hundred. */
const MANY = 104
const AT_A_TIME = 8

const inBatches = async (count: number, make: (index: number) => Promise<unknown>): Promise<void> => {
  for (let begin = 0; begin < count; begin += AT_A_TIME)
    await Promise.all(Array.from({ length: Math.min(AT_A_TIME, count - begin) }, (_, index) => make(begin + index)))
}

const judgePages = (
  trial: Trial,
  pages: ReadonlyArray<Awaited<ReturnType<typeof ask>>>,
  expected: ReadonlyArray<string>
) => {
  const seen = pages.flatMap(packsOf).map(({ name, version }) => `${String(name)}@${String(version)}`)
  const known = seen.filter((one) => expected.includes(one))
  trial.same(known.toSorted(), expected.toSorted(), "All pages together show everything once")
  if (pages.length === 1) trial.note("The list has one natural page; its tokens were not seen.")
  else if (packsOf(pages.at(-1)!).length === 0)
    throw trial.violated("The last page is not empty", "at least one entry", "none", pages.at(-1))
}

const pagingRules: ReadonlyArray<Rule> = [
  rule("POL-064", async (trial) => {
    const ids: Array<packs.PackId> = []
    await inBatches(MANY, async () => {
      const id = newPack(trial)
      ids.push(id)
      await publish(trial, id, { versionTag: "1.0.0" })
    })
    trial.met()
    const body = { orgLogin: trial.organization, access: "private" }
    const pages = await packs.pages(trial, (continuationToken) =>
      trial.admin.send("POST", REGISTRY, { query: { continuationToken }, body })
    )
    judgePages(
      trial,
      pages,
      ids.map(({ name }) => `${name}@1.0.0`)
    )
    const query = { orgLogin: trial.organization, access: "private" }
    const deprecated = await packs.pages(trial, (continuationToken) =>
      trial.admin.get(REGISTRY, { ...query, continuationToken })
    )
    judgePages(
      trial,
      deprecated,
      ids.map(({ name }) => `${name}@1.0.0`)
    )
    const stray = await trial.admin.send("POST", REGISTRY, { query: { continuationToken: "cf-no-token" }, body })
    trial.status(stray, trial.isOurs ? [400] : [200, 400], "A token that nobody gave out is refused")
  }),
  rule("POL-071", async (trial) => {
    const versionsOf = (id: packs.PackId) => (continuationToken: string | undefined) =>
      trial.admin.get(`${registeredPath(id)}/versions`, { continuationToken })
    trial.status(await versionsOf(newPack(trial))(undefined), [404], "An unknown pack has no versions")
    const id = newPack(trial)
    const tags = Array.from({ length: MANY }, (_, index) => `1.0.${index}`)
    await inBatches(MANY, (index) => publish(trial, id, { versionTag: tags[index] }))
    trial.met()
    const pages = await packs.pages(trial, versionsOf(id))
    judgePages(
      trial,
      pages,
      tags.map((tag) => `${id.name}@${tag}`)
    )
    for (const pack of pages.flatMap(packsOf))
      if ("policies" in pack) throw trial.violated("A list is lightweight", "no policies", "policies", pages[0])
    trial.same(objectOf(pages.at(-1)!)["continuationToken"] ?? null, null, "The last page has no token")
  })
]

export const registryListRules: ReadonlyArray<Rule> = [...registryLists, ...pagingRules]
