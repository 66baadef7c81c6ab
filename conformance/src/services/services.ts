/** What rules do with services: make, read, change, share, delete, and walk their pages. Judges nothing. */
import type { Caller, Query } from "../engine/Caller.ts"
import type { Trial } from "../engine/Trial.ts"
import { type Exchange, isRecord, objectOf } from "../wire/Exchange.ts"

/** A JSON object as it came. */
export type Json = Readonly<Record<string, unknown>>

/** One item of a service. */
export interface Item {
  readonly type: string
  readonly name: string
}

/** One service, by where it stands. */
export interface ServiceId {
  readonly ownerType: string
  readonly ownerName: string
  readonly name: string
}

const PLACE = "/api/orgs"

const joined = (...parts: ReadonlyArray<string>): string => parts.map(encodeURIComponent).join("/")

/** The list of an organization's services; the configured one's when none is named. */
export const listPath = (trial: Trial, organization = trial.organization): string =>
  `${PLACE}/${joined(organization, "services")}`

/** The path of one service. */
export const servicePath = (trial: Trial, { name, ownerName, ownerType }: ServiceId, organization?: string): string =>
  `${listPath(trial, organization)}/${joined(ownerType, ownerName, name)}`

/** The paths of a service's items, in both generations. */
export const generations = ["items", "v2/items"] as const
export type Generation = (typeof generations)[number]

export const itemPath = (service: string, generation: Generation, { name, type }: Item): string =>
  `${service}/${generation}/${joined(type, name)}`

/** The login of an identity, by which services are owned. Not conclusive where the target has no own record. */
export const loginOf = (trial: Trial, identity: "admin" | "member" | "outsider" | "unprivileged"): Promise<string> =>
  trial.context.shared(`login of ${identity}`, async () => {
    const answer = trial.needs(await trial.as(identity).get("/api/user"), 200, `The own record of ${identity}`)
    return String(objectOf(answer)["scmLogin"])
  })

/** A service of the admin that nobody has yet, and its body. */
export const newService = async (trial: Trial, more: Json = {}) => {
  const ownerName = await loginOf(trial, "admin")
  const name = trial.context.name()
  const body = {
    ownerType: "user",
    ownerName,
    name,
    description: `The service ${name} of a conformance run`,
    items: [],
    properties: [],
    ...more
  }
  return { id: { ownerType: body.ownerType, ownerName: body.ownerName, name: body.name }, body }
}

/** From now on the service may exist: it is in the ledger, and deleted when the rule ends. */
export const expectToExist = (trial: Trial, path: string, identity: "admin" | "outsider" = "admin"): void => {
  const { ledger } = trial.context
  const entry = `${path}?force=true`
  if (ledger.has(entry)) return
  ledger.begin({ path: entry, identity })
  trial.finally(async () => {
    const { status } = await trial.as(identity).delete(entry)
    if (status === 204 || status === 404) ledger.end(entry)
  })
}

/** What was made where something was left to the target is found by what it answers. */
export const expectMade = (trial: Trial, answer: Exchange): void => {
  const { name, owner } = objectOf(answer)
  if (answer.status >= 300 || typeof name !== "string" || !isRecord(owner)) return
  const id = { ownerType: String(owner["type"]), ownerName: String(owner["name"]), name }
  expectToExist(trial, servicePath(trial, id))
}

/** POST services. */
export const create = (caller: Caller, body: Json, organization?: string): Promise<Exchange> => {
  const { trial } = caller
  const id = { ownerType: String(body["ownerType"]), ownerName: String(body["ownerName"]), name: String(body["name"]) }
  if (organization === undefined) expectToExist(trial, servicePath(trial, id))
  return caller.post(listPath(trial, organization), body)
}

/** A service for rules that do not judge how it came to be. */
export const made = async (trial: Trial, more: Json = {}) => {
  const { body, id } = await newService(trial, more)
  const answer = trial.needs(await create(trial.admin, body), 200, "The creation of a service")
  return { id, body, path: servicePath(trial, id), answer, shown: objectOf(answer) }
}

/** GET a service. */
export const read = (caller: Caller, path: string, query: Query = {}): Promise<Exchange> => caller.get(path, query)

/** PATCH a service. */
export const patch = (caller: Caller, path: string, body: unknown): Promise<Exchange> =>
  caller.send("PATCH", path, { body })

/** POST items in one of the generations. */
export const addItems = (
  caller: Caller,
  path: string,
  items: ReadonlyArray<unknown>,
  generation: Generation = "v2/items",
  query: Query = {}
): Promise<Exchange> => caller.send("POST", `${path}/${generation}`, { body: { items }, query })

/** The service in an answer that has one beside its items. */
export const serviceOf = (exchange: Exchange): Json => {
  const { service } = objectOf(exchange)
  return isRecord(service) ? service : {}
}

const picked = (value: unknown, fields: ReadonlyArray<string>): unknown =>
  isRecord(value) ? Object.fromEntries(fields.map((field) => [field, value[field]])) : value

const each = (value: unknown, fields: ReadonlyArray<string>): unknown =>
  Array.isArray(value) ? value.map((one: unknown) => picked(one, fields)) : value

/** Properties with the fields that the table knows, in one order. */
export const properties = (value: unknown): unknown => each(value, ["key", "value", "type", "order"])

const MEMBER = ["type", "name", "avatarUrl"]

/** In the order of the types; a type without items may be left out. */
const withoutNothing = (counts: Json): unknown =>
  picked(
    counts,
    Object.keys(counts)
      .filter((type) => counts[type] !== 0)
      .toSorted()
  )

/** What the table knows of a service, in one order: whatever else a target tells is not compared. */
export const known = (service: Json): Json => {
  const { created, description, itemCountSummary: counts, members, name, organizationName, owner } = service
  return {
    organizationName,
    owner: picked(owner, MEMBER),
    name,
    description,
    created,
    members: each(members, MEMBER),
    itemCountSummary: isRecord(counts) ? withoutNothing(counts) : counts,
    properties: properties(service["properties"])
  }
}

/** What the table knows of items that does not change by itself, in one order. */
export const knownItems = (items: ReadonlyArray<Json>): unknown =>
  each(items, ["organizationName", "type", "name", "version", "created"])

const objectsIn = (exchange: Exchange, field: string): ReadonlyArray<Json> => {
  const found = objectOf(exchange)[field]
  return Array.isArray(found) ? found.filter(isRecord) : []
}

/** The entries of a list answer. */
export const servicesOf = (exchange: Exchange): ReadonlyArray<Json> => objectsIn(exchange, "services")

/** The items of an answer. */
export const itemsOf = (exchange: Exchange): ReadonlyArray<Json> => objectsIn(exchange, "items")

/** What identifies an item. */
export const keyOf = (item: Json | Item): string => `${String(item.type)} ${String(item.name)}`

/** Items that are not there yet, in the order of their names. */
export const stacks = (count: number, prefix = "s"): ReadonlyArray<Item> =>
  Array.from({ length: count }, (_, index) => ({
    type: "stack",
    name: `cf/${prefix}${String(index).padStart(3, "0")}`
  }))

/** The sum over all types of items. */
export const countOf = (service: Json): number => {
  const summary = service["itemCountSummary"]
  return isRecord(summary) ? Object.values(summary).reduce<number>((sum, one) => sum + Number(one), 0) : Number.NaN
}

/** One page after the other, at most this many. */
const MAX_PAGES = 100

/** All pages of a list or of a service's items; a walk that does not end breaks the rule. */
export const walk = async (
  caller: Caller,
  path: string,
  size: number | undefined,
  between: (page: number) => Promise<void> = () => Promise.resolve()
): Promise<ReadonlyArray<Exchange>> => {
  const pages: Array<Exchange> = []
  let continuationToken: string | undefined
  do {
    if (pages.length >= MAX_PAGES)
      throw caller.trial.violated("A walk ends", `at most ${MAX_PAGES} pages`, "another token", pages.at(-1))
    const page = await caller.get(path, { maxResults: size, continuationToken })
    pages.push(caller.trial.status(page, [200], "A page can be read"))
    await between(pages.length)
    const token = objectOf(page)["continuationToken"]
    continuationToken = typeof token === "string" ? token : undefined
  } while (continuationToken !== undefined)
  return pages
}

/** Every item of a service. */
export const allItems = async (caller: Caller, path: string): Promise<ReadonlyArray<Json>> =>
  (await walk(caller, path, 1000)).flatMap(itemsOf)

/** Somebody besides the owner belongs to the service; not conclusive where nobody can be made to. */
export const share = async (trial: Trial, path: string): Promise<void> => {
  const member = { type: "user", name: await loginOf(trial, "member") }
  const answer = await patch(trial.admin, path, { members: [member] })
  const { members } = objectOf(answer)
  const isShared = Array.isArray(members) && members.some((one) => isRecord(one) && one["name"] === member.name)
  if (answer.status !== 200 || !isShared)
    throw trial.inconclusive("NO_FIXTURE", "Nobody can be made a member of a service of this target.")
}

/** Everything that a request to a service could change, as text: without what nobody listed. */
export const stateOf = async (trial: Trial, path: string): Promise<string> => {
  const shown = await read(trial.admin, path, { maxResults: 1000 })
  if (shown.status !== 200) return `${shown.status}`
  return JSON.stringify([known(serviceOf(shown)), knownItems(itemsOf(shown))])
}

/** The names of all services of the organization that this run has made, as the list shows them. */
export const listed = async (trial: Trial): Promise<ReadonlyArray<Json>> =>
  (await walk(trial.admin, listPath(trial), 1000)).flatMap(servicesOf)
