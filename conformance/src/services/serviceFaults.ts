/** What can be wrong about services, each as a wrapper around a server that does it right. Knows no mutant. */
import {
  type Answer,
  as,
  credentialOf,
  type Fault,
  type Hop,
  pathOf,
  plainAnswer,
  queryOf,
  withBody,
  withQuery
} from "../mutants/Mutant.ts"
import { isRecord, objectOf } from "../wire/Exchange.ts"

type Json = Readonly<Record<string, unknown>>

const pattern =
  /^(\/api\/orgs\/[^/]+\/services)(?:\/([^/]+\/[^/]+\/[^/]+)(?:\/(v2\/items|items)(?:\/([^/]+)\/(.+))?)?)?$/

/** What a request wants of services. */
export type Deed = "add" | "create" | "delete" | "get" | "head" | "list" | "patch" | "remove"

/** Which service a request is for. */
export interface ServiceHop {
  readonly deed: Deed
  readonly list: string
  /** The path of the service. */
  readonly path: string
  readonly isDeprecated: boolean
  /** `type/name` of a single item, encoded. */
  readonly item: string
  readonly body: Json
}

const deeds: Readonly<Record<string, Readonly<Record<string, Deed>>>> = {
  list: { GET: "list", POST: "create" },
  service: { GET: "get", HEAD: "head", PATCH: "patch", DELETE: "delete" },
  items: { POST: "add" },
  item: { DELETE: "remove" }
}

/** Undefined for other requests. */
export const serviceHop = (hop: Hop): ServiceHop | undefined => {
  const [, list, below, generation, type, name] = pattern.exec(pathOf(hop)) ?? []
  if (list === undefined) return undefined
  const level =
    below === undefined ? "list" : generation === undefined ? "service" : type === undefined ? "items" : "item"
  const deed = deeds[level]?.[hop.method]
  if (deed === undefined) return undefined
  const path = below === undefined ? list : `${list}/${below}`
  const isDeprecated = generation === "items"
  return { deed, list, path, isDeprecated, item: `${type ?? ""}/${name ?? ""}`, body: objectOf({ text: hop.body }) }
}

/** Applies to requests that want this. */
export const on =
  (deed: Deed, fault: (at: ServiceHop, send: (hop?: Hop) => Promise<Answer>, hop: Hop) => Promise<Answer>) =>
  (): Fault =>
  (hop, next) => {
    const at = serviceHop(hop)
    return at?.deed === deed ? fault(at, (other = hop) => next(other), hop) : next(hop)
  }

/** The body becomes another before it is looked at. */
export const asked = (deed: Deed, change: (body: Json) => Json) =>
  on(deed, ({ body }, send, hop) => send({ ...hop, body: JSON.stringify(change(body)) }))

/** The answer's body becomes another. */
export const answered = (deed: Deed, change: (body: Json, at: ServiceHop, hop: Hop) => Json) =>
  on(deed, async (at, send, hop) => {
    const answer = await send()
    return answer.status === 200 ? withBody(answer, change(objectOf(answer), at, hop)) : answer
  })

/** The answer's status becomes another. */
export const status = (deed: Deed, from: number, to: number) =>
  on(deed, async (_at, send) => {
    const answer = await send()
    return answer.status === from ? plainAnswer(to, to < 400 ? {} : { code: to, message: "mutated" }) : answer
  })

/** A query parameter becomes another. */
export const query = (deed: Deed, change: (query: URLSearchParams) => void) =>
  on(deed, (_at, send, hop) => {
    const changed = queryOf(hop)
    change(changed)
    return send(withQuery(hop, changed))
  })

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The service in an answer that has one beside its items is changed. */
export const shown = (change: (service: Json, at: ServiceHop, hop: Hop) => Json) =>
  answered("get", (body, at, hop) =>
    isRecord(body["service"]) ? { ...body, service: change(body["service"], at, hop) } : body
  )

/** The items of an answer are changed. */
export const items = (deed: Deed, change: (items: ReadonlyArray<unknown>) => ReadonlyArray<unknown>) =>
  answered(deed, (body) => ({ ...body, items: change(listOf(body["items"])) }))

/** A name may be given again by another owner. */
export const uniquePerOwner = (): Fault => {
  const owners = new Map<unknown, unknown>()
  return async (hop, next) => {
    const at = serviceHop(hop)
    const answer = await next(hop)
    if (at?.deed !== "create") return answer
    const { name, ownerName } = at.body
    if (answer.status === 200) owners.set(name, ownerName)
    return answer.status === 409 && owners.get(name) !== ownerName ? plainAnswer(200, at.body) : answer
  }
}

/** What an organization has named can't be named in another one. */
export const namesOfAll = (): Fault => {
  const lists = new Map<unknown, string>()
  return async (hop, next) => {
    const at = serviceHop(hop)
    if (at?.deed !== "create") return next(hop)
    const { name } = at.body
    if (lists.has(name) && lists.get(name) !== at.list) return plainAnswer(409, { code: 409, message: "taken" })
    const answer = await next(hop)
    if (answer.status === 200) lists.set(name, at.list)
    return answer
  }
}

/** Removing what is not there is a 404. */
export const missesAbsent = (): Fault => async (hop, next) => {
  const at = serviceHop(hop)
  if (at?.deed !== "remove") return next(hop)
  const before = await next({ ...hop, method: "GET", target: `${at.path}?maxResults=1000`, body: "" })
  const there = listOf(objectOf(before)["items"]).some(
    (one) => isRecord(one) && `${String(one["type"])}/${String(one["name"])}` === decodeURIComponent(at.item)
  )
  return there || before.status !== 200 ? next(hop) : plainAnswer(404, { code: 404, message: "no such item" })
}

/** The old path goes on after a rename. */
export const keepsOldPath = (): Fault => {
  const moved = new Map<string, string>()
  return async (hop, next) => {
    const at = serviceHop(hop)
    const to = at?.deed === "get" ? moved.get(at.path) : undefined
    const answer = await next(to === undefined ? hop : { ...hop, target: hop.target.replace(at!.path, to) })
    const name = at?.body["name"]
    if (at?.deed === "patch" && answer.status === 200 && typeof name === "string")
      moved.set(at.path, at.path.replace(/[^/]+$/, encodeURIComponent(name)))
    return answer
  }
}

/** Tokens that worked once work on as an administrator's. */
export const keepsTokens = (): Fault => {
  const seen = new Set<string>()
  return async (hop, next, { admin }) => {
    const answer = await next(hop)
    const credential = credentialOf(hop)
    if (answer.status < 300 && serviceHop(hop) !== undefined) seen.add(credential)
    return answer.status === 401 && seen.has(credential) ? next(as(hop, admin)) : answer
  }
}

/** The counts do not fall. */
export const countsRemoved = (): Fault => {
  const removed = new Map<string, number>()
  return async (hop, next) => {
    const at = serviceHop(hop)
    const answer = await next(hop)
    if (at?.deed === "remove" && answer.status < 300) removed.set(at.path, (removed.get(at.path) ?? 0) + 1)
    const more = at?.deed === "get" ? (removed.get(at.path) ?? 0) : 0
    const { service, ...body } = objectOf(answer)
    if (more === 0 || !isRecord(service) || !isRecord(service["itemCountSummary"])) return answer
    const { stack, ...others } = service["itemCountSummary"]
    return withBody(answer, {
      ...body,
      service: { ...service, itemCountSummary: { ...others, stack: Number(stack ?? 0) + more } }
    })
  }
}

/** One more than the maximum is put together from two pages. */
export const beyondMaximum =
  (field: "items" | "services"): (() => Fault) =>
  () =>
  async (hop, next) => {
    const deed = field === "items" ? "get" : "list"
    if (serviceHop(hop)?.deed !== deed || queryOf(hop).get("maxResults") !== "1001") return next(hop)
    const first = objectOf(await next(withQuery(hop, new URLSearchParams({ maxResults: "1000" }))))
    const token = first["continuationToken"]
    if (typeof token !== "string") return plainAnswer(200, first)
    const query = new URLSearchParams({ maxResults: "1", continuationToken: token })
    const second = objectOf(await next(withQuery(hop, query)))
    return plainAnswer(200, { ...second, [field]: [...listOf(first[field]), ...listOf(second[field])] })
  }

/** Of what is refused, the part that would have been right is done. */
export const doesHalf = (deed: "add" | "create" | "patch", half: (body: Json) => Json) =>
  on(deed, async ({ body }, send, hop) => {
    const answer = await send()
    if (answer.status === 400) await send({ ...hop, body: JSON.stringify(half(body)) })
    return answer
  })

/** The entries of a body that are items. */
export const goodItems = (body: Json): Json => ({
  ...body,
  items: listOf(body["items"]).filter((one) => isRecord(one) && one["type"] === "stack" && one["name"] !== undefined)
})

/** Names of what was deleted stay taken. */
export const keepsNames = (): Fault => {
  const gone = new Set<string>()
  return async (hop, next) => {
    const at = serviceHop(hop)
    if (at?.deed === "create" && gone.has(String(at.body["name"])))
      return plainAnswer(409, { code: 409, message: "taken" })
    const answer = await next(hop)
    if (at?.deed === "delete" && answer.status === 204) gone.add(decodeURIComponent(at.path.split("/").at(-1) ?? ""))
    return answer
  }
}

/** Whoever comes while the same is under way is told that it was done, and it is not. */
export const losesParallel = (deed: Deed, told: number) => (): Fault => {
  let underWay = 0
  return async (hop, next) => {
    const at = serviceHop(hop)
    if (at?.deed !== deed) return next(hop)
    if (underWay > 0) return plainAnswer(told, told === 204 ? undefined : at.body)
    underWay += 1
    try {
      return await next(hop)
    } finally {
      underWay -= 1
    }
  }
}

/** Every second answer about what is gone says that it is there. */
export const headWavers = (): Fault => {
  const gone = new Map<string, number>()
  return async (hop, next) => {
    const at = serviceHop(hop)
    const answer = await next(hop)
    if (at?.deed !== "head" || answer.status === 204) return answer
    const times = (gone.get(at.path) ?? 0) + 1
    gone.set(at.path, times)
    return times % 2 === 0 ? plainAnswer(204) : answer
  }
}
