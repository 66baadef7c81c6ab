/** A policy as publishers describe it and as answers show it (Spec A, Policy types; open points, section 5). */
import { Schema } from "effect"
import { PolicyName, storableText } from "./PolicyNames.ts"

/** The most policies of one version. */
export const MAX_POLICIES = 1000

const text = (maxLength: number) => storableText(maxLength)

/** How a violation is dealt with. */
export const EnforcementLevel = Schema.Literals(["advisory", "mandatory", "remediate", "disabled"]).annotate({
  description:
    "`advisory`: violations are shown. `mandatory`: they stop the change. `remediate`: they are repaired. `disabled`: the policy is not looked at."
})
export type EnforcementLevel = typeof EnforcementLevel.Type

/** Every level, in the order in which they are shown. */
export const enforcementLevels: ReadonlyArray<EnforcementLevel> = EnforcementLevel.literals

/** How much a violation matters; empty where the publisher does not say. */
export const PolicySeverity = Schema.Literals(["", "low", "medium", "high", "critical"])

/** The JSON Schema (draft 7) of a policy's configuration, which is an object. Further keywords are kept as they are. */
export const AppPolicyConfigSchema = Schema.StructWithRest(
  Schema.Struct({
    type: Schema.Literal("object"),
    properties: Schema.optionalKey(
      Schema.Record(Schema.String, Schema.Unknown).annotate({ description: "A JSON Schema for each property." })
    ),
    required: Schema.optionalKey(Schema.Array(Schema.String).annotate({ description: "Properties that must be set." }))
  }),
  [Schema.Record(Schema.String, Schema.Unknown)]
).annotate({ identifier: "AppPolicyConfigSchema" })
export type AppPolicyConfigSchema = typeof AppPolicyConfigSchema.Type

/** The standard that a policy comes from. */
export const AppPolicyComplianceFramework = Schema.Struct({
  name: Schema.optionalKey(text(256)),
  version: Schema.optionalKey(text(256)),
  reference: Schema.optionalKey(text(2048)),
  specification: Schema.optionalKey(text(10_000))
}).annotate({ identifier: "AppPolicyComplianceFramework" })

/** One policy of a pack. */
export const AppPolicy = Schema.Struct({
  name: PolicyName.annotate({ description: "URL-safe; unique within one version of a pack." }),
  displayName: text(256),
  description: text(10_000),
  enforcementLevel: EnforcementLevel,
  message: text(10_000).annotate({ description: "Shown to users who violate the policy." }),
  configSchema: Schema.optionalKey(AppPolicyConfigSchema),
  severity: Schema.optionalKey(PolicySeverity),
  framework: Schema.optionalKey(AppPolicyComplianceFramework),
  tags: Schema.optionalKey(Schema.Array(text(256)).pipe(Schema.check(Schema.isMaxLength(200)))),
  remediationSteps: Schema.optionalKey(text(10_000)),
  url: Schema.optionalKey(text(2048))
}).annotate({ identifier: "AppPolicy" })
export type AppPolicy = typeof AppPolicy.Type
