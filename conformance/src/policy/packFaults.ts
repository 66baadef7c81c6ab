/** What can be wrong about policy packs, each as a wrapper around a server that does it right. */
import { type Answer, type Fault, type Hop, pathOf, plainAnswer, withBody } from "../mutants/Mutant.ts"
import { matchOperation } from "../table/operations.ts"
import { isRecord, objectOf } from "../wire/Exchange.ts"

/** The id of the operation that a request is for. */
export const idOf = (hop: Hop): string => matchOperation(hop.method, hop.target)?.id ?? ""

/** The pack of a path of an organization: everything before the versions. */
const packOf = (hop: Hop): string => pathOf(hop).split("/versions/")[0] ?? ""

const bodyOf = (hop: Hop): Readonly<Record<string, unknown>> => objectOf({ text: hop.body })

/** The pack that a create is for, as its path. */
const createdPack = (hop: Hop): string => `${pathOf(hop)}/${encodeURIComponent(String(bodyOf(hop)["name"]))}`

/** Well answered requests for one operation get another body. */
export const answered =
  (operation: string, change: (body: Readonly<Record<string, unknown>>, hop: Hop) => unknown) =>
  (): Fault =>
  async (hop, next) => {
    const answer = await next(hop)
    return idOf(hop) === operation && answer.status >= 200 && answer.status < 300
      ? withBody(answer, change(objectOf(answer), hop))
      : answer
  }

/** The body of one operation is another before it is looked at. */
export const sentWith =
  (operation: string, change: (body: Readonly<Record<string, unknown>>) => unknown) => (): Fault => (hop, next) =>
    idOf(hop) === operation ? next({ ...hop, body: JSON.stringify(change(bodyOf(hop))) }) : next(hop)

/** One status of one operation becomes another. */
export const becomes = (operation: string, from: number, to: number) => (): Fault => async (hop, next) => {
  const answer = await next(hop)
  return idOf(hop) === operation && answer.status === from ? plainAnswer(to, { code: to, message: "no" }) : answer
}

/** Every version that was begun stands in the list. */
export const listsIncomplete = (): Fault => {
  const begun = new Map<string, Array<unknown>>()
  return async (hop, next) => {
    const answer = await next(hop)
    const body = objectOf(answer)
    if (idOf(hop) === "policy.create" && answer.status === 201) {
      const name = String(bodyOf(hop)["name"])
      begun.set(name, [...(begun.get(name) ?? []), body["version"]])
    }
    const name = new URL(hop.target, "http://x").searchParams.get("policypack") ?? ""
    const versions = begun.get(name)
    if (idOf(hop) !== "policy.list" || versions === undefined) return answer
    return withBody(answer, { policyPacks: [{ name, displayName: name, versions, versionTags: [] }] })
  }
}

/** A version that is complete completes again. */
export const completesTwice = (): Fault => {
  const done = new Set<string>()
  return async (hop, next) => {
    const answer = await next(hop)
    if (idOf(hop) !== "policy.complete") return answer
    if (answer.status === 204) done.add(pathOf(hop))
    return answer.status === 400 && done.has(pathOf(hop)) ? plainAnswer(204) : answer
  }
}

/** Whoever comes while a completion is under way succeeds too. */
export const completesInParallel = (): Fault => {
  const underWay = new Map<string, number>()
  return async (hop, next) => {
    if (idOf(hop) !== "policy.complete") return next(hop)
    const others = underWay.get(pathOf(hop)) ?? 0
    underWay.set(pathOf(hop), others + 1)
    const answer = await next(hop)
    underWay.set(pathOf(hop), (underWay.get(pathOf(hop)) ?? 1) - 1)
    return others > 0 && answer.status === 400 ? plainAnswer(204) : answer
  }
}

/** Every create of a name says the number of the first. */
export const countsNothing = (): Fault => {
  const first = new Map<string, unknown>()
  return async (hop, next) => {
    const answer = await next(hop)
    if (idOf(hop) !== "policy.create" || answer.status !== 201) return answer
    const body = objectOf(answer)
    const version = first.get(createdPack(hop)) ?? body["version"]
    first.set(createdPack(hop), version)
    return withBody(answer, { ...body, version })
  }
}

/** Creates of one name that are under way together say one number. */
export const countsOnceInParallel = (): Fault => {
  const underWay = new Map<string, { count: number; version: unknown }>()
  return async (hop, next) => {
    if (idOf(hop) !== "policy.create") return next(hop)
    const key = createdPack(hop)
    const group = underWay.get(key) ?? { count: 0, version: undefined }
    group.count += 1
    underWay.set(key, group)
    const answer = await next(hop)
    group.count -= 1
    if (group.count === 0) underWay.delete(key)
    if (answer.status !== 201) return answer
    const body = objectOf(answer)
    group.version ??= body["version"]
    return withBody(answer, { ...body, version: group.version })
  }
}

/** Numbers of deleted versions are given again. */
export const reusesNumbers = (): Fault => {
  const free = new Map<string, Array<number>>()
  return async (hop, next) => {
    const answer = await next(hop)
    if (idOf(hop) === "policy.delete" && answer.status === 200) {
      const number = Number(pathOf(hop).split("/").at(-1))
      free.set(packOf(hop), [...(free.get(packOf(hop)) ?? []), number])
    }
    if (idOf(hop) !== "policy.create" || answer.status !== 201) return answer
    const version = free.get(createdPack(hop))?.pop()
    return version === undefined ? answer : withBody(answer, { ...objectOf(answer), version })
  }
}

/** Policies whose names repeat are given others. */
export const renamesDuplicates = sentWith("policy.create", (body) => {
  const policies = body["policies"]
  if (!Array.isArray(policies)) return body
  const seen = new Set<unknown>()
  return {
    ...body,
    policies: policies.map((one: unknown, index) => {
      if (!isRecord(one) || !seen.has(one["name"])) {
        if (isRecord(one)) seen.add(one["name"])
        return one
      }
      return { ...one, name: `${String(one["name"])}-${index}` }
    })
  }
})

/** Without an access, what could be added is listed as well. */
export const listsEverything = (): Fault => async (hop, next) => {
  const answer = await next(hop)
  const body = bodyOf(hop)
  if (idOf(hop) !== "policy.registryList" || answer.status !== 200 || "access" in body) return answer
  const more = await next({ ...hop, body: JSON.stringify({ ...body, access: "available" }) })
  const packs = [answer, more].flatMap((one) => {
    const found = objectOf(one)["policyPacks"]
    return Array.isArray(found) ? found : []
  })
  return withBody(answer, { ...objectOf(answer), policyPacks: packs })
}

/** What was read of a pack before its deletion is read after it. */
export const keepsVersions = (): Fault => {
  const kept = new Map<string, Answer>()
  return async (hop, next) => {
    if (idOf(hop) === "policy.deletePack") {
      for (let version = 1; version <= 3; version += 1) {
        const target = `${pathOf(hop)}/versions/${version}`
        const before = await next({ ...hop, method: "GET", target })
        if (before.status === 200) kept.set(target, before)
      }
    }
    const answer = await next(hop)
    return answer.status === 404 && idOf(hop) === "policy.get" ? (kept.get(pathOf(hop)) ?? answer) : answer
  }
}

/** A deletion says that it did what it did not. */
export const pretends = (operation: string, success: number) => (): Fault => (hop, next) =>
  idOf(hop) === operation ? Promise.resolve(plainAnswer(success)) : next(hop)

/** A tag that is used is dropped, so that the create passes. */
export const dropsUsedTags = (): Fault => async (hop, next) => {
  const answer = await next(hop)
  if (idOf(hop) !== "policy.create" || answer.status !== 409) return answer
  const { versionTag: _, ...body } = bodyOf(hop)
  return next({ ...hop, body: JSON.stringify(body) })
}

/** The name of the list is only a beginning. */
export const namePrefix = (): Fault => async (hop, next) => {
  const [path = "", query = ""] = hop.target.split("?")
  const name = new URLSearchParams(query).get("policypack")
  const answer = idOf(hop) === "policy.list" && name !== null ? await next({ ...hop, target: path }) : await next(hop)
  const packs = objectOf(answer)["policyPacks"]
  if (idOf(hop) !== "policy.list" || name === null || !Array.isArray(packs)) return answer
  const fits = (one: unknown) => isRecord(one) && String(one["name"]).startsWith(name)
  return withBody(answer, { policyPacks: packs.filter(fits) })
}

/** A part of the path is put right before it is looked at. */
export const retargets = (change: (target: string, hop: Hop) => string) => (): Fault => (hop, next) =>
  next({ ...hop, target: change(hop.target, hop) })
