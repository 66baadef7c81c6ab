/** Policy packs as publishers describe them and as answers show them (Spec A, Policy types). */
import { Schema } from "effect"
import { AppPolicy, AppPolicyConfigSchema, MAX_POLICIES } from "./AppPolicy.ts"
import { PolicyPackName, storableText } from "./PolicyNames.ts"

const text = (maxLength: number) => Schema.optionalKey(storableText(maxLength))

const policies = Schema.Array(AppPolicy).pipe(
  Schema.check(
    Schema.isMinLength(1, { message: "Expected at least one policy" }),
    Schema.isMaxLength(MAX_POLICIES, { message: `Expected at most ${MAX_POLICIES} policies` })
  )
)

const VERSION_TAG =
  "Semantic version of letters, digits, dots and dashes, at most 100 characters, without a leading `v`."

const described = {
  displayName: storableText(256),
  policies,
  description: text(10_000),
  readme: text(500_000),
  provider: text(256),
  runtime: text(256),
  repository: text(2048),
  tags: Schema.optionalKey(Schema.Array(storableText(256)).pipe(Schema.check(Schema.isMaxLength(200)))),
  metadata: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.String)
      .pipe(Schema.check(Schema.isMaxProperties(200)))
      .annotate({ description: "What the publisher's environment says, for example the commit that was published." })
  )
} as const

/** A version to be published by an organization. The service checks tag, names of policies and configuration schemas. */
export const CreatePolicyPack = Schema.Struct({
  name: PolicyPackName.annotate({
    description: "URL-safe, unique in the organization. Of a name that exists the next version is made."
  }),
  versionTag: Schema.optionalKey(
    storableText(1024).annotate({
      description: `${VERSION_TAG} A tag that was ever used by the pack is refused.`
    })
  ),
  ...described
}).annotate({ identifier: "CreatePolicyPack" })
export type CreatePolicyPack = typeof CreatePolicyPack.Type

/** A version to be published in the registry; `name`, when given, repeats the path's. */
export const StartPolicyPackPublish = Schema.Struct({
  name: Schema.optionalKey(PolicyPackName),
  version: storableText(1024).annotate({ description: VERSION_TAG }),
  versionTag: Schema.optionalKey(
    storableText(1024).annotate({
      description: "When given, repeats `version`."
    })
  ),
  ...described
}).annotate({ identifier: "StartPolicyPackPublish" })
export type StartPolicyPackPublish = typeof StartPolicyPackPublish.Type

const uploadURI = Schema.String.annotate({
  description: "Where the pack's archive, a gzipped tar, is sent with PUT; carries its own signature and expires."
})

const requiredHeaders = Schema.optionalKey(
  Schema.Record(Schema.String, Schema.String).annotate({ description: "Headers that the upload has to send." })
)

/** A version that was begun. */
export const CreatedPolicyPack = Schema.Struct({
  version: Schema.Int.annotate({ description: "Counts up from 1 by one a version; never used again." }),
  uploadURI,
  requiredHeaders
}).annotate({ identifier: "CreatedPolicyPack" })
export type CreatedPolicyPack = typeof CreatedPolicyPack.Type

/** A publish that was begun in the registry. */
export const StartedPolicyPackPublish = Schema.Struct({
  operationID: Schema.String,
  uploadURI,
  requiredHeaders,
  version: Schema.String.annotate({ description: "The semantic version that is being published." })
}).annotate({ identifier: "StartedPolicyPackPublish" })
export type StartedPolicyPackPublish = typeof StartedPolicyPackPublish.Type

/** A pack with its complete versions, newest first. */
export const AppPolicyWithVersions = Schema.Struct({
  name: Schema.String,
  displayName: Schema.String.annotate({ description: "Of the newest complete version." }),
  versions: Schema.Array(Schema.Int),
  versionTags: Schema.Array(Schema.String).annotate({ description: "The tags of those versions that have one." })
}).annotate({ identifier: "AppPolicyWithVersions" })
export type AppPolicyWithVersions = typeof AppPolicyWithVersions.Type

/** One complete version. */
export const PolicyPackVersion = Schema.Struct({
  name: Schema.String,
  displayName: Schema.String,
  version: Schema.Int,
  versionTag: Schema.String.annotate({ description: "Empty for a version that was published without one." }),
  policies: Schema.Array(AppPolicy),
  applied: Schema.Boolean.annotate({ description: "Whether some policy group applies this version." })
}).annotate({ identifier: "PolicyPackVersion" })

/** The configuration schemas of a version's policies. */
export const PolicyPackConfigSchema = Schema.Struct({
  configSchema: Schema.Record(Schema.String, AppPolicyConfigSchema).annotate({
    description: "By policy name; policies without configuration are left out."
  })
}).annotate({ identifier: "PolicyPackConfigSchema" })

/** What an organization may do with a pack. */
export const AccessLevel = Schema.Literals(["full", "view-only", "deny"]).annotate({
  description: "`full`: the owner's. `view-only`: of a public pack that was added. `deny`: not to be used."
})
export type AccessLevel = typeof AccessLevel.Type

/** A pack, or one of its versions, as the registry shows it. */
export const RegistryPolicyPack = Schema.Struct({
  id: Schema.String.annotate({ format: "uuid" }),
  source: Schema.String.annotate({ description: "Currently only `private`." }),
  publisher: Schema.String.annotate({ description: "The owning organization." }),
  name: Schema.String,
  version: Schema.String.annotate({
    description: "The version tag; `0.0.0+<number>` for a version that was published without one."
  }),
  displayName: Schema.String,
  accessLevel: AccessLevel,
  enforcementLevels: Schema.Array(Schema.String).annotate({
    description: "The levels that may be set for its policies."
  }),
  policies: Schema.optionalKey(Schema.Array(AppPolicy).annotate({ description: "Left out of lightweight answers." }))
}).annotate({ identifier: "RegistryPolicyPack" })
export type RegistryPolicyPack = typeof RegistryPolicyPack.Type

/** One page of packs or versions. */
export const RegistryPolicyPackList = Schema.Struct({
  policyPacks: Schema.Array(RegistryPolicyPack),
  continuationToken: Schema.optionalKey(
    Schema.String.annotate({ description: "Asks for the next page; absent on the last one." })
  )
}).annotate({ identifier: "RegistryPolicyPackList" })
export type RegistryPolicyPackList = typeof RegistryPolicyPackList.Type

/** One pack. */
export const RegistryPolicyPackAnswer = Schema.Struct({ policyPack: RegistryPolicyPack }).annotate({
  identifier: "RegistryPolicyPackAnswer"
})
