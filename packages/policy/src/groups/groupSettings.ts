/** What a policy group says of the policies of a version: how they are enforced, and how they are configured. */
import type { BadRequest, ErrorDetail } from "@platform-control/core/Errors"
import { Effect } from "effect"
import { configFault } from "../configs/ConfigSchema.ts"
import { type AppPolicy, type EnforcementLevel, enforcementLevels } from "../contract/AppPolicy.ts"
import { invalid } from "../refusals.ts"

/** By policy name; a policy that is not named keeps the level that its publisher gave it, and has no configuration. */
export interface GroupSettings {
  readonly enforcementLevels: Readonly<Record<string, string>>
  readonly configuration: Readonly<Record<string, unknown>>
}

/** What was checked and is kept. */
export interface CheckedSettings {
  readonly enforcementLevels: Readonly<Record<string, EnforcementLevel>>
  readonly configuration: Readonly<Record<string, unknown>>
}

const isLevel = (text: string): text is EnforcementLevel => (enforcementLevels as ReadonlyArray<string>).includes(text)

const fault = (attribute: string, customMessage: string): ErrorDetail => ({
  resource: "policyGroup",
  attribute,
  errorType: "invalid",
  customMessage
})

const levelFaults = (policies: ReadonlyMap<string, AppPolicy>, levels: GroupSettings["enforcementLevels"]) =>
  Object.entries(levels).flatMap(([name, level]) => {
    const at = `enforcementLevels.${name}`
    if (!policies.has(name)) return [fault(at, `The version has no policy ${name}`)]
    return isLevel(level) ? [] : [fault(at, `Expected ${enforcementLevels.join(", ")}, not ${level}`)]
  })

const unknownConfigurations = (
  policies: ReadonlyMap<string, AppPolicy>,
  configuration: GroupSettings["configuration"]
) =>
  Object.keys(configuration).flatMap((name) => {
    const policy = policies.get(name)
    if (policy?.configSchema !== undefined) return []
    const what = policy === undefined ? `The version has no policy ${name}` : "The policy takes no configuration"
    return [fault(`configuration.${name}`, what)]
  })

/** A policy that is looked at and needs values has to have them, also when it was not named. */
const needsChecking = ({ configSchema, name }: AppPolicy, settings: GroupSettings): boolean =>
  configSchema !== undefined &&
  (Object.hasOwn(settings.configuration, name) ||
    ((configSchema.required ?? []).length > 0 && settings.enforcementLevels[name] !== "disabled"))

const configurationFaults = Effect.fnUntraced(function* (policies: ReadonlyArray<AppPolicy>, settings: GroupSettings) {
  const faults: Array<ErrorDetail> = []
  for (const policy of policies) {
    if (policy.configSchema === undefined || !needsChecking(policy, settings)) continue
    yield* Effect.yieldNow
    const found = configFault(policy.configSchema, settings.configuration[policy.name] ?? {})
    if (found !== undefined) faults.push(fault(["configuration", policy.name, ...found.path].join("."), found.message))
  }
  return faults
})

/** The settings, or everything that is wrong with them for these policies. */
export const checkSettings = Effect.fnUntraced(function* (
  policies: ReadonlyArray<AppPolicy>,
  settings: GroupSettings
): Effect.fn.Return<CheckedSettings, BadRequest> {
  const byName = new Map(policies.map((policy) => [policy.name, policy]))
  const faults = [
    ...levelFaults(byName, settings.enforcementLevels),
    ...unknownConfigurations(byName, settings.configuration),
    ...(yield* configurationFaults(policies, settings))
  ]
  if (faults.length > 0) return yield* invalid(faults)
  return {
    configuration: settings.configuration,
    enforcementLevels: settings.enforcementLevels as CheckedSettings["enforcementLevels"]
  }
})
