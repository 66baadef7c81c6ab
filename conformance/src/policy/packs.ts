/** What can be done with policy packs, and what the suite makes of them. Knows no rule. */
import { gzipSync } from "node:zlib"
import type { Caller } from "../engine/Caller.ts"
import type { Trial } from "../engine/Trial.ts"
import { type Exchange, isRecord, objectOf } from "../wire/Exchange.ts"

/** A raw JSON object. */
export type Json = Readonly<Record<string, unknown>>

/** A pack of an organization. */
export interface PackId {
  readonly organization: string
  readonly name: string
}

export const REGISTRY = "/api/registry/policypacks"

/** Under which an organization's packs stand. */
export const packsPath = (organization: string): string => `/api/orgs/${encodeURIComponent(organization)}/policypacks`

export const packPath = ({ name, organization }: PackId): string =>
  `${packsPath(organization)}/${encodeURIComponent(name)}`

export const versionPath = (id: PackId, version: number | string): string =>
  `${packPath(id)}/versions/${encodeURIComponent(version)}`

/** Where the registry has a pack. */
export const registeredPath = ({ name, organization }: PackId, source = "private"): string =>
  `${REGISTRY}/${[source, organization, name].map(encodeURIComponent).join("/")}`

export const registeredVersion = (id: PackId, version: number | string): string =>
  `${registeredPath(id)}/versions/${encodeURIComponent(version)}`

/** A header of tar for a file of this size; nothing but name, size and checksum matters. */
const tarHeader = (name: string, size: number): Buffer => {
  const block = Buffer.alloc(512)
  block.write(name)
  block.write("0000644\0", 100)
  block.write(`${size.toString(8).padStart(11, "0")}\0`, 124)
  block.write("00000000000\0", 136)
  block.write("0", 156)
  block.write("ustar\u000000", 257)
  block.fill(" ", 148, 156)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148)
  return block
}

/** A gzipped tar with one small file of this name. */
export const archiveWith = (name: string): Uint8Array =>
  gzipSync(Buffer.concat([tarHeader(name, 3), Buffer.from("ok\n"), Buffer.alloc(509 + 1024)]))

const archive = archiveWith("policies.txt")

/** A policy that any server accepts. */
export const policy = (name: string, more: Json = {}): Json => ({
  name,
  displayName: name,
  description: "A policy of a conformance run.",
  enforcementLevel: "advisory",
  message: "It is violated.",
  ...more
})

/** What a create sends. */
export const packBody = (name: string, more: Json = {}): Json => ({
  name,
  displayName: `Conformance ${name}`,
  policies: [policy("one")],
  ...more
})

/** A name that nobody else uses, in the configured organization. */
export const newPack = (trial: Trial): PackId => ({ organization: trial.organization, name: trial.context.name() })

const deletedStatuses = new Set([200, 204, 404])

/** Deletes the pack, if nothing applies it, and strikes it out of the ledger. */
export const forget = async (as: Caller, id: PackId): Promise<void> => {
  const path = packPath(id)
  const { status } = await as.delete(path)
  if (deletedStatuses.has(status)) as.trial.context.ledger.end(path)
}

/** From now on the pack may exist: it is in the ledger, and deleted when the rule ends. */
const expectToExist = (trial: Trial, id: PackId, as: Caller): void => {
  const path = packPath(id)
  if (trial.context.ledger.has(path)) return
  trial.context.ledger.begin({ path, identity: as.identity })
  trial.finally(() => forget(as, id))
}

/** POST policypacks with any body. */
export const create = (caller: Caller, id: PackId, body: unknown = packBody(id.name)): Promise<Exchange> => {
  expectToExist(caller.trial, id, caller)
  return caller.post(packsPath(id.organization), body)
}

/** What the 201 of a create, or the 202 of a start, says; missing parts are empty. */
export const createdOf = (exchange: Exchange) => {
  const { operationID, requiredHeaders, uploadURI, version } = objectOf(exchange)
  const headers = Object.entries(isRecord(requiredHeaders) ? requiredHeaders : {})
  return {
    version: typeof version === "number" ? version : 0,
    operationID: typeof operationID === "string" ? operationID : "",
    uploadURI: typeof uploadURI === "string" ? uploadURI : "",
    headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)]))
  }
}

/** PUT of the archive to the place that a create or start gave. */
export const upload = async (trial: Trial, begun: Exchange, bytes: Uint8Array = archive): Promise<void> => {
  const { headers, uploadURI } = createdOf(begun)
  if (!URL.canParse(uploadURI)) throw trial.inconclusive("REFUSED", "There was no address to upload the archive to.")
  const sent = await trial.anonymous.upload(uploadURI, bytes, { "content-type": "application/gzip", ...headers })
  if (sent.status < 200 || sent.status > 299)
    throw trial.inconclusive("REFUSED", `The upload of the archive was answered ${sent.status}.`)
}

export const complete = (caller: Caller, id: PackId, version: number | string): Promise<Exchange> =>
  caller.send("POST", `${versionPath(id, version)}/complete`)

/** A version that is created and whose archive is uploaded. */
export const prepare = async (trial: Trial, id: PackId, more: Json = {}, caller = trial.admin): Promise<number> => {
  const begun = trial.needs(await create(caller, id, packBody(id.name, more)), 201, "The create of a policy pack")
  await upload(trial, begun)
  return createdOf(begun).version
}

/** The whole of a publish; for rules that need a version and do not judge how it came to be. */
export const publish = async (trial: Trial, id: PackId, more: Json = {}, caller = trial.admin): Promise<number> => {
  const version = await prepare(trial, id, more, caller)
  trial.needs(await complete(caller, id, version), 204, "The completion of a policy pack")
  return version
}

/** A new pack with one complete version. */
export const publishNew = async (trial: Trial, more: Json = {}): Promise<PackId & { readonly version: number }> => {
  const id = newPack(trial)
  return { ...id, version: await publish(trial, id, more) }
}

export const read = (caller: Caller, id: PackId, version: number | string): Promise<Exchange> =>
  caller.get(versionPath(id, version))

export const remove = (caller: Caller, id: PackId, version: number | string): Promise<Exchange> =>
  caller.delete(versionPath(id, version))

export const removePack = (caller: Caller, id: PackId): Promise<Exchange> => caller.delete(packPath(id))

/** The objects of an answer's `policyPacks`. */
export const packsOf = (exchange: Exchange): ReadonlyArray<Json> => {
  const found = objectOf(exchange)["policyPacks"]
  return Array.isArray(found) ? found.filter(isRecord) : []
}

/** The object of an answer's `policyPack`. */
export const packOf = (exchange: Exchange): Json => {
  const found = objectOf(exchange)["policyPack"]
  return isRecord(found) ? found : {}
}

/** The organization's list entry of a pack; undefined when there is none. */
export const listed = async (caller: Caller, id: PackId): Promise<Json | undefined> => {
  const answer = await caller.get(packsPath(id.organization), { policypack: id.name })
  caller.trial.status(answer, [200], "The organization's packs can be listed")
  return packsOf(answer).find(({ name }) => name === id.name)
}

const MAX_PAGES = 50

/** Every page of a list that is asked for by token. */
export const pages = async (
  trial: Trial,
  ask: (continuationToken: string | undefined) => Promise<Exchange>
): Promise<ReadonlyArray<Exchange>> => {
  const found: Array<Exchange> = []
  let token: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = trial.status(await ask(token), [200], "A page of policy packs can be read")
    if (found.some(({ text }) => text === answer.text) && packsOf(answer).length > 0)
      throw trial.violated("A token leads on to another page", "another page", "a page that was there", answer)
    found.push(answer)
    const next = objectOf(answer)["continuationToken"]
    if (typeof next !== "string") return found
    token = next
  }
  throw trial.inconclusive("REFUSED", `The list has more than ${MAX_PAGES} pages; give the suite an own organization.`)
}

/** Every pack that the POST of the registry lists. */
export const registered = async (caller: Caller, body: Json): Promise<ReadonlyArray<Json>> => {
  const all = await pages(caller.trial, (continuationToken) =>
    caller.send("POST", REGISTRY, { query: { continuationToken }, body })
  )
  return all.flatMap(packsOf)
}

/** POST versions of the registry, and the upload where it begins. */
export const start = async (caller: Caller, id: PackId, version: string, more: Json = {}): Promise<Exchange> => {
  expectToExist(caller.trial, id, caller)
  const { name: _, ...body } = packBody(id.name, more)
  return caller.post(`${registeredPath(id)}/versions`, { ...body, version })
}

/** POST complete of the registry. */
export const completeStarted = (caller: Caller, id: PackId, version: string, begun: Exchange): Promise<Exchange> =>
  caller.post(`${registeredVersion(id, version)}/complete`, { operationID: createdOf(begun).operationID })
