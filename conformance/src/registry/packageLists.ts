/** The package list as the paging laws see it: once by search, once by publisher. */
import type { Entry, Inserted, PagedList, Place, Shelf } from "../laws/paging/PagedList.ts"
import type { Trial } from "../engine/Trial.ts"
import { operationOf } from "../table/operations.ts"
import * as packages from "./packages.ts"

/** Many divisors: pages of most sizes fill up exactly, or leave a remainder. */
const ITEMS = 12

interface Shelved {
  readonly prefix: string
  readonly ids: ReadonlyArray<packages.PackageId>
  /** A page in the order of names, where the target knows that word. */
  readonly byName: { readonly sort?: string }
}

const identity = (id: packages.PackageId): string => `${id.source}/${id.publisher}/${id.name}`

const put = async (trial: Trial, name: string, source = "private"): Promise<packages.PackageId> => {
  const id = { source, publisher: trial.organization, name }
  await packages.publish(trial, { ...id, version: "1.0.0" })
  return id
}

const publicDecoy = async (trial: Trial, name: string): Promise<void> => {
  const id = { source: "platform", publisher: trial.organization, name }
  const begun = await packages.start(trial.admin, id, { version: "1.0.0" })
  if (begun.status !== 202)
    return trial.note("The admin may not publish public packages; the filters have fewer decoys.")
  const started = packages.startedOf(begun)
  await packages.upload(trial, id, started, ["schema", "index"])
  await packages.complete(trial.admin, { ...id, version: "1.0.0" }, started.operationID)
}

/** Twelve packages, with private and public ones that sort before and after. Kept until the end of the run. */
const shelved = (trial: Trial): Promise<Shelved> =>
  trial.context.shared("package shelf", async () => {
    const before = trial.context.name()
    const prefix = trial.context.name()
    const after = trial.context.name()
    const numbers = Array.from({ length: ITEMS }, (_, index) => (index + 1).toString().padStart(2, "0"))
    const [ids] = await Promise.all([
      Promise.all(numbers.map((number) => put(trial, `${prefix}-m${number}`))),
      ...[before, after].flatMap((name) => [put(trial, `${name}-private`), publicDecoy(trial, `${name}-public`)])
    ])
    const { status } = await packages.list(trial.admin, { sort: "name", limit: 1 })
    trial.keepForRun()
    return { prefix, ids, byName: status === 200 ? { sort: "name" } : {} }
  })

const letters: Readonly<Record<Place, string>> = { first: "a", middle: "m06-", last: "z" }

const inserting =
  ({ prefix }: Shelved) =>
  async (trial: Trial, place: Place): Promise<Inserted> => {
    const number = trial.context.name().split("-").at(-1)
    const id = await put(trial, `${prefix}-${letters[place]}${number}`)
    return {
      identity: identity(id),
      remove: async () => {
        trial.needs(await packages.remove(trial.admin, id, "1.0.0"), 204, "The deletion of a package")
      }
    }
  }

const publicOnly = {
  query: { visibility: "public" },
  holds: (entry: Entry) => entry["visibility"] === "public"
}

const bySearch = async (trial: Trial): Promise<Shelf> => {
  const shelf = await shelved(trial)
  return {
    query: { search: shelf.prefix, ...shelf.byName },
    items: shelf.ids.map(identity),
    holds: (entry) => String(entry["name"]).startsWith(shelf.prefix),
    otherFilter: publicOnly,
    insert: inserting(shelf)
  }
}

const byPublisher = async (trial: Trial): Promise<Shelf> => {
  const shelf = await shelved(trial)
  return {
    query: { publisher: trial.organization, visibility: "private" },
    items: undefined,
    holds: (entry) => entry["publisher"] === trial.organization && entry["visibility"] === "private",
    otherFilter: publicOnly,
    insert: inserting(shelf)
  }
}

const row = {
  operation: operationOf("registry.list"),
  identify: packages.identityOf,
  nothing: { name: "cf-no-such-package" }
}

/** The two rows. */
export const packageLists: ReadonlyArray<PagedList> = [
  { ...row, name: "packages by publisher", shelf: byPublisher },
  { ...row, name: "packages by search", shelf: bySearch }
]

/** The packages of the shelf, for rules about filters and order. */
export const shelfOf = async (trial: Trial): Promise<Shelved> => shelved(trial)
