/** A version's answers, spliced from what was rendered when it was published. */
import type { AppPolicy, AppPolicyConfigSchema } from "../contract/AppPolicy.ts"
import type { VersionRow } from "../store/PackRows.ts"

/** JSON of an object with the policies, which are JSON already, as its last field. */
export const withPolicies = (fields: Readonly<Record<string, unknown>>, policies: string): string =>
  `${JSON.stringify(fields).slice(0, -1)},"policies":${policies}}`

/** Spec A, Policy pack version. */
export const versionJson = (version: VersionRow, applied: boolean, policies: string): string =>
  withPolicies(
    {
      name: version.name,
      displayName: version.display_name,
      version: version.number,
      versionTag: version.tag ?? "",
      applied
    },
    policies
  )

/** The configuration schemas by policy name (open points, section 5). */
export const schemaJson = (policies: string): string => {
  const parsed = JSON.parse(policies) as ReadonlyArray<AppPolicy>
  const schemas = parsed.flatMap(({ configSchema, name }): ReadonlyArray<[string, AppPolicyConfigSchema]> =>
    configSchema === undefined ? [] : [[name, configSchema]]
  )
  return JSON.stringify({ configSchema: Object.fromEntries(schemas) })
}
