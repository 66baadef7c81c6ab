/**
 * The file that says which organizations, users, teams, members, issuers and feature switches there are. Only its form: what
 * becomes of it is said elsewhere. Unknown keys are refused, so that a misspelt one is not silently passed over.
 */
import { Schema } from "effect"
import { OrganizationName, UserLogin } from "@platform-control/core/Names"
import { EXPECTED_TEXT, isText, MAX_TEXT_LENGTH } from "./checkText.ts"
import { TeamName } from "./names.ts"
import { IssuerDefinition } from "./TrustRule.ts"

const text = (description: string) =>
  Schema.optionalKey(
    Schema.String.annotate({ description }).pipe(
      Schema.check(
        Schema.isMaxLength(MAX_TEXT_LENGTH, { message: EXPECTED_TEXT }),
        Schema.makeFilter((value: string) => isText(value) || EXPECTED_TEXT)
      )
    )
  )

const flag = (description: string) => Schema.optionalKey(Schema.Boolean).annotate({ description })

/** A user: what is left out stays as it is, and is empty or `false` for a new one. */
export const FileUser = Schema.Struct({
  login: UserLogin,
  name: text("The name that people read; the login for a new user."),
  email: text("Address for mail."),
  avatarUrl: text("Address of a picture."),
  siteAdmin: flag("Administrator of everything."),
  registryAdmin: flag("May publish to the public sources where they may publish.")
}).annotate({ identifier: "User" })
export type FileUser = typeof FileUser.Type

/** A member as it has to be: what is left out is the default. */
export const FileMember = Schema.Struct({
  login: UserLogin,
  role: Schema.optionalKey(Schema.Literals(["member", "admin", "billing-manager"])).annotate({
    description: "`member` where absent."
  }),
  registryPublish: flag("May publish and remove the organization's packages, which an admin may anyway.")
}).annotate({ identifier: "Member" })
export type FileMember = typeof FileMember.Type

/** Somebody in a team as it has to be. */
export const FileTeamMember = Schema.Struct({
  login: UserLogin,
  role: Schema.optionalKey(Schema.Literals(["member", "admin"])).annotate({ description: "`member` where absent." })
}).annotate({ identifier: "TeamMember" })

/** A team as it has to be. */
export const FileTeam = Schema.Struct({
  name: TeamName,
  displayName: text("The name that people read; the team's name where absent."),
  members: Schema.optionalKey(Schema.Array(FileTeamMember)).annotate({
    description: "Everybody in the team: who is not listed leaves it. Absent: it stays as it is."
  })
}).annotate({ identifier: "Team" })
export type FileTeam = typeof FileTeam.Type

/** An organization: each list that is there is complete, what is left out stays as it is. */
export const FileOrganization = Schema.Struct({
  name: OrganizationName,
  displayName: text("The name that people read; the canonical name for a new organization."),
  avatarUrl: text("Address of a picture."),
  features: Schema.optionalKey(
    Schema.Struct({
      agents: flag("Agent tasks."),
      policyAsCode: flag("Configurable policies.")
    })
  ).annotate({ description: "What is left out stays as it is; everything is on for a new organization." }),
  members: Schema.optionalKey(Schema.Array(FileMember)).annotate({
    description: "Every member: who is not listed is removed. Absent: they stay as they are."
  }),
  teams: Schema.optionalKey(Schema.Array(FileTeam)).annotate({
    description: "Every team: one that is not listed is removed with its tokens. Absent: they stay as they are."
  }),
  issuers: Schema.optionalKey(Schema.Array(IssuerDefinition)).annotate({
    description: "Every trusted issuer: one that is not listed is not trusted any more. Absent: they stay as they are."
  })
}).annotate({ identifier: "Organization" })
export type FileOrganization = typeof FileOrganization.Type

/** The whole file. Users and organizations that it does not name stay as they are. */
export const PlatformFile = Schema.Struct({
  users: Schema.optionalKey(Schema.Array(FileUser)),
  organizations: Schema.optionalKey(Schema.Array(FileOrganization))
}).annotate({
  identifier: "PlatformFile",
  title: "Platform Control",
  description: "What `platform-control apply` makes so."
})
export type PlatformFile = typeof PlatformFile.Type

const options = { onExcessProperty: "error" } as const

/** The file as its form has it, or every place where it has not. */
export const decodePlatformFile = Schema.decodeUnknownEffect(PlatformFile, { ...options, errors: "all" })

/** A JSON Schema (draft 2020-12) for editors. */
export const platformFileJsonSchema = (): object => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(PlatformFile, options)
  return { $schema: "https://json-schema.org/draft/2020-12/schema", ...schema, $defs: definitions }
}
