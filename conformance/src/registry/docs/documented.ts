/** The documented package of a run: published by the suite itself, or lying ready in the target. Knows no rule. */
import type { Caller, Query } from "../../engine/Caller.ts"
import type { Trial } from "../../engine/Trial.ts"
import { type Exchange, isRecord, objectOf } from "../../wire/Exchange.ts"
import * as packages from "../packages.ts"
import { type DocumentedPackage, documentedPackage } from "./fixture/documentedPackage.ts"

/** A version with documentation. */
export interface Documented {
  readonly id: packages.VersionId
  /** What is in it; only of what the suite published itself. */
  readonly known: DocumentedPackage | undefined
}

/** Resource or function, as the navigation lists it. */
export interface Item {
  readonly typeToken: string
  readonly name: string
  readonly kind: "function" | "resource"
}

export type Entry = Readonly<Record<string, unknown>>

/** Publishes a package; undefined where the target does not take it. */
const publish = async (trial: Trial): Promise<Documented | undefined> => {
  const id = { ...packages.newPackage(trial), version: "1.0.0" }
  const begun = await packages.start(trial.admin, id, { version: id.version })
  if (begun.status !== 202) return undefined
  const known = documentedPackage(id.name)
  const started = packages.startedOf(begun)
  for (const artifact of packages.artifacts)
    await packages.uploadText(trial, started, artifact, known.artifacts[artifact])
  const completed = await packages.complete(trial.admin, id, started.operationID)
  return completed.status === 201 ? { id, known } : undefined
}

interface Made {
  readonly at: Documented
  /** How it was made, as the first requests of any case. */
  readonly requests: ReadonlyArray<Exchange>
}

const make = async (trial: Trial): Promise<Made> => {
  const before = trial.exchanges.length
  const made = await publish(trial)
  trial.keepForRun()
  const requests = trial.exchanges.slice(before).map((one) => ({ ...one, origin: { ...one.origin, case: 0 } }))
  return made === undefined
    ? { at: { id: trial.fixture("documentedPackage"), known: undefined }, requests: [] }
    : { at: made, requests }
}

/**
 * Made once, and kept until the end of the run. Without leave to publish it is the fixture of the configuration. The
 * requests that made it stand before those of every rule, so that a failure can be sent again as a whole.
 */
export const documented = async (trial: Trial): Promise<Documented> => {
  const { at, requests } = await trial.context.shared("documented package", () => make(trial))
  const seen = new Set(trial.exchanges.map(({ number }) => number))
  trial.exchanges = [...requests.filter(({ number }) => !seen.has(number)), ...trial.exchanges]
  return at
}

/** What our own package is known to hold; the rule is not conclusive with another one. */
export const knownOf = async (
  trial: Trial
): Promise<{ readonly id: packages.VersionId; readonly known: DocumentedPackage }> => {
  const { id, known } = await documented(trial)
  if (known === undefined)
    throw trial.inconclusive("REFUSED", "The target did not let the suite publish its own documented package.")
  return { id, known }
}

/** The path of a part of the documentation: `nav`, `readme`, … */
export const partPath = (id: packages.VersionId, part: string, version = id.version): string =>
  `${packages.versionPath(id, version)}/${part}`

/** The path of a page. */
export const pagePath = (id: packages.VersionId, typeToken: string, version = id.version): string =>
  partPath(id, `docs/${encodeURIComponent(typeToken)}`, version)

/** GET …/nav. */
export const nav = (caller: Caller, { id }: Documented, query: Query = {}): Promise<Exchange> =>
  caller.get(partPath(id, "nav"), query)

/** GET …/docs. */
export const page = (caller: Caller, { id }: Documented, typeToken: string, query: Query = {}): Promise<Exchange> =>
  caller.get(pagePath(id, typeToken), query)

/** GET …/examples. */
export const examples = (caller: Caller, { id }: Documented, query: Query = {}): Promise<Exchange> =>
  caller.get(partPath(id, "examples"), query)

/** The objects of an array; none where it is none. */
export const objectsIn = (value: unknown): ReadonlyArray<Entry> => (Array.isArray(value) ? value.filter(isRecord) : [])

/** The modules of a navigation answer. */
export const modulesOf = (exchange: Exchange): ReadonlyArray<Entry> => objectsIn(objectOf(exchange)["modules"])

/** What a module lists, in its order. */
export const itemsOf = (module: Entry): ReadonlyArray<Item> =>
  (["resource", "function"] as const).flatMap((kind) =>
    objectsIn(module[`${kind}s`]).map(({ name, typeToken }) => ({
      kind,
      name: String(name),
      typeToken: String(typeToken)
    }))
  )

/** The navigation in full. */
export const fullNavigation = async (trial: Trial, at: Documented): Promise<Exchange> =>
  trial.status(await nav(trial.admin, at, { depth: "full" }), [200], "The navigation can be read")

/** Every resource and function; there is at least one. */
export const allItems = async (trial: Trial, at: Documented): Promise<ReadonlyArray<Item>> => {
  const items = modulesOf(await fullNavigation(trial, at)).flatMap(itemsOf)
  if (items.length === 0) throw trial.inconclusive("PREMISE_NEVER_MET", "The package has no resource and no function.")
  return items
}

/** Follows a path that an answer names: below the base URL, with or without the path of it, or absolute. */
export const follow = (trial: Trial, address: string): Promise<Exchange> => {
  const { base, basePath } = trial.context
  const path =
    URL.canParse(address) && new URL(address).origin === base.origin ? address.slice(base.origin.length) : address
  return trial.admin.get(basePath !== "" && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path)
}
