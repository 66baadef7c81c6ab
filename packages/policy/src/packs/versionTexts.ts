/** The rules for what may be published, apart from who may: tag, names of policies and configuration schemas. */
import type { BadRequest, ErrorDetail } from "@platform-control/core/Errors"
import { Effect } from "effect"
import { configSchemaFault } from "../configs/ConfigSchema.ts"
import { patternCount } from "../configs/hostileFault.ts"
import type { AppPolicy } from "../contract/AppPolicy.ts"
import type { CreatePolicyPack } from "../contract/PolicyPack.ts"
import { bodyFault, invalid } from "../refusals.ts"
import type { VersionTexts } from "../store/NewVersions.ts"
import { isVersionTag, TAG_EXPECTED } from "../store/versionText.ts"

/** More problems than these are not listed: the caller repairs these first. */
const MAX_LISTED_PROBLEMS = 20
/** Patterns of a whole version: each takes up to a millisecond to check. */
const MAX_PATTERNS = 500
/** Others get their turn after so many policies. */
const POLICIES_A_TURN = 20

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
  let patterns = 0
  for (const [index, { configSchema }] of policies.entries()) {
    if (index % POLICIES_A_TURN === POLICIES_A_TURN - 1) yield* Effect.yieldNow
    if (configSchema === undefined) continue
    const at = `policies.${index}.configSchema`
    const fault = configSchemaFault(configSchema)
    if (fault === undefined) patterns += patternCount(configSchema)
    else faults.push(bodyFault([at, ...fault.path].join("."), fault.message))
    if (patterns > MAX_PATTERNS) faults.push(bodyFault(at, `Expected at most ${MAX_PATTERNS} patterns in one version`))
    if (faults.length >= MAX_LISTED_PROBLEMS || patterns > MAX_PATTERNS) break
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
