/** What rules do with packages: publish, read, delete, list. Knows no rule. */
import type { Caller, Query } from "../engine/Caller.ts"
import type { Trial } from "../engine/Trial.ts"
import { type Exchange, isRecord, objectOf } from "../wire/Exchange.ts"

/** One package. */
export interface PackageId {
  readonly source: string
  readonly publisher: string
  readonly name: string
}

/** One version of one package. */
export interface VersionId extends PackageId {
  readonly version: string
}

/** The artifacts of a version. */
export const artifacts = ["schema", "index", "installationConfiguration"] as const
export type Artifact = (typeof artifacts)[number]

/** The path under which the versions of a package stand. */
export const versionsPath = ({ name, publisher, source }: PackageId): string =>
  `/api/registry/packages/${[source, publisher, name].map(encodeURIComponent).join("/")}/versions`

/** The path of one version, or of `latest`. */
export const versionPath = (id: PackageId, version: string): string =>
  `${versionsPath(id)}/${encodeURIComponent(version)}`

/** A package of this run in the configured organization, which nobody else touches. */
export const newPackage = (trial: Trial, suffix = ""): PackageId => ({
  source: "private",
  publisher: trial.organization,
  name: `${trial.context.name()}${suffix}`
})

/** A small valid artifact. `word` can be found by a search. */
export const artifactText = (artifact: Artifact, id: PackageId, word: string): string =>
  artifact === "schema"
    ? // A schema's name has fewer characters to choose from than a package's.
      JSON.stringify({
        name: id.name.replaceAll(/[^\w-]/g, "-"),
        description: `A package of a conformance run ${word}`.trim(),
        resources: {}
      })
    : `# ${id.name}\n\nThe ${artifact} of a package of a conformance run.\n`

/** A publish that was begun. */
export interface Started {
  readonly operationID: string
  readonly places: Readonly<Record<Artifact, string>>
  readonly headers: Readonly<Record<string, string>>
}

const texts = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(isRecord(value) ? value : {}).map(([name, text]) => [name, String(text)]))

/** What the 202 of a start says; missing parts are empty. */
export const startedOf = (exchange: Exchange): Started => {
  const body = objectOf(exchange)
  const places = texts(body["uploadURLs"])
  return {
    operationID: typeof body["operationID"] === "string" ? body["operationID"] : "",
    places: {
      schema: places["schema"] ?? "",
      index: places["index"] ?? "",
      installationConfiguration: places["installationConfiguration"] ?? ""
    },
    headers: texts(body["requiredHeaders"])
  }
}

const deleteAtEnd = (trial: Trial, path: string): void =>
  trial.finally(async () => {
    const { status } = await trial.admin.delete(path)
    if (status === 204 || status === 404) trial.context.ledger.end(path)
  })

/** From now on the version may exist: it is in the ledger, and deleted when the rule ends. */
export const expectToExist = (trial: Trial, { version, ...id }: VersionId): void => {
  const path = versionPath(id, version)
  trial.context.ledger.begin({ path, identity: "admin" })
  deleteAtEnd(trial, path)
}

/** POST versions. */
export const start = async (caller: Caller, id: PackageId, body: unknown): Promise<Exchange> => {
  const version = isRecord(body) && typeof body["version"] === "string" ? body["version"] : undefined
  if (version === undefined) return caller.post(versionsPath(id), body)
  const { ledger } = caller.trial.context
  const path = versionPath(id, version)
  const isNew = !ledger.has(path)
  ledger.begin({ path, identity: "admin" })
  const answer = await caller.post(versionsPath(id), body)
  if (answer.status === 202) deleteAtEnd(caller.trial, path)
  else if (isNew) ledger.end(path)
  return answer
}

/** PUT of a text to one of the places of a start. */
export const uploadText = async (trial: Trial, started: Started, artifact: Artifact, text: string): Promise<void> => {
  if (!URL.canParse(started.places[artifact]))
    throw trial.inconclusive("REFUSED", `The start gave no address to upload ${artifact} to.`)
  const sent = await trial.anonymous.upload(started.places[artifact], text, started.headers)
  if (sent.status < 200 || sent.status > 299)
    throw trial.inconclusive("REFUSED", `The upload of ${artifact} was answered ${sent.status}.`)
}

/** PUT of small artifacts to the places of a start. */
export const upload = async (
  trial: Trial,
  id: PackageId,
  started: Started,
  which: ReadonlyArray<Artifact>,
  word = ""
): Promise<void> => {
  await Promise.all(which.map((artifact) => uploadText(trial, started, artifact, artifactText(artifact, id, word))))
}

/** POST complete. */
export const complete = (caller: Caller, { version, ...id }: VersionId, operationID: unknown): Promise<Exchange> =>
  caller.post(`${versionPath(id, version)}/complete`, { operationID })

/** Begins a publish and uploads these artifacts. */
export const prepare = async (
  trial: Trial,
  id: VersionId,
  options: { readonly which?: ReadonlyArray<Artifact>; readonly publishedAt?: string; readonly word?: string } = {}
): Promise<Started> => {
  const { publishedAt, which = artifacts, word } = options
  const body = { version: id.version, ...(publishedAt === undefined ? {} : { publishedAt }) }
  const begun = trial.needs(await start(trial.admin, id, body), 202, "The start of a publish")
  const started = startedOf(begun)
  await upload(trial, id, started, which, word)
  return started
}

/** The whole of a publish; for rules that need a version and do not judge how it came to be. */
export const publish = async (
  trial: Trial,
  id: VersionId,
  options: { readonly publishedAt?: string; readonly word?: string } = {}
): Promise<Exchange> => {
  const started = await prepare(trial, id, { ...options, which: ["schema", "index"] })
  return trial.needs(await complete(trial.admin, id, started.operationID), 201, "The completion of a publish")
}

/** A new package with one version. */
export const publishNew = async (trial: Trial, version = "1.0.0", word = ""): Promise<VersionId> => {
  const id = { ...newPackage(trial), version }
  await publish(trial, id, { word })
  return id
}

/** GET one version or `latest`. */
export const read = (caller: Caller, id: PackageId, version: string): Promise<Exchange> =>
  caller.get(versionPath(id, version))

/** DELETE one version. */
export const remove = (caller: Caller, id: PackageId, version: string): Promise<Exchange> =>
  caller.delete(versionPath(id, version))

export const LIST = "/api/registry/packages"

/** GET the list. */
export const list = (caller: Caller, query: Query): Promise<Exchange> => caller.get(LIST, query)

/** The entries of a list answer that are objects. */
export const packagesOf = (exchange: Exchange): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  const found = objectOf(exchange)["packages"]
  return Array.isArray(found) ? found.filter(isRecord) : []
}

/** What identifies a list entry. */
export const identityOf = (entry: Readonly<Record<string, unknown>>): string =>
  `${String(entry["source"])}/${String(entry["publisher"])}/${String(entry["name"])}`

/** Every package that a query lists, over all pages. */
export const listAll = async (
  caller: Caller,
  query: Query
): Promise<ReadonlyArray<Readonly<Record<string, unknown>>>> => {
  const all: Array<Readonly<Record<string, unknown>>> = []
  let continuationToken: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = caller.trial.status(
      await list(caller, { ...query, continuationToken }),
      [200],
      "The list can be read"
    )
    all.push(...packagesOf(answer))
    const token = objectOf(answer)["continuationToken"]
    if (typeof token !== "string") return all
    continuationToken = token
  }
  throw caller.trial.inconclusive(
    "REFUSED",
    `The list has more than ${MAX_PAGES} pages; give the suite an organization of its own.`
  )
}

const MAX_PAGES = 50
