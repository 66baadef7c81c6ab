/** What a rule can't do without, and whether a configuration has it. Knows no rule. */
import type { Configuration, IdentityName } from "./Configuration.ts"
import type { FixtureName } from "./fixtures.ts"
import type { HookName } from "./hooks.ts"

/** An identity by its name, an organization, a hook or a fixture. */
export type Requirement =
  | IdentityName
  | `fixture:${FixtureName}`
  | `hook:${HookName}`
  | "organization"
  | "otherOrganization"

const isIdentity = (requirement: Requirement): requirement is IdentityName =>
  !requirement.includes(":") && !requirement.toLowerCase().endsWith("organization")

/** What is configured for a requirement; undefined without. */
const found = (requirement: Requirement, configuration: Configuration): unknown => {
  if (requirement === "organization" || requirement === "otherOrganization") return configuration[requirement]
  if (isIdentity(requirement)) return configuration.identities[requirement]
  const [kind, name = ""] = requirement.split(":")
  const group: Readonly<Record<string, unknown>> | undefined =
    kind === "hook" ? configuration.hooks : configuration.fixtures
  return group?.[name]
}

/** A requirement as a person says it: `identity admin`, `hook applyPack`. */
export const spoken = (requirement: Requirement): string =>
  isIdentity(requirement) ? `identity ${requirement}` : requirement.replace(":", " ")

/** Whether the configuration has it. */
export const isThere = (requirement: Requirement, configuration: Configuration): boolean =>
  found(requirement, configuration) !== undefined
