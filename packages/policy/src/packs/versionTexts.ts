/** The rules for what may be published, apart from who may: tag, names of policies and configuration schemas. */
import type { BadRequest, ErrorDetail } from "@platform-control/core/Errors"
import { Effect } from "effect"
import { configSchemaFault } from "../configs/ConfigSchema.ts"
import { PatternBudget } from "../configs/PatternBudget.ts"
import type { AppPolicy } from "../contract/AppPolicy.ts"
import type { CreatePolicyPack } from "../contract/PolicyPack.ts"
import { bodyFault, invalid } from "../refusals.ts"
import type { VersionTexts } from "../store/NewVersions.ts"
import { isVersionTag, TAG_EXPECTED } from "../store/versionText.ts"

/** More problems than these are not listed: the caller repairs these first. */
const MAX_LISTED_PROBLEMS = 20

const duplicates = (policies: ReadonlyArray<AppPolicy>): ReadonlyArray<ErrorDetail> => {
  const seen = new Set<string>()
  return policies.flatMap(({ name }, index) => {
    if (!seen.has(name)) {
      seen.add(name)
      return []
    }
    return [
      bodyFault(`policies.${index}.name`, `Expected a name that no other policy of this version has, not ${name}`)
    ]
  })
}

const schemaFaults = Effect.fnUntraced(function* (policies: ReadonlyArray<AppPolicy>) {
  const faults: Array<ErrorDetail> = []
  const budget = new PatternBudget()
  for (const [index, { configSchema }] of policies.entries()) {
    if (configSchema === undefined) continue
    // Some schemas take milliseconds: others get their turn in between.
    yield* Effect.yieldNow
    const fault = yield* configSchemaFault(configSchema, budget)
    if (fault !== undefined)
      faults.push(bodyFault([`policies.${index}.configSchema`, ...fault.path].join("."), fault.message))
    if (faults.length >= MAX_LISTED_PROBLEMS || budget.isSpent) break
  }
  return faults
})

const tagFaults = (attribute: string, tag: string | undefined): ReadonlyArray<ErrorDetail> =>
  tag === undefined || isVersionTag(tag) ? [] : [bodyFault(attribute, TAG_EXPECTED)]

/** What is kept of a version, or everything that is wrong with it; `tagField` is where its tag stands. */
export const versionTexts = Effect.fnUntraced(function* (
  body: Omit<CreatePolicyPack, "name" | "versionTag">,
  tag: string | undefined,
  tagField: "version" | "versionTag"
): Effect.fn.Return<VersionTexts, BadRequest> {
  const faults = [
    ...tagFaults(tagField, tag),
    ...duplicates(body.policies),
    ...(yield* schemaFaults(body.policies))
  ].slice(0, MAX_LISTED_PROBLEMS)
  if (faults.length > 0) return yield* invalid(faults)
  const { description, metadata, provider, readme, repository, runtime, tags } = body
  return {
    tag,
    displayName: body.displayName,
    policies: JSON.stringify(body.policies),
    details: JSON.stringify({ description, metadata, provider, readme, repository, runtime, tags })
  }
})
