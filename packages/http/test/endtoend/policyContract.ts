/** Every operation on policy packs, by the typed client: its success and each refusal that it can answer. */
import * as Database from "@platform-control/core/database/Database"
import { PolicyGroups, PolicyGroupsLayer } from "@platform-control/policy/server"
import { samplePack, sampleArchive } from "@platform-control/policy/testing"
import { Effect, Layer, Redacted } from "effect"
import type { ControlPlaneClient } from "../../src/client.ts"

type Client = ControlPlaneClient["Service"]

/** Gives what the operation gives, or the tag of its refusal. */
export type Ask = <A, E extends { readonly _tag: string }>(
  token: string | undefined,
  operation: (client: Client) => Effect.Effect<A, E>
) => Promise<A | string>

/** Operations that every role may ask for, so that nobody who sees the organization is refused (403). */
export const readByEveryRole: ReadonlySet<string> = new Set([
  "policyPacks.list",
  "policyPacks.get",
  "policyPacks.schema",
  "policyPacks.registryGet"
])

/** Says in a group of the organization that a version applies, as the administration command would. */
export const applyPack = (databaseUrl: string, organization: string, name: string, version: string): Promise<void> =>
  Effect.gen(function* () {
    const groups = yield* PolicyGroups
    const group = { organization, group: "contract" }
    yield* Effect.ignore(groups.create(group))
    yield* groups.apply(group, { organization, name }, version)
  }).pipe(
    Effect.provide(
      PolicyGroupsLayer.pipe(Layer.provide(Database.layer({ url: Redacted.make(databaseUrl), maxConnections: 1 })))
    ),
    Effect.runPromise
  )

const put = async (uploadURI: string): Promise<void> => {
  const archive = await Effect.runPromise(sampleArchive)
  const { status } = await fetch(uploadURI, { method: "PUT", body: Buffer.from(archive) })
  if (status !== 200) throw new Error(`The upload was answered ${status}`)
}

/** A version that is complete, by its number. */
export const publishPack = async (ask: Ask, token: string, orgName: string, name: string): Promise<string> => {
  const params = { orgName }
  const created = await ask(token, (client) => client.policyPacks.create({ params, payload: samplePack(name) }))
  if (typeof created === "string") throw new Error(`The create was refused: ${created}`)
  await put(created.uploadURI)
  const version = String(created.version)
  const path = { ...params, policyPackName: name, version }
  const refused = await ask(token, (client) => client.policyPacks.complete({ params: path }))
  if (typeof refused === "string") throw new Error(`The completion was refused: ${refused}`)
  return version
}

/** A version published in the registry; gives its operation, which is completed then. */
export const publishInRegistry = async (ask: Ask, token: string, publisher: string, name: string, version: string) => {
  const params = { source: "private", publisher, name }
  const { displayName, policies } = samplePack(name)
  const started = await ask(token, (client) =>
    client.registryPolicyPacks.start({ params, payload: { version, displayName, policies } })
  )
  if (typeof started === "string") return started
  await put(started.uploadURI)
  const payload = { operationID: started.operationID }
  const done = await ask(token, (client) =>
    client.registryPolicyPacks.complete({ params: { ...params, version }, payload })
  )
  return typeof done === "string" ? done : started
}
