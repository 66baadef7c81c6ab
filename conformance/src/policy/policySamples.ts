/** A request that succeeds for every operation on policy packs that has a closed door or a list of its own. */
import type { Trial } from "../engine/Trial.ts"
import type { MakeSample } from "../laws/Sample.ts"
import { knownEntry, knownText } from "../laws/knownPart.ts"
import { operationOf, pathOf } from "../table/operations.ts"
import * as packs from "./packs.ts"

const stateOf = (trial: Trial, id: packs.PackId) => async () => {
  const versions = await Promise.all([1, 2, 3].map((version) => packs.read(trial.admin, id, version)))
  const entry = await packs.listed(trial.admin, id)
  return JSON.stringify([
    ...versions.map((answer) => knownText("policy.get", answer)),
    entry === undefined ? null : knownEntry("policy.list", "policyPacks", entry)
  ])
}

/** A pack with one complete version, and the parameters of every path that names it. */
const sampleOf =
  (
    id: string,
    more: (trial: Trial, pack: packs.PackId) => Promise<{ body?: packs.Json; version?: string }>
  ): MakeSample =>
  async (trial) => {
    const operation = operationOf(id)
    const pack = await packs.publishNew(trial, { versionTag: "1.0.0" })
    const { body, version = "1.0.0" } = await more(trial, pack)
    const { name, organization } = pack
    const parameters = {
      orgName: organization,
      policyPackName: name,
      version,
      source: "private",
      publisher: organization
    }
    return {
      operation,
      path: pathOf(operation, { ...parameters, name }),
      ...(body === undefined ? {} : { body }),
      state: stateOf(trial, pack)
    }
  }

const plain = () => Promise.resolve({})

/** A list that is open to everybody. What it is asked may be left out, so nothing of it is spoilt. */
const openList =
  (id: string, query: (organization: string) => string, bodyOf?: (organization: string) => packs.Json): MakeSample =>
  async (trial) => {
    const { body: _, ...operation } = operationOf(id)
    const pack = await packs.publishNew(trial, { versionTag: "1.0.0" })
    const body = bodyOf?.(pack.organization)
    return {
      operation,
      path: `${packs.REGISTRY}${query(pack.organization)}`,
      ...(body === undefined ? {} : { body }),
      state: stateOf(trial, pack)
    }
  }

/** By operation id. */
export const policySamples: Readonly<Record<string, MakeSample>> = {
  "policy.list": sampleOf("policy.list", plain),
  "policy.create": sampleOf("policy.create", (_, { name }) => Promise.resolve({ body: packs.packBody(name) })),
  "policy.deletePack": sampleOf("policy.deletePack", plain),
  "policy.get": sampleOf("policy.get", plain),
  "policy.delete": sampleOf("policy.delete", plain),
  "policy.complete": sampleOf("policy.complete", async (trial, pack) => ({
    version: String(await packs.prepare(trial, pack))
  })),
  "policy.schema": sampleOf("policy.schema", plain),
  "policy.orgPack": sampleOf("policy.orgPack", plain),
  "policy.deprecatedList": openList("policy.deprecatedList", (organization) => `?orgLogin=${organization}`),
  "policy.registryList": openList(
    "policy.registryList",
    () => "",
    (orgLogin) => ({ orgLogin })
  ),
  "policy.registryDeletePack": sampleOf("policy.registryDeletePack", plain),
  "policy.versions": sampleOf("policy.versions", plain),
  "policy.start": sampleOf("policy.start", (_, { name }) => {
    const { name: _name, ...body } = packs.packBody(name)
    return Promise.resolve({ body: { ...body, version: "2.0.0" } })
  }),
  "policy.registryGet": sampleOf("policy.registryGet", plain),
  "policy.registryDelete": sampleOf("policy.registryDelete", plain),
  "policy.registryComplete": sampleOf("policy.registryComplete", async (trial, pack) => {
    const begun = trial.needs(await packs.start(trial.admin, pack, "2.0.0"), 202, "The start of a publish")
    await packs.upload(trial, begun)
    return { version: "2.0.0", body: { operationID: packs.createdOf(begun).operationID } }
  })
}
