/** Rules of the core that need several lists, or organizations in paths: packages, services and tokens side by side. */
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import * as packages from "../registry/packages.ts"
import { operations, pathOf } from "../table/operations.ts"
import { objectOf } from "../wire/Exchange.ts"
import * as services from "./services.ts"

/** A token of the first page of a list; not conclusive where everything fits on one page of one. */
const tokenOf = async (trial: Trial, path: string, sizeParameter: string): Promise<string> => {
  const page = await trial.admin.get(path, { [sizeParameter]: 1 })
  const { continuationToken } = objectOf(trial.needs(page, 200, "A page of one"))
  if (typeof continuationToken !== "string")
    throw trial.inconclusive("PREMISE_NEVER_MET", `The list at ${path} has no second page.`)
  return continuationToken
}

/** Two of everything that is listed in pages. */
const lists = async (trial: Trial) => {
  await packages.publishNew(trial)
  await packages.publishNew(trial)
  const one = await services.made(trial, { items: services.stacks(3) })
  const other = await services.made(trial, { items: services.stacks(3) })
  return [
    { path: packages.LIST, size: "limit", items: "packages" },
    { path: services.listPath(trial), size: "maxResults", items: "services" },
    { path: one.path, size: "maxResults", items: "items" },
    { path: other.path, size: "maxResults", items: "items" }
  ]
}

/** Parts of paths that are there in no organization. */
const parts: Readonly<Record<string, string>> = {
  ownerType: "user",
  ownerName: "cf-nobody",
  serviceName: "cf-none",
  itemType: "stack",
  itemName: "cf/none",
  tokenId: "00000000-0000-4000-8000-000000000000"
}

const bodies: Readonly<Record<string, services.Json>> = {
  "services.create": {
    ownerType: "user",
    ownerName: "cf-nobody",
    name: "cf-none",
    description: "",
    items: [],
    properties: []
  },
  "organizationTokens.create": { name: "cf-none", description: "", admin: false, expires: 0 }
}

/** Of the profiles whose paths this file can fill. */
const ofOrganizations = operations.filter(
  ({ path, profile }) => path.includes("{orgName}") && (profile === "admin/services" || profile === "admin/tokens")
)

export const sharedRules: ReadonlyArray<Rule> = [
  rule("CORE-045", async (trial) => {
    const all = await lists(trial)
    for (const from of all) {
      const continuationToken = await tokenOf(trial, from.path, from.size)
      for (const to of all.filter(({ path }) => path !== from.path)) {
        trial.nextCase()
        trial.met()
        const answer = await trial.admin.get(to.path, { continuationToken })
        trial.status(answer, [400], `A token of ${from.path} is none of ${to.path}`)
      }
    }
  }),
  rule("CORE-063", async (trial) => {
    const orgName = trial.context.name()
    for (const operation of ofOrganizations) {
      trial.nextCase()
      trial.met()
      const body = bodies[operation.id] ?? (operation.method === "POST" ? { items: [] } : {})
      const answer = await trial.admin.send(
        operation.method,
        pathOf(operation, { ...parts, orgName }),
        operation.body === undefined ? {} : { body }
      )
      trial.status(answer, [404], `${operation.id} knows no organization of that name`)
    }
  })
]
