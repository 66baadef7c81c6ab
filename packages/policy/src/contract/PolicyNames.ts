/** The names of policy packs, policies, policy groups and version tags, and what may stand for them in paths. */
import { PathName } from "@platform-control/core/Names"
import { Schema } from "effect"

const letters = (what: string) =>
  Schema.String.pipe(
    Schema.check(
      Schema.isPattern(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/, {
        message: `Expected ${what}: 1 to 100 of A-Z a-z 0-9 . _ -`
      })
    )
  )

/** A pack's name, unique in its organization (Spec A, Policy packs, organization-scoped). */
export const PolicyPackName = letters("the name of a policy pack")

/** A policy's name, unique within one version of its pack (Spec A, AppPolicy). */
export const PolicyName = letters("the name of a policy")

/** The name of a policy group, unique in its organization. */
export const PolicyGroupName = letters("the name of a policy group")

/** Under this path stand an organization's packs. */
export const ORGANIZATION_PACKS_PATH = "/api/orgs/:orgName/policypacks"

/** Under this path stand the packs of all organizations. */
export const REGISTRY_PACKS_PATH = "/api/registry/policypacks"

/** The organization of the path. */
export const OrganizationPath = { orgName: PathName.annotate({ description: "The organization." }) }

/** One pack of an organization. A name that breaks the rules of names is unknown (404), not malformed (400). */
export const PackPath = {
  ...OrganizationPath,
  policyPackName: PathName.annotate({ description: "The name of the policy pack." })
}

const version = PathName.annotate({
  description: "The version number, its version tag, or `latest` for the newest complete version."
})

/** One version of a pack (open points, section 5). */
export const PackVersionPath = { ...PackPath, version }

/** One pack in the registry. */
export const RegistryPackPath = {
  source: PathName.annotate({ description: "`private`, the only source of policy packs." }),
  publisher: PathName.annotate({ description: "The owning organization." }),
  name: PathName.annotate({ description: "The name of the policy pack." })
}

/** One version of a pack in the registry. */
export const RegistryPackVersionPath = {
  ...RegistryPackPath,
  version: PathName.annotate({
    description: "A semantic version, the version number, or `latest` for the newest complete version."
  })
}

/** Any text of at most so many characters that databases can keep: without U+0000. */
export const storableText = (maxLength: number) =>
  Schema.String.pipe(
    Schema.check(
      Schema.isMaxLength(maxLength),
      Schema.makeFilter((text: string) => !text.includes("\0") || "Expected no character U+0000")
    )
  )
