/** What can be wrong about versions of packages, each as a wrapper around a server that does it right. */
import { objectOf } from "../wire/Exchange.ts"
import { type Answer, as, type Fault, type Hop, pathOf, plainAnswer, withBody } from "./Mutant.ts"

const versionsPattern = /^(\/api\/registry\/packages\/[^/]+\/[^/]+\/[^/]+\/versions)(?:\/([^/]+))?(\/complete)?$/

/** Which part of a package's versions a request is for. */
export interface VersionsHop {
  readonly kind: "complete" | "delete" | "get" | "latest" | "start"
  /** The path of the package's versions. */
  readonly versions: string
  readonly version: string
}

/** Undefined for other requests. */
export const versionsHop = (hop: Hop): VersionsHop | undefined => {
  const [, versions, version = "", complete] = versionsPattern.exec(pathOf(hop)) ?? []
  if (versions === undefined) return undefined
  if (complete !== undefined) return hop.method === "POST" ? { kind: "complete", versions, version } : undefined
  if (version === "") return hop.method === "POST" ? { kind: "start", versions, version } : undefined
  if (hop.method === "DELETE") return { kind: "delete", versions, version }
  if (hop.method !== "GET") return undefined
  return { kind: version === "latest" ? "latest" : "get", versions, version }
}

/** Applies to requests for one part of the versions. */
export const on =
  (kind: VersionsHop["kind"], fault: (hop: Hop, send: () => Promise<Answer>, at: VersionsHop) => Promise<Answer>) =>
  (): Fault =>
  (hop, next) => {
    const at = versionsHop(hop)
    return at?.kind === kind ? fault(hop, () => next(hop), at) : next(hop)
  }

/** The answer's status becomes another. */
export const statusBecomes = (kind: VersionsHop["kind"], from: number, to: number) =>
  on(kind, async (_hop, send) => {
    const answer = await send()
    return answer.status === from ? plainAnswer(to, { code: to, message: "mutated" }) : answer
  })

/** A start that pretends to have begun. */
export const startAlwaysBegins = on("start", async (_hop, send) => {
  const answer = await send()
  if (answer.status !== 409) return answer
  const place = (name: string) => `http://127.0.0.1:9/${name}`
  const uploadURLs = { schema: place("a"), index: place("b"), installationConfiguration: place("c") }
  return plainAnswer(202, { operationID: "00000000-0000-4000-8000-000000000000", uploadURLs })
})

/** The last number is put right, so that a near miss of a version passes. */
export const startTakesNearMisses = (): Fault => (hop, next) => {
  const at = versionsHop(hop)
  const { version } = objectOf({ text: hop.body })
  if (at?.kind !== "start" || typeof version !== "string") return next(hop)
  const mended = /^v?(\d+)\.(\d+)(?:\.(\d+))?$/.exec(version)
  return next(
    mended === null
      ? hop
      : { ...hop, body: JSON.stringify({ version: `${mended[1]}.${mended[2]}.${mended[3] ?? "0"}` }) }
  )
}

const operationOf = (hop: Hop): string => String(objectOf({ text: hop.body })["operationID"])

/** Completion fills in what is missing but the schema. */
export const completeChecksSchemaOnly = (): Fault => {
  const places = new Map<string, Readonly<Record<string, unknown>>>()
  return async (hop, next) => {
    const at = versionsHop(hop)
    const answer = await next(hop)
    if (at?.kind === "start" && answer.status === 202) {
      const { operationID, uploadURLs } = objectOf(answer)
      if (typeof uploadURLs === "object" && uploadURLs !== null) places.set(String(operationID), { ...uploadURLs })
    }
    if (at?.kind !== "complete" || answer.status !== 400) return answer
    const index = places.get(operationOf(hop))?.["index"]
    if (typeof index !== "string") return answer
    await fetch(index, { method: "PUT", body: "# filled in" })
    return next(hop)
  }
}

/** A completed operation completes again. */
export const completesAgain = (): Fault => {
  const done = new Set<string>()
  return async (hop, next) => {
    const answer = await next(hop)
    if (versionsHop(hop)?.kind !== "complete") return answer
    if (answer.status === 201) done.add(operationOf(hop))
    return answer.status === 409 && done.has(operationOf(hop)) ? plainAnswer(201, {}) : answer
  }
}

/** Whoever comes while a completion of the same (operation or version) is under way succeeds too. */
export const completesInParallel = (same: "operation" | "version") => (): Fault => {
  const underWay = new Map<string, number>()
  return async (hop, next) => {
    if (versionsHop(hop)?.kind !== "complete") return next(hop)
    const key = same === "operation" ? operationOf(hop) : pathOf(hop)
    const others = underWay.get(key) ?? 0
    underWay.set(key, others + 1)
    const answer = await next(hop)
    underWay.set(key, (underWay.get(key) ?? 1) - 1)
    return others > 0 && answer.status !== 201 ? plainAnswer(201, {}) : answer
  }
}

/** An operation completes whatever version its caller names. */
export const completesCrossed = (): Fault => {
  const owners = new Map<string, string>()
  return async (hop, next) => {
    const at = versionsHop(hop)
    const answer = await next(hop)
    if (at?.kind === "start" && answer.status === 202) owners.set(String(objectOf(answer)["operationID"]), at.versions)
    if (at?.kind !== "complete" || answer.status !== 404) return answer
    return owners.has(operationOf(hop)) ? plainAnswer(201, {}) : answer
  }
}

/** A refused completion forgets its operation. */
export const refusalEndsOperation = (): Fault => {
  const dead = new Set<string>()
  return async (hop, next) => {
    if (versionsHop(hop)?.kind !== "complete") return next(hop)
    if (dead.has(operationOf(hop))) return plainAnswer(404, { code: 404, message: "unknown operation" })
    const answer = await next(hop)
    if (answer.status === 400) dead.add(operationOf(hop))
    return answer
  }
}

const numbersOf = (version: string): ReadonlyArray<number> => version.split(/[.+-]/).slice(0, 3).map(Number)

const higher = (left: string, right: string): number => {
  const [a, b] = [numbersOf(left), numbersOf(right)]
  return (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0) || (a[2] ?? 0) - (b[2] ?? 0)
}

/** `latest` is another version of those that were completed here and still exist. */
export const latestIs = (choose: (versions: ReadonlyArray<string>) => string | undefined) => (): Fault => {
  const published = new Map<string, Array<string>>()
  return async (hop, next) => {
    const at = versionsHop(hop)
    const chosen = at?.kind === "latest" ? choose(published.get(at.versions) ?? []) : undefined
    if (at !== undefined && chosen !== undefined)
      return next({ ...hop, target: `${at.versions}/${encodeURIComponent(chosen)}` })
    const answer = await next(hop)
    if (at?.kind === "complete" && answer.status === 201)
      published.set(at.versions, [...(published.get(at.versions) ?? []), decodeURIComponent(at.version)])
    if (at?.kind === "delete" && answer.status === 204)
      published.set(
        at.versions,
        (published.get(at.versions) ?? []).filter((one) => one !== decodeURIComponent(at.version))
      )
    return answer
  }
}

export const highest = (versions: ReadonlyArray<string>) => versions.toSorted(higher).at(-1)

export const oldest = (versions: ReadonlyArray<string>) => versions[0]

/** What was read before a deletion is read after it. */
export const keepsAfterDelete = (kind: "get" | "latest") => (): Fault => {
  const kept = new Map<string, Answer>()
  return async (hop, next, { admin }) => {
    const at = versionsHop(hop)
    if (at?.kind === "delete") {
      const target = kind === "latest" ? `${at.versions}/latest` : pathOf(hop)
      const before = await next(as({ ...hop, method: "GET", target }, admin))
      const isLatest = kind === "get" || objectOf(before)["version"] === decodeURIComponent(at.version)
      const answer = await next(hop)
      if (answer.status === 204 && before.status === 200 && isLatest) kept.set(target, before)
      return answer
    }
    if (at?.kind === "complete") kept.delete(`${at.versions}/latest`)
    return (at?.kind === kind ? kept.get(pathOf(hop)) : undefined) ?? next(hop)
  }
}

/** What was not found is found again by who asks once more. */
export const comesBack = (): Fault => {
  const seen = new Map<string, { readonly answer: Answer; gone: boolean }>()
  return async (hop, next) => {
    const answer = await next(hop)
    if (versionsHop(hop)?.kind !== "get") return answer
    const before = seen.get(pathOf(hop))
    if (answer.status === 200) seen.set(pathOf(hop), { answer, gone: false })
    if (answer.status !== 404 || before === undefined) return answer
    if (before.gone) return before.answer
    before.gone = true
    return answer
  }
}

/** Pending versions can be read. */
export const showsPending = (): Fault => {
  const pending = new Set<string>()
  return async (hop, next) => {
    const at = versionsHop(hop)
    const answer = await next(hop)
    if (at?.kind === "start" && answer.status === 202)
      pending.add(`${at.versions}/${String(objectOf({ text: hop.body })["version"])}`)
    if (at?.kind !== "get" || answer.status !== 404 || !pending.has(pathOf(hop))) return answer
    return plainAnswer(200, { version: at.version })
  }
}

/** A write leaves something behind although it is refused. */
export const halfApplied =
  (statuses: ReadonlyArray<number>) =>
  (): Fault =>
  async (hop, next, { admin }) => {
    const at = versionsHop(hop)
    const answer = await next(hop)
    if (at === undefined || hop.method === "GET" || !statuses.includes(answer.status)) return answer
    const target = `${at.versions}/1.0.0`
    await next(as({ ...hop, method: "DELETE", target, body: "" }, admin))
    return answer
  }

/** Another field in what is asked for. */
export const startWith = (change: (body: Readonly<Record<string, unknown>>) => unknown) => (): Fault => (hop, next) => {
  const body = objectOf({ text: hop.body })
  return versionsHop(hop)?.kind === "start" && "version" in body
    ? next({ ...hop, body: JSON.stringify(change(body)) })
    : next(hop)
}

/** Another body in what is answered well. */
export const answered = (kind: VersionsHop["kind"], change: (body: Readonly<Record<string, unknown>>) => unknown) =>
  on(kind, async (_hop, send) => {
    const answer = await send()
    return answer.status < 300 && answer.status >= 200 ? withBody(answer, change(objectOf(answer))) : answer
  })
