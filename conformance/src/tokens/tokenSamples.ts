/** A request that succeeds for every operation of access tokens. */
import type { Trial } from "../engine/Trial.ts"
import type { MakeSample } from "../laws/Sample.ts"
import { operationOf } from "../table/operations.ts"
import * as tokens from "./tokens.ts"

/** Without the times of use, which change with every look, and without what nobody listed. */
const fields = ["id", "name", "description", "created", "expires", "admin", "createdBy", "type", "role"]

const stateOf = (trial: Trial, owner: tokens.Owner, id: string) => async () =>
  JSON.stringify(
    (await tokens.list(trial.admin, owner))
      .filter((one) => one["id"] === id)
      .map((one) => fields.map((field) => one[field]))
  )

const group = (owner: tokens.Owner) => (owner === "organization" ? "organizationTokens" : "userTokens")

const ofOwner = (owner: tokens.Owner): Readonly<Record<string, MakeSample>> => ({
  [`${group(owner)}.list`]: async (trial) => {
    const { id } = await tokens.made(trial, owner)
    return {
      operation: operationOf(`${group(owner)}.list`),
      path: tokens.pathOf(trial, owner),
      state: stateOf(trial, owner, id)
    }
  },
  [`${group(owner)}.create`]: async (trial) => {
    const body = owner === "organization" ? tokens.newToken(trial) : tokens.newPersonal(trial)
    // Unique for either kind.
    const field = owner === "organization" ? "name" : "description"
    const mine = async () => (await tokens.list(trial.admin, owner)).filter((one) => one[field] === body[field])
    trial.finally(async () => {
      for (const { id } of await mine()) await trial.admin.delete(tokens.tokenPath(trial, owner, String(id)))
    })
    return {
      operation: operationOf(`${group(owner)}.create`),
      path: tokens.pathOf(trial, owner),
      body,
      state: async () => JSON.stringify((await mine()).map(({ id }) => id))
    }
  },
  [`${group(owner)}.delete`]: async (trial) => {
    const { id, path } = await tokens.made(trial, owner)
    return { operation: operationOf(`${group(owner)}.delete`), path, state: stateOf(trial, owner, id) }
  }
})

/** By operation id; those of an organization, which outsiders have no part in. */
export const organizationTokenSamples = ofOwner("organization")

/** By operation id; those of the caller, which everybody has. */
export const userTokenSamples = ofOwner("user")
